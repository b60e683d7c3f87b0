"""The numbers of a message, such as "Tried to allocate <number>", read in a compact text. Units count as bytes.

White space is gone from a compact text, but not forgotten: "512 bytes of" is `512bytesof`, and "GPU 0 2 GiB" no 02 GiB.
Its twin is in `site_overrides/assets/matcher.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from faultbook.conditions import UNITS
from faultbook.signatures import GAP, Compact, compacted

PLACE = "<number>"
BEFORE = 500  # characters of the line before a message that are read too
BEHIND = 2000  # characters, from where a message was found, in which its numbers stand
MAX_DIGITS = 20
_RUN = re.compile("[0-9][0-9.,]*")
_NUMBER = re.compile("[0-9]+(?:,[0-9]{3})*(?:\\.[0-9]+)?")
_UNIT = re.compile("(?:[kmgt]i?b|bytes?)")


class Number(NamedTuple):
    """A number in a text, without its unit and with it."""

    start: int
    end: int
    value: float
    unit_end: int
    bytes: float


class Pattern:
    """Where a number stands: the literal pieces before and behind it, the nearest first, and adjacent unless empty."""

    def __init__(self, text: str) -> None:
        before, _place, behind = text.strip(" \t\r\n").partition(PLACE)
        self.before = [compacted(piece) for piece in reversed(before.split("*"))]
        self.behind = [compacted(piece) for piece in behind.split("*")]

    def read(self, text: Compact, number: Number, start: int, end: int) -> float | None:
        """Return the number if it stands where this says, in a part of a text."""
        if not self._is_behind(text, number.start, start):
            return None
        if number.unit_end > number.end and self._is_before(text, number.unit_end, end):
            return number.bytes
        return number.value if self._is_before(text, number.end, end) else None

    def _is_behind(self, text: Compact, place: int, start: int) -> bool:
        first = True
        for piece in self.before:
            low = place - len(piece) - (0 if first else GAP)
            place = text.text.rfind(piece, max(start, low), place)
            if place < 0:
                return False
            first = False
        return not text.is_inside_word(place)

    def _is_before(self, text: Compact, place: int, end: int) -> bool:
        first = True
        for piece in self.behind:
            high = place + len(piece) + (0 if first else GAP)
            found = text.text.find(piece, place, min(end, high))
            if found < 0:
                return False
            place, first = found + len(piece), False
        return not text.is_inside_word(place)


def message_at(text: Compact, place: int, end: int) -> tuple[int, int]:
    """Return the part of a text in which the numbers of a message stand: found at a place, it ends before another."""
    start = max(text.line_start(text.line_at(place)), place - BEFORE)
    return start, min(end, place + BEHIND, len(text.text))


class NumberPatterns:
    """The numbers that the messages of one entry have, by name."""

    def __init__(self, patterns: Mapping[str, Sequence[str]]) -> None:
        self._patterns = {name: [Pattern(text) for text in texts] for name, texts in patterns.items()}

    def read(self, text: Compact, start: int, end: int) -> dict[str, float]:
        """Return the numbers of a message that stands in a part of a text, each the first time."""
        found: dict[str, float] = {}
        for number in numbers_in(text, start, end):
            for name, patterns in self._patterns.items():
                values = (pattern.read(text, number, start, end) for pattern in patterns) if name not in found else ()
                value = next((value for value in values if value is not None), None)
                if value is not None:
                    found[name] = value
        return {name: found[name] for name in self._patterns if name in found}


def numbers_in(text: Compact, start: int, end: int) -> Iterator[Number]:
    """Yield the numbers in a part of a text; none that a line's end may have cut in two."""
    for run in _RUN.finditer(text.text, start, end):
        place = run.start()
        while place < run.end():
            stop = next((stop for stop in range(place + 1, run.end()) if not text.is_joined(stop)), run.end())
            number = _number(text, place, stop)
            if number is not None and not (_is_cut(text, place) or _is_cut(text, stop)):
                yield number
            place = stop


def _number(text: Compact, start: int, stop: int) -> Number | None:
    """Return the number at a place, if all digits up to another belong to it."""
    found = _NUMBER.match(text.text, start, stop)
    if found is None or found.end() - start > MAX_DIGITS or any(map(str.isdigit, text.text[found.end() : stop])):
        return None
    value = float(found.group().replace(",", ""))
    unit = _UNIT.match(text.text, found.end()) if found.end() == stop else None
    if unit is None or text.is_inside_word(unit.end()):
        return Number(start, found.end(), value, found.end(), value)
    return Number(start, found.end(), value, unit.end(), value * UNITS[unit.group()])


def _is_cut(text: Compact, place: int) -> bool:
    """Tell whether a line ends at a place between two parts of what may be one number."""
    around = text.text[place - 1 : place + 1] if place > 0 else ""
    at_line = len(around) == 2 and text.line_start(text.line_at(place)) == place
    return at_line and around[0] in "0123456789." and around[1] in "0123456789."
