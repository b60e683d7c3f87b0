"""Programs and tracebacks → HTML with the colours of their parts. What was made once is kept."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import pygments
from markupsafe import Markup
from pygments.filter import Filter
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import PythonLexer, PythonTracebackLexer
from pygments.token import Name, Operator, Punctuation, Text, _TokenType, is_token_subtype

HIGHLIGHTED = Path(".cache/highlighted")
FORM = 2  # of what is kept there


class Plain(Filter):
    """Makes plain text of names, signs and spaces: as elements of their own they were three quarters of a page's."""

    def filter(self, lexer: Lexer | None, stream: Iterable[tuple[_TokenType, str]]) -> Iterator[tuple[_TokenType, str]]:
        """Yield what the lexer found."""
        del lexer
        for kind, text in stream:
            plain = kind in (Name, Operator, Text.Whitespace) or is_token_subtype(kind, Punctuation)
            yield Text if plain else kind, text


def _lexer(of: type[Lexer]) -> Lexer:
    lexer = of(stripnl=False)
    lexer.add_filter(Plain())
    return lexer


LEXERS = {"python": _lexer(PythonLexer), "traceback": _lexer(PythonTracebackLexer)}


def _formatter(marked: tuple[int, ...]) -> HtmlFormatter[str]:
    return HtmlFormatter(cssclass="highlight", wrapcode=True, hl_lines=marked)


@lru_cache(maxsize=1 << 9)
def highlight(code: str, kind: str, marked: tuple[int, ...] = ()) -> Markup:
    """Highlight a text of a kind (`python`, `traceback`), lines of it marked by their numbers.

    It is the slowest part of a page, so each text is highlighted once for all languages and builds.
    """
    digest = hashlib.sha256(f"{pygments.__version__} {FORM}\n{kind}\n{marked}\n{code}".encode()).hexdigest()
    kept = HIGHLIGHTED / f"{digest}.html"
    if not kept.is_file():
        HIGHLIGHTED.mkdir(parents=True, exist_ok=True)
        unfinished = kept.with_suffix(f".{os.getpid()}")
        unfinished.write_text(pygments.highlight(code, LEXERS[kind], _formatter(marked)), encoding="utf-8")
        unfinished.replace(kept)
    return Markup(kept.read_text(encoding="utf-8"))  # noqa: S704 - Pygments escapes
