"""Signatures: literal text in which `*` stands for anything, and where they are found in a text.

No regular expressions: a browser has no safe engine for them. White space never counts, so that a line wrapped
anywhere still matches, but a signature that begins or ends with a letter, a digit or `_` matches whole words there.
Finding is linear in the text for each piece between two stars.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate

from faultbook.normalize import Cleaner, fold, lower

GAP = 300  # characters, white space not counted, that one star can stand for
MAX_SPANS = 4096  # a message that stands in a text so often says nothing more
_WORD = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")


class Compact:
    """A text without white space, in small ASCII letters, that still knows its lines and words.

    Of a passage of a longer text it also knows which lines are the passage's own, and which stand around it.
    """

    def __init__(self, text: str, before: str = "", after: str = "") -> None:
        cleaner = Cleaner(before)
        first = cleaner.counts()
        cleaner.add(text)
        end = cleaner.counts()
        cleaner.add(after)
        self.lines = cleaner.lines
        self._own = list(_own_lines(first, end, cleaner.counts()))
        self.text = lower("".join(self.lines).replace(" ", ""))
        self._ends: dict[int, set[int]] = {}

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *accumulate(len(line) - line.count(" ") for line in self.lines)]

    def _word_ends(self, line: int) -> set[int]:
        ends = self._ends.get(line)
        if ends is None:
            lengths = [self._starts[line], *map(len, self.lines[line].split(" "))]
            ends = self._ends[line] = set(accumulate(lengths))
        return ends

    def line_at(self, position: int) -> int:
        """Return the index of the line in which a position lies."""
        return bisect_right(self._starts, position) - 1

    def line_start(self, line: int) -> int:
        """Return the position at which a line begins."""
        return self._starts[line]

    def is_own(self, position: int) -> bool:
        """Tell whether a position lies in the passage, not around it."""
        return bisect_right(self._own, self.line_at(position)) % 2 == 1

    def is_inside_word(self, position: int) -> bool:
        """Tell whether a position parts a word: letters, digits or `_` on both sides and no space between."""
        text = self.text
        if not 0 < position < len(text) or text[position - 1] not in _WORD or text[position] not in _WORD:
            return False
        return self.is_joined(position)

    def is_joined(self, position: int) -> bool:
        """Tell whether no white space stands before the character at a position."""
        return position not in self._word_ends(self.line_at(position))


def _own_lines(first: Mapping[str, int], end: Mapping[str, int], whole: Mapping[str, int]) -> Iterator[int]:
    """Yield where the passage's lines begin and end in each process's group of lines."""
    start = 0
    for process, count in whole.items():
        yield start + first.get(process, 0)
        yield start + end.get(process, 0)
        start += count


class Signature:
    """A prepared signature: its literal pieces, and whether its ends are open (a star stands there)."""

    __slots__ = ("open_end", "open_start", "pieces", "weight")

    def __init__(self, text: str) -> None:
        stripped = text.strip(" \t\r\n")
        self.pieces = tuple(piece for piece in map(compacted, stripped.split("*")) if piece)
        self.open_start = stripped.startswith("*")
        self.open_end = stripped.endswith("*")
        self.weight = sum(map(len, self.pieces))

    def spans(self, compact: Compact) -> list[tuple[int, int]]:
        """Return where the signature is found, as (start, end) in `compact.text`, by their ends."""
        if not self.pieces:
            return []
        text = compact.text
        first = self.pieces[0]
        chains = [
            (start, start + len(first))
            for start in _occurrences(text, first)
            if self.open_start or not compact.is_inside_word(start)
        ]
        for piece in self.pieces[1:]:
            chains = _continued(text, piece, chains)
        return [(start, end) for start, end in chains if self.open_end or not compact.is_inside_word(end)]


def compacted(piece: str) -> str:
    """Return literal text as it is sought in a compact text."""
    return lower(fold(piece).replace("\n", "").replace(" ", ""))


def _occurrences(text: str, piece: str) -> Iterator[int]:
    position = text.find(piece)
    for _count in range(MAX_SPANS):
        if position < 0:
            return
        yield position
        position = text.find(piece, position + 1)


def _continued(text: str, piece: str, chains: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the chains prolonged by the next piece, at each place within reach, from the nearest chain before it."""
    found: list[tuple[int, int]] = []
    position = 0
    for index, (_start, end) in enumerate(chains):
        position = max(position, end)
        limit = end + GAP
        if index + 1 < len(chains):
            limit = min(limit, chains[index + 1][1] - 1)  # what comes later is nearer to the next chain
        while position <= limit and len(found) < MAX_SPANS:
            position = text.find(piece, position, limit + len(piece))
            if position < 0:
                position = limit + 1
                break
            found.append((chains[index][0], position + len(piece)))
            position += 1
    return found
