"""Programs and tracebacks → HTML with the colours of their parts, in the classes that the theme's style sheet has.

Only what the style sheet colours becomes an element; names, signs and spaces stay text.
"""

from __future__ import annotations

import builtins
import html
import keyword
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from markupsafe import Markup

STRING = (
    r'(?:"{3}[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"{3}'
    r"|'{3}[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'{3}"
    r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
    r"|'[^'\\\n]*(?:\\.[^'\\\n]*)*')"
)
TOKEN = re.compile(
    rf"""(
    \#[^\n]*
    |[rRbBuUfFtT]{{0,2}}{STRING}
    |from[ \t]+[\w.]+[ \t]+import\b
    |import[ \t]+[\w.]+(?:[ \t]+as[ \t]+\w+)?(?:[ \t]*,[ \t]*[\w.]+(?:[ \t]+as[ \t]+\w+)?)*
    |(?:def|class)[ \t]+\w+
    |^[ \t]*(?:match|case)[ \t](?=[^\n=]*:[ \t]*$)
    |@[^\W\d][\w.]*
    |[^\W\d]\w*
    |0[xXoObB]\w+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?
    )""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
OPENING_QUOTE = re.compile(r"\"\"\"|'''|\"|'")
ESCAPES = re.compile(
    r"((?:\\(?:N\{[^}]*\}|U[0-9a-fA-F]{8}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[0-7]{1,3}|[\\abfnrtv\n\"']))+)"
)
IN_FIELD = re.compile(rf"{STRING}|!=|[\[\](){{}}!:]", re.DOTALL)
NAMESPACE = re.compile(r"(\b(?:from|import|as)\b)|([\w.]+)")
TRACEBACK = "Traceback (most recent call last):"
CHAINED = ("During handling of the above exception, ", "The above exception was the direct cause of ")
FRAME = re.compile(r'(  File )("[^"]+")(, line )(\d+)(|, in .+)')
MARKERS = re.compile(r"[ ~^]+")
ERROR = re.compile(r"([^:]+)(: .+)|([^\W\d][\w.]*)(:?)")


@lru_cache(maxsize=1 << 8)
def highlight_python(code: str, marked: tuple[int, ...] = ()) -> Markup:
    """Highlight a program or a part of one, lines of it marked by their numbers, from 1."""
    lines = _python(_whole_lines(code))
    if marked:
        numbered = enumerate(lines.splitlines(keepends=True), 1)
        lines = "".join(f'<span class="hll">{line}</span>' if number in marked else line for number, line in numbered)
    return code_block(lines)


def highlight_traceback(text: str) -> Markup:
    """Highlight an output that has tracebacks in it."""
    return code_block("\n".join(_traceback(_whole_lines(text).split("\n"))))


def code_block(code: str) -> Markup:
    """Return a block of code, given as HTML."""
    return Markup(f'<div class="highlight"><pre><span></span><code>{code}</code></pre></div>')  # noqa: S704 - it is HTML


def _whole_lines(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.endswith("\n") else f"{text}\n"


def _span(kind: str, code: str) -> str:
    """Return code, given as HTML, as elements of a kind: one for each line, so that a line can be marked."""
    if "\n" in code:
        return "\n".join(line and f'<span class="{kind}">{line}</span>' for line in code.split("\n"))
    return f'<span class="{kind}">{code}</span>'


def _words(kinds: Iterable[tuple[str, Iterable[str]]]) -> dict[str, str]:
    return {name: _span(kind, name) for kind, names in kinds for name in names}


ERRORS = [
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
]
WORDS = _words(
    (
        ("nb", [name for name in vars(builtins) if name[0].islower()]),
        ("nb", ["__import__"]),
        ("ne", ERRORS),
        ("bp", ["self", "cls", "Ellipsis", "NotImplemented"]),
        ("k", [name for name in keyword.kwlist if name[0].islower()]),
        ("ow", ["and", "in", "is", "not", "or"]),
    )
)  # what means the same wherever it stands → its element


def _python(code: str) -> str:
    parts = TOKEN.split(code)
    made: list[str] = []
    for at in range(1, len(parts), 2):
        gap, token = parts[at - 1], parts[at]
        made.append(_escaped(gap))
        word = WORDS.get(token)
        if word is not None:
            made.append(token if gap.endswith(".") else word)
        elif token.isidentifier():
            made.append(token)
        elif token[-1] in "\"'" and token[0] != "#":
            made.append(_string(token, _is_docstring(parts, at)))
        else:
            made.append(_other(token))
    made.append(_escaped(parts[-1]))
    return "".join(made)


@lru_cache(maxsize=1 << 12)
def _escaped(text: str) -> str:
    return html.escape(text, quote=False)


def _is_docstring(parts: list[str], at: int) -> bool:
    """Tell whether a string stands where a docstring does: on a line of its own, first of all or after a colon."""
    if parts[at][-3:] not in ('"""', "'''") or (at > 1 and "\n" not in parts[at - 1]):
        return False
    while not parts[at - 1].strip() and at > 1 and parts[at - 2][0] == "#":
        at -= 2
    before = parts[at - 1].strip()
    return before.endswith(":") or (at == 1 and not before)


@lru_cache(maxsize=1 << 11)
def _string(token: str, is_docstring: bool) -> str:  # noqa: FBT001 - what the token is
    if is_docstring:
        return _span("sd", _escaped(token))
    opening = OPENING_QUOTE.search(token)
    assert opening
    prefix, text = token[: opening.start()], token[opening.start() :]
    is_raw = "r" in prefix.lower()
    if not set(prefix) & set("fFtT"):
        return prefix + _literal(text, is_raw)
    made, begin, end = [prefix], 0, len(text) - len(opening[0])
    at = len(opening[0])
    while (at := text.find("{", at, end)) >= 0:
        if text.startswith("{{", at):
            at += 2
            continue
        closing = _end_of_expression(text, at + 1, end)
        made += _literal(text[begin : at + 1], is_raw), _python(text[at + 1 : closing])
        begin, at = closing, _end_of_field(text, closing, end)
    made.append(_literal(text[begin:], is_raw))
    return "".join(made)


def _literal(text: str, is_raw: bool) -> str:  # noqa: FBT001 - what the text is
    """Return a text in quotation marks or a part of one."""
    if is_raw or "\\" not in text:
        return _span("s2", _escaped(text))
    pieces = ESCAPES.split(_escaped(text))
    return "".join(_span("se" if at % 2 else "s2", piece) for at, piece in enumerate(pieces) if piece)


def _end_of_expression(text: str, begin: int, end: int) -> int:
    """Return where the expression in a field of a formatted text ends: before its `}`, its conversion or its format."""
    depth = 0
    for found in IN_FIELD.finditer(text, begin, end):
        sign = found[0]
        if sign in ("(", "[", "{"):
            depth += 1
        elif depth and sign in (")", "]", "}"):
            depth -= 1
        elif not depth and sign in ("}", "!", ":"):
            return found.start()
    return end


def _end_of_field(text: str, begin: int, end: int) -> int:
    """Return where the `}` of a field stands; its format may have fields of its own."""
    depth = 0
    for at in range(begin, end):
        if text[at] == "{":
            depth += 1
        elif text[at] == "}":
            if not depth:
                return at
            depth -= 1
    return end


def _other(token: str) -> str:
    """Return a comment, a number, a decorator, a definition, an import or a word that begins a line such as `match`."""
    first = token[0]
    if first == "#":
        return _span("c1", _escaped(token))
    if first == "@":
        return _span("nd", token)
    if first.isdigit() or first == ".":
        return _span("m", token)
    word, space, name = token.partition(" ")
    if word in ("def", "class"):
        return f"{WORDS[word]}{space}{_span('nf' if word == 'def' else 'nc', name)}"
    if word in ("from", "import"):
        return NAMESPACE.sub(lambda found: _span("k" if found[1] else "nn", found[0]), token)
    return _span("k", token)


def _traceback(lines: Iterable[str]) -> Iterator[str]:
    inside = False
    for line in lines:
        if line.endswith(TRACEBACK) and line.removeprefix("^C") == TRACEBACK:
            inside = True
            yield _span("gt", line)
        elif frame := FRAME.fullmatch(line):
            inside = True
            yield f"{frame[1]}{_span('nb', _escaped(frame[2]))}{frame[3]}{_span('m', frame[4])}{_escaped(frame[5])}"
        elif inside and line.startswith("    ") and not MARKERS.fullmatch(line):
            yield _line_of_program(line)
        elif inside and not line.startswith(" ") and (error := ERROR.fullmatch(line)):
            inside = False
            yield f"{_span('gr', _escaped(error[1] or error[3]))}{_escaped(error[2] or error[4])}"
        elif line.startswith(CHAINED):
            yield _span("gt", line)
        else:
            inside = inside and line.startswith("  ")
            yield _escaped(line)


@lru_cache(maxsize=1 << 10)
def _line_of_program(line: str) -> str:
    return _python(line)
