"""Text in pictures: how many lines it takes, so broken here for the widest of the fonts a reader may have.

Widths are in thousandths of an em, by class of character, rounded up from DejaVu Sans and DejaVu Sans Mono, which are
wider than the system fonts that the style sheet names before them. What fits here fits there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape, unescape
from typing import NamedTuple
from unicodedata import east_asian_width

from markupsafe import Markup

WIDTHS = {
    letter: width
    for width, letters in (
        (280, "'ijl"),
        (320, " ,.IJ"),
        (340, "/:;\\|"),
        (415, "!()-[]frt"),
        (505, '"*_`'),
        (560, "?Lcsz"),
        (600, "Fkvxy"),
        (640, "$0123456789EPSTYabdeghnopqu{}"),
        (700, "ABCKRVXZ"),
        (790, "&DGHNOQU"),
        (865, "#+<=>M^w~"),
        (1010, "%@Wm"),
    )
    for letter in letters
}
OTHER = 900
FULL = 1000  # Chinese, and what fonts for Chinese make as wide: quotation marks, dots, arrows
MONO = 610
CODE_SIZE = 0.92  # code is set a little smaller than what stands around it
CODE = re.compile(r"`+([^`]+)`+")
MARKS = re.compile(r"\*\*|\[([^\]]*)\]\([^)]*\)")
OPENING, CLOSING = "（《「【“‘", "，。：；！？、）》」】”’"
HAN = "\u3005-\u3007\u3400-\u9fff\uff10-\uff5a"
# What no line ends inside of: blanks, or a Chinese character or another word, with the marks that belong to it.
STEP = re.compile(rf"\s+|[{OPENING}]*(?:[{HAN}]|[^\s{HAN}{OPENING}{CLOSING}]+)[{CLOSING}]*|[{OPENING}{CLOSING}]+")
NEVER_FIRST = tuple(f"{CLOSING}.,;:!?)")
PARTS = re.compile(r"(?<=[-_./=,:])")
TAG = re.compile(r"(<[^>]*>)")


class Run(NamedTuple):
    """Some letters of a line in one style."""

    text: str
    is_code: bool


def width_of(text: str, size: float, *, is_code: bool = False) -> float:
    """Return at most how wide a text is at a font size."""
    return sum(_width(letter, is_code) for letter in text) * size / 1000


def _width(letter: str, is_code: bool) -> int:  # noqa: FBT001 - a style, not a switch
    if letter in WIDTHS:
        return MONO if is_code else WIDTHS[letter]
    if east_asian_width(letter) in "WFA":
        return FULL
    return MONO if is_code else OTHER


def break_lines(markdown: str, width: float, size: float) -> list[list[Run]]:
    """Break one paragraph of Markdown into lines of at most a width; code keeps its style, other marks are left out."""
    lines: list[list[Run]] = [[]]
    for step in _steps(markdown, width, size):
        if lines[-1] and _wide([*lines[-1], step], size) > width:
            lines.append([lines[-1].pop()] if _belongs_to_last(step, lines[-1], width, size) else [])
        if lines[-1] or step.text.strip():
            lines[-1].append(step)
    return [line for line in lines if line]


def breakable(html: Markup, width: float, size: float) -> Markup:
    """Let a browser break lines of HTML where `break_lines` does: inside of words that are too long for a line."""
    is_code, found = False, []
    for part in TAG.split(html):
        if part.startswith("<"):
            is_code = part == "<code>" or (is_code and part != "</code>")
            found.append(part)
        else:
            found.append(_with_breaks(part, width, size, is_code=is_code))
    return Markup("".join(found))  # noqa: S704 - it was HTML


def _with_breaks(part: str, width: float, size: float, *, is_code: bool) -> str:
    steps = STEP.findall(unescape(part))
    if all(width_of(step, size, is_code=is_code) <= width for step in steps):
        return part
    return "".join(
        "<wbr>".join(
            escape(piece, quote=False).replace('"', "&quot;")  # as in the table
            for piece in ([step] if width_of(step, size, is_code=is_code) <= width else PARTS.split(step))
        )
        for step in steps
    )


def _belongs_to_last(step: Run, line: list[Run], width: float, size: float) -> bool:
    """Tell whether a step must not begin a line, and what stands before it can go to the next line with it."""
    may_not_begin = step.text.startswith(NEVER_FIRST) and len(line) > 1 and bool(line[-1].text.strip())
    return may_not_begin and _wide([line[-1], step], size) <= width


def _wide(line: Iterable[Run], size: float) -> float:
    return sum(width_of(run.text, size * (CODE_SIZE if run.is_code else 1), is_code=run.is_code) for run in line)


def _steps(markdown: str, width: float, size: float) -> Iterator[Run]:
    """Yield what may stand at the beginning of a line: words, parts of words that are too long, blanks."""
    for run in _runs(markdown):
        for step in STEP.findall(run.text):
            pieces = [step] if width_of(step, size, is_code=run.is_code) <= width else PARTS.split(step)
            for piece in pieces:
                yield from _cut(Run(piece, run.is_code), width, size)


def _cut(run: Run, width: float, size: float) -> Iterator[Run]:
    rest = run.text
    while rest:
        count = len(rest)
        while count > 1 and width_of(rest[:count], size, is_code=run.is_code) > width:
            count -= 1
        yield Run(rest[:count], run.is_code)
        rest = rest[count:]


def _runs(markdown: str) -> Iterator[Run]:
    text = " ".join(markdown.split())
    parts = CODE.split(text)
    for index, part in enumerate(parts):
        is_code = index % 2 == 1
        shown = part if is_code else MARKS.sub(lambda found: found.group(1) or "", part)
        if shown:
            yield Run(shown, is_code)
