"""Markdown of texts, programs and outputs → HTML. Raw HTML in a text comes out as text."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache

import click
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token
from markupsafe import Markup, escape

from generator.content.model import VARIABLE_PART
from generator.render.code_spans import as_html, code_spans, element, is_paragraph, kept_options
from generator.render.highlight import code_block, highlight_python, highlight_traceback

ENTRY_SCHEME = "entry:"
ENTRY_LINK = f'href="{ENTRY_SCHEME}'  # as markdown-it writes it; a quotation mark in a text is escaped
ENTRY_LINKS = re.compile(f'{ENTRY_LINK}([^"]*)"')
LONG_OUTPUT = 24  # lines; a longer one shows those around the line that matters, and folds the others
NEIGHBOURS = 8  # lines shown before that line; half as many after it
FEW = 4  # lines that are not worth folding
WIDE = "\u3000-\u303f\u3400-\u9fff\uff00-\uffef"
WRAPPED = re.compile(
    rf"[ \t\n](?:(?:(?<=[{WIDE}][ \t])[ \t]*\n?|(?<=[{WIDE}]\n))[ \t]*(?=[{WIDE}])|(?<=[，。：；！？、）][ ])(?=\S))"
)
WIDE_CHARACTER = re.compile(f"[{WIDE}]")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")  # HTML and XML allow none of them
TAG = re.compile(r"(<[^>]+>)")
LONG_WORD = re.compile(r"[A-Za-z]{14,}")
CODE_JOINTS = re.compile(r"(?<=[._=(/:,])(?=\w)|(?<=[a-z])(?=[A-Z])")
LINK = re.compile(r"</?a\b[^>]*>")
NAMED = re.compile(r"^([\w.]*(?:Error|Exception|Warning))(?=:)")
JOINTS = re.compile(r"(?<=\.)(?=\w)|(?<=[a-z])(?=[A-Z])")  # of a name in camel case
SENTENCE_ENDS = re.compile(r"[.!?](?=\s+(?:[A-Z`“\"(]|$))|[。！？]|[.!?]$")
Resolve = Callable[[str], str]


@cache
def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.add_render_rule("code_inline", _code_inline)
    return made


def _code_inline(_renderer: object, tokens: list[Token], place: int, _options: object, _environment: object) -> str:
    code = tokens[place].content
    return element(code, escapeHtml(code))


def render_text(text: str, resolve: Resolve) -> Markup:
    """Render a text of one or more paragraphs; `resolve` turns an entry id into an address."""
    return _resolved(_rendered(text), resolve)


def render_line(text: str, resolve: Resolve) -> Markup:
    """Render a text for use inside a paragraph, a heading or a cell."""
    return _resolved(_rendered_line(text), resolve)


@lru_cache(maxsize=1 << 12)
def _rendered(text: str) -> Markup:
    text = tighten(text)
    line = text.rstrip("\n")
    spans = code_spans(line) if is_paragraph(line) else None
    if spans is None:
        return _render(_markdown().parse(text))
    return Markup(f"<p>{as_html(spans)}</p>\n")  # noqa: S704 - it is escaped


@lru_cache(maxsize=1 << 12)
def _rendered_line(text: str) -> Markup:
    line = tighten(text).replace("\n", " ")
    spans = code_spans(line)
    return _render(_markdown().parseInline(line)) if spans is None else Markup(as_html(spans))  # noqa: S704 - it is escaped


def _resolved(rendered: Markup, resolve: Resolve) -> Markup:
    """Return HTML with links to entries as a page has them: what is kept of a text is the same for all pages."""
    if ENTRY_LINK not in rendered:
        return rendered
    return Markup(  # noqa: S704 - it was HTML
        ENTRY_LINKS.sub(lambda found: f'href="{html.escape(resolve(html.unescape(found[1])))}"', rendered)
    )


def tighten(text: str) -> str:
    """Join Chinese text that was wrapped: a line break between two full-width characters is no space."""
    return text if text.isascii() else WRAPPED.sub("", text)


def _render(tokens: list[Token]) -> Markup:
    for token in _all(tokens):
        if token.type == "link_open" and not str(token.attrs.get("href", "")).startswith(ENTRY_SCHEME):
            token.attrs["rel"] = "noopener"
    return Markup(_markdown().renderer.render(tokens, _markdown().options, {}))  # noqa: S704 - markdown-it escapes


def _all(tokens: Iterable[Token]) -> Iterable[Token]:
    for token in tokens:
        yield token
        yield from _all(token.children or ())


def resolve_markdown(text: str, resolve: Resolve) -> str:
    """Return the Markdown itself with links to entries replaced by addresses."""
    return re.sub(r"\]\(entry:([^)\s]+)\)", lambda found: f"]({resolve(found.group(1))})", tighten(text))


@lru_cache(maxsize=1 << 15)
def plain(text: str) -> str:
    """Return a text without Markdown, on one line: for titles, descriptions and attributes."""
    text = tighten(text)
    line = text.rstrip("\n")
    words: Iterable[str] | None = code_spans(line) if is_paragraph(line) else None
    if words is None:
        tokens = _all(_markdown().parse(text))
        kinds = ("text", "code_inline", "fence", "code_block")
        words = (token.content if token.type in kinds else " " for token in tokens)
    return " ".join("".join(words).split())


def render_python(code: str, marked: tuple[int, ...] = ()) -> Markup:
    """Highlight a program, and mark lines of it by their numbers."""
    return highlight_python(code, marked)


def render_command(code: str, kind: str) -> Markup:
    """Show a block to copy: exactly what a terminal or a file takes."""
    return highlight_python(code.rstrip("\n")) if kind == "python" else _as_it_is(code.rstrip("\n"))


def render_wording(text: str) -> Markup:
    """Show a wording: the exception's name, which may be broken between its words, and each variable part stand out."""
    parts = (
        f"<var>{html.escape(part)}</var>" if VARIABLE_PART.fullmatch(part) else html.escape(part)
        for part in re.split(f"({VARIABLE_PART.pattern})", text)
    )
    named = NAMED.sub(lambda found: f"<b>{JOINTS.sub('<wbr>', found[1])}</b>", "".join(parts), count=1)
    return Markup(named)  # noqa: S704 - every part is escaped


def breakable(text: str) -> Markup:
    """Return a title, text or HTML, that is broken between the parts of a name, and not behind an option's hyphens."""
    made, is_code = [], False
    for part in TAG.split(escape(text)):
        if part.startswith("<"):
            is_code = part.startswith("<code") or (is_code and part != "</code>")
            made.append(part)
        elif is_code:
            made.append(CODE_JOINTS.sub("<wbr>", part))
        else:
            words = LONG_WORD.sub(lambda found: JOINTS.sub("<wbr>", found[0]), part.replace("_", "_<wbr>"))
            made.append(kept_options(words))
    return Markup("".join(made))  # noqa: S704 - it was HTML


def without_links(rendered: Markup) -> Markup:
    """Return HTML without its links, but with their words: for what stands inside of a link."""
    return Markup(LINK.sub("", rendered))  # noqa: S704 - it was HTML


def first_sentence(text: str) -> str:
    """Return the first sentence of Markdown, with its code spans whole; a long one as it is."""
    text = " ".join(tighten(text).split())
    for end in SENTENCE_ENDS.finditer(text):
        if text[: end.end()].count("`") % 2 == 0:
            return text[: end.end()]
    return text


def first_sentences(text: str, width: int) -> str:
    """Return as many first sentences of Markdown as fit into a width, but always one; CJK characters are wide."""
    text = " ".join(tighten(text).split())
    end = len(first_sentence(text))
    while end < len(text):
        rest = text[end:]
        longer = end + len(rest) - len(rest.lstrip()) + len(first_sentence(rest.lstrip()))
        if width_of(text[:longer]) > width:
            break
        end = longer
    return text[:end]


def width_of(text: str) -> int:
    """Return how wide a text is: CJK characters and full-width punctuation count twice."""
    return len(text) + len(WIDE_CHARACTER.findall(text))


@lru_cache(maxsize=1 << 8)
def around(text: str, line: str) -> tuple[str, str, str]:
    """Divide an output into what stands before the line that matters, that with its neighbours, and what follows.

    A short output is not divided, nor one without that line.
    """
    lines = printable(text).rstrip("\n").split("\n")
    if len(lines) <= LONG_OUTPUT or not line:
        return "", text, ""
    matters = [number for number, one in enumerate(lines) if line in one]
    if not matters:
        return "", text, ""
    begin, end = max(0, matters[-1] - NEIGHBOURS), matters[-1] + 1 + NEIGHBOURS // 2
    begin, end = (0 if begin < FEW else begin), (len(lines) if len(lines) - end < FEW else end)
    before, shown, after = ("\n".join(part) for part in (lines[:begin], lines[begin:end], lines[end:]))
    return before, shown, after


@lru_cache(maxsize=1 << 8)
def printable(text: str) -> str:
    """Return what a terminal shows of an output: no colour codes, and a sign for other control characters."""
    return CONTROL.sub("\ufffd", click.unstyle(text) if "\x1b" in text else text)


@lru_cache(maxsize=1 << 8)
def render_output(text: str) -> Markup:
    """Show captured output; a Python traceback in it is highlighted."""
    text = printable(text)
    if "Traceback (most recent call last):" in text:
        return highlight_traceback(text)
    return _as_it_is(text)


def _as_it_is(text: str) -> Markup:
    return code_block(html.escape(text))
