"""The picture that stands beside a link where somebody shares it: a card → a PNG of 1200 × 630.

Everything on it is text and rectangles. Texts are set by Pillow with fonts that come as pinned packages, so that equal
cards give equal bytes on every machine: docs/decisions/0028-share-images.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from io import BytesIO
from itertools import groupby, pairwise
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.store import digest_of

if TYPE_CHECKING:  # a build that draws nothing does not import it
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

SIZE = WIDTH, HEIGHT = 1200, 630
PACKAGES = ("pillow", "manimgx-fonts-cjk", "fontpkg-jetbrains-mono")  # what decides the bytes besides this file
LEVEL = 4  # of compression: 6 takes half as long again for a tenth of the bytes
INKED = [0, *[255] * 255]  # where a letter covers any part of a pixel
SHADES = 8  # from the ground to a text's colour: enough for the edges of letters
LEFT, RIGHT = 64, WIDTH - 64
HEADLINES = ((54, 2), (46, 2), (40, 2), (34, 3), (28, 3))  # sizes of a headline, and how many lines of each fit
PROSE = (42, 36, 32, 28)  # sizes of sentences
PAD = 28  # between the edge of the terminal, or the line beside sentences, and the text

BACKGROUND, WINDOW, LINE, DOT = "#0f141b", "#0a0d12", "#2b3947", "#334454"
WHITE, GREY, SOFT, GREEN, STRIKE = "#ffffff", "#98a5b3", "#d3dce5", "#2fc47a", "#f0524f"
TONES = {
    "good": "#7fdca6",
    "bad": "#ffaaa8",
    "wait": "#c3cad4",
    "part": "#f3cd7e",
    "refuted": "#a5cbff",
    "quoted": "#c3c1ff",
    "dead": "#f0bd97",
}
GRADES = {"gpu": "#7fdca6", "run": "#3f9f6c", "simulated": "#f3cd7e", "source": "#c3c1ff", "nothing": "#4a5663"}
NAMED = re.compile(r"[\w.]*(?:Error|Exception|Warning)(?=:)")
# Where a line may end: after a space, after some signs inside a long name, and around a full-width character.
PIECES = re.compile(
    r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef][，。、：；！？）”]*|[^\s\u2e80-\u9fff\uf900-\uffef]+\s*|\s+"
)
WIDE = re.compile(r"[\u2e80-\u9fff]")
ELLIPSIS = "…"


class Part(NamedTuple):
    """A part of the bar: the grade whose colour it has, how many it stands for, and what these are."""

    grade: str
    number: int
    words: str


@dataclass(frozen=True, slots=True)
class Card:
    """All that a picture shows, in one language."""

    site: str
    """The site's name, beside the mark."""
    kind: str
    """What is shared: an error, a status code, a myth."""
    headline: str
    text: str
    """What a terminal prints; below a statement that is false, sentences that say what is so. Lines may be wrapped."""
    verdict: str
    tone: str
    """The verdict's colour: one of TONES."""
    bar: tuple[Part, ...] = ()
    is_struck: bool = False
    """Whether the headline is a statement that is false."""
    address: str = ""
    """Where to read more; only where there is no bar."""


@lru_cache(maxsize=1)
def drawn_with() -> str:
    """Return a hash of what decides the bytes of a picture besides its card."""
    return digest_of(Path(__file__).read_bytes(), *map(version, PACKAGES))


def draw(card: Card) -> bytes:
    """Return the picture of a card, as PNG."""
    canvas = _Canvas()
    _mark(canvas, card)
    top = _headline(canvas, card, 128)
    show = _sentences if card.is_struck else _terminal
    show(canvas, card.text, top + 22, 474)
    _verdict(canvas, card, 506)
    written = BytesIO()
    canvas.image.save(written, "PNG", compress_level=LEVEL)
    return written.getvalue()


class _Canvas:
    """An image with a palette: to draw in true colours and reduce them at the end takes more than twice as long."""

    def __init__(self) -> None:
        from PIL import Image, ImageColor, ImageDraw

        self.image = Image.new("P", SIZE, ImageColor.getrgb(BACKGROUND))
        self.pen = ImageDraw.Draw(self.image)
        self._shades: dict[tuple[str, str], list[int]] = {}

    def write(
        self, at: tuple[float, float], text: str, fill: str, font: FreeTypeFont, anchor: str, ground: str = BACKGROUND
    ) -> None:
        """Draw a text on a ground of one colour; Pillow itself leaves the edges of letters jagged in a palette."""
        from PIL import Image, ImageDraw

        left, top = int(at[0]), int(at[1])
        inside = at[0] - left, at[1] - top
        box = ImageDraw.Draw(self.image).textbbox(inside, text, font, anchor)
        start, end = (floor(box[0]), floor(box[1])), (ceil(box[2]), ceil(box[3]))
        if start == end:
            return
        ink = Image.new("L", (end[0] - start[0], end[1] - start[1]))
        ImageDraw.Draw(ink).text((inside[0] - start[0], inside[1] - start[1]), text, 255, font, anchor)
        numbers = ink.point(self._levels(ground, fill))
        self.image.paste(numbers, (left + start[0], top + start[1]), ink.point(INKED))

    def _levels(self, ground: str, fill: str) -> list[int]:
        """Return the number in the palette for each of the 256 degrees in which a letter covers a pixel."""
        if (ground, fill) not in self._shades:
            from PIL import ImageColor

            assert self.image.palette
            under, over = ImageColor.getrgb(ground), ImageColor.getrgb(fill)
            numbers = []
            for shade in range(SHADES + 1):
                mixed = tuple(low + (high - low) * shade // SHADES for low, high in zip(under, over, strict=True))
                numbers.append(self.image.palette.getcolor(mixed, self.image))
            self._shades[ground, fill] = [numbers[(level * SHADES + 127) // 255] for level in range(256)]
        return self._shades[ground, fill]


def _mark(canvas: _Canvas, card: Card) -> None:
    """Draw the mark with the site's name, and what is shared on the other side."""
    canvas.pen.rounded_rectangle((LEFT, 44, LEFT + 56, 100), 13, WINDOW, LINE, 2)
    canvas.write((LEFT + 28, 71), ">_", GREEN, mono(28, 700), "mm", WINDOW)
    canvas.write((LEFT + 74, 72), card.site, WHITE, sans(32, 700), "lm")
    canvas.write((RIGHT, 72), _clipped(card.kind, sans(26, 400), 640), GREY, sans(26, 400), "rm")


def _headline(canvas: _Canvas, card: Card, top: int) -> int:
    """Draw the headline, the longer the smaller; return where it ends."""
    is_chinese = bool(WIDE.search(card.headline))
    for size, most in HEADLINES:
        font = sans(size, 700, is_chinese=is_chinese)
        lines = _wrapped(card.headline, font, RIGHT - LEFT)
        if len(lines) <= most:
            break
    else:
        lines = _cut(lines, most, font, RIGHT - LEFT)
    for line in lines:
        canvas.write((LEFT, top + size), line, WHITE, font, "ls")
        if card.is_struck:
            middle = top + size * 2 // 3
            canvas.pen.line((LEFT, middle, LEFT + font.getlength(line), middle), STRIKE, 4)
        top += size * 5 // 4
    return top


def _terminal(canvas: _Canvas, text: str, top: int, bottom: int) -> None:
    """Draw a terminal's window with as much of its text as it has room for."""
    pen = canvas.pen
    pen.rounded_rectangle((LEFT, top, RIGHT, bottom), 14, WINDOW, LINE, 2)
    for number in range(3):
        left = LEFT + 22 + 26 * number
        pen.ellipse((left, top + 16, left + 13, top + 29), DOT)
    pen.line((LEFT, top + 46, RIGHT, top + 46), LINE, 2)
    room, width = bottom - top - 46 - 2 * 16, RIGHT - LEFT - 2 * PAD
    for size in (32, 28, 25):
        height = size * 3 // 2
        lines = [line for one in text.splitlines() for line in _wrapped(one, mono(size, 500), width)]
        if len(lines) * height <= room:
            break
    lines = _cut(lines, room // height, mono(size, 500), width)
    for number, line in enumerate(lines):
        base = top + 46 + 16 + height * number + size
        named = NAMED.match(line) if number == 0 else None
        end = named.end() if named else 0
        at = _write(canvas, (LEFT + PAD, base), line[:end], mono(size, 700), WHITE)
        _write(canvas, (at, base), line[end:], mono(size, 500), SOFT)


def _sentences(canvas: _Canvas, text: str, top: int, bottom: int) -> None:
    """Draw sentences beside a line in the mark's colour, the longer the smaller."""
    is_chinese = bool(WIDE.search(text))
    left, room = LEFT + PAD, bottom - top
    for size in PROSE:
        font, height = sans(size, 400, is_chinese=is_chinese), size * 3 // 2
        lines = _wrapped(text, font, RIGHT - left)
        if len(lines) * height <= room:
            break
    lines = _cut(lines, room // height, font, RIGHT - left)
    canvas.pen.line((LEFT + 2, top + 4, LEFT + 2, top + len(lines) * height), GREEN, 4)
    for number, line in enumerate(lines):
        canvas.write((left, top + height * number + size), line, SOFT, font, "ls")


def _verdict(canvas: _Canvas, card: Card, top: int) -> None:
    """Draw the verdict's word, the bar of what backs it, and what the parts of the bar are."""
    pen, word = canvas.pen, sans(30, 700)
    left = LEFT + int(word.getlength(card.verdict)) + 44
    pen.rounded_rectangle((LEFT, top, left, top + 50), 10, None, TONES[card.tone], 2)
    canvas.write((LEFT + 22, top + 25), card.verdict, TONES[card.tone], word, "lm")
    if not card.bar:
        canvas.write((LEFT, top + 83), _clipped(card.address, sans(24, 400), RIGHT - LEFT), SOFT, sans(24, 400), "lm")
        return
    _bar(pen, card.bar, left + 28, top + 16)
    captions = [f"{part.number} {part.words}" for part in card.bar]
    room = RIGHT - LEFT + 34
    small = next(font for font in _smaller(24) if sum(60 + font.getlength(words) for words in captions) < room)
    at = LEFT
    for part, words in zip(card.bar, captions, strict=True):
        pen.rounded_rectangle((at, top + 76, at + 15, top + 91), 4, GRADES[part.grade])
        canvas.write((at + 26, top + 83), words, SOFT, small, "lm")
        at += 26 + int(small.getlength(words)) + 34


def _smaller(size: int) -> Iterator[FreeTypeFont]:
    return (sans(one, 400) for one in range(size, 0, -1))


def _bar(pen: ImageDraw, bar: tuple[Part, ...], left: int, top: int) -> None:
    whole, done = sum(part.number for part in bar), 0
    ends = [left]
    for part in bar:
        done += part.number
        ends.append(left + (RIGHT - left) * done // whole)
    for part, (start, end) in zip(bar, pairwise(ends), strict=True):
        pen.rounded_rectangle((start, top, max(end - 5, start + 4), top + 18), 4, GRADES[part.grade])


# --- texts ---------------------------------------------------------------------------------------


def _write(canvas: _Canvas, at: tuple[float, int], text: str, own: FreeTypeFont, fill: str) -> float:
    """Write part of a line, what its font has no letter for in the other one; return where it ends."""
    left, base = at
    other = sans(int(own.size), 500)
    for has_it, letters in groupby(text, lambda letter: has_letter(own, letter)):
        run = "".join(letters)
        font = own if has_it else other
        canvas.write((left, base), run, fill, font, "ls", WINDOW)
        left += font.getlength(run)
    return left


def _length(text: str, font: FreeTypeFont) -> float:
    return sum(_width(letter, font) for letter in text)


@lru_cache(maxsize=1 << 14)
def _width(letter: str, font: FreeTypeFont) -> float:
    return (font if has_letter(font, letter) else sans(int(font.size), 500)).getlength(letter)


def _wrapped(text: str, font: FreeTypeFont, width: int) -> list[str]:
    """Divide a text into lines that fit; a word that is too long for a line is divided too."""
    lines, line = [], ""
    for piece in _pieces(text, font, width):
        if line and _length(line + piece.rstrip(), font) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def _pieces(text: str, font: FreeTypeFont, width: int) -> Iterator[str]:
    for piece in PIECES.findall(text):
        left = piece
        while _length(left.rstrip(), font) > width:
            fits = next(end for end in range(len(left), 0, -1) if _length(left[:end], font) <= width)
            yield left[:fits]
            left = left[fits:]
        yield left


def _cut(lines: list[str], count: int, font: FreeTypeFont, width: int) -> list[str]:
    """Return the first lines; where there are more, the last of them says so."""
    if len(lines) <= count:
        return lines
    return [*lines[: count - 1], _clipped(f"{lines[count - 1]} {lines[count]}", font, width)]


def _clipped(text: str, font: FreeTypeFont, width: int) -> str:
    """Return as many whole words of a text as fit."""
    if _length(text, font) <= width:
        return text
    kept = ""
    for piece in PIECES.findall(text):
        if _length(kept + piece.rstrip() + ELLIPSIS, font) > width:
            break
        kept += piece
    return kept.rstrip(" ,:;，、：；") + ELLIPSIS


# --- fonts ---------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def sans(size: int, weight: int, *, is_chinese: bool = True) -> FreeTypeFont:
    """Return Noto Sans CJK: the simplified Chinese face, or the one whose quotation marks are as wide as in English."""
    return _font("manimgx_fonts_cjk", "NotoSansCJK-VF.otf.ttc", 2 if is_chinese else 1, size, weight)


@lru_cache(maxsize=32)
def mono(size: int, weight: int) -> FreeTypeFont:
    """Return JetBrains Mono."""
    return _font("fontpkg_jetbrains_mono", "files/JetBrainsMono[wght].ttf", 0, size, weight)


def _font(package: str, file: str, face: int, size: int, weight: int) -> FreeTypeFont:
    from PIL import ImageFont

    found = find_spec(package)
    assert found
    assert found.origin
    # The other layout engine asks for a library of the system, which is there on some machines only.
    made = ImageFont.truetype(Path(found.origin).parent / file, size, face, layout_engine=ImageFont.Layout.BASIC)
    made.set_variation_by_axes([weight])
    return made


@lru_cache(maxsize=1 << 12)
def has_letter(font: FreeTypeFont, letter: str) -> bool:
    """Tell whether a font has a letter: what it has not looks like what stands for no letter at all."""
    return bytes(font.getmask(letter)) != bytes(font.getmask("\U0010fffe"))
