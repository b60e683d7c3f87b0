"""Text in pictures: how wide it is at most, in the widest of the fonts a reader may have.

Widths are in thousandths of an em, by class of character, rounded up from DejaVu Sans and DejaVu Sans Mono, which are
wider than the system fonts that the style sheet names before them. What fits here fits there.
"""

from __future__ import annotations

from unicodedata import east_asian_width

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


def width_of(text: str, size: float, *, is_code: bool = False) -> float:
    """Return at most how wide a text is at a font size."""
    return sum(_width(letter, is_code) for letter in text) * size / 1000


def _width(letter: str, is_code: bool) -> int:  # noqa: FBT001 - a style, not a switch
    if letter in WIDTHS:
        return MONO if is_code else WIDTHS[letter]
    if east_asian_width(letter) in "WFA":
        return FULL
    return MONO if is_code else OTHER
