"""Lines that no wording finds, by the words that they hold. The twin of a part of `site_overrides/assets/matcher.js`.

A rule is a list of groups, each of them words with `|` between: a line shows it if it has one of each group. Of a group
that begins with `!` it may have none. Words stand alone, unless a `*` says that more letters may come before or behind.
`^` stands for the beginning of the line, `$` for its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from faultbook.normalize import fold, lower

MAX_LINE = 1000  # characters of a line that are read
_WORD = re.compile("[a-z0-9_]+")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")


class Guess(NamedTuple):
    """What a line leads to: an entry or a code, and how many characters of the line say so."""

    kind: str
    id: str
    weight: int


class _Words(NamedTuple):
    """One of a group: what is sought, and on which sides of it letters may stand."""

    text: str
    open_start: bool
    open_end: bool

    def stand_in(self, line: str) -> bool:
        place = line.find(self.text)
        while place >= 0:
            end = place + len(self.text)
            if (self.open_start or not _parts_word(line, place)) and (self.open_end or not _parts_word(line, end)):
                return True
            place = line.find(self.text, place + 1)
        return False


class _Rule(NamedTuple):
    kind: str
    id: str
    wanted: tuple[tuple[_Words, ...], ...]
    unwanted: tuple[_Words, ...]

    def weight_in(self, line: str) -> int:
        """Return how many characters of a line the rule asks for; 0: the line does not show it."""
        total = 0
        for group in self.wanted:
            longest = max((len(words.text) for words in group if words.stand_in(line)), default=0)
            if not longest:
                return 0
            total += longest
        return 0 if any(words.stand_in(line) for words in self.unwanted) else total


class LineIndex:
    """The rules of all entries and codes, filed under the longest word of each of what their first group names."""

    def __init__(self, entries: Iterable[Mapping[str, Any]], codes: Iterable[Mapping[str, Any]]) -> None:
        self._rules = [
            _rule(kind, item[name], groups)
            for kind, items, name in (("entry", entries, "id"), ("code", codes, "name"))
            for item in items
            for groups in item.get("lines", ())
        ]
        self._filed: dict[str, list[int]] = {}
        for number, rule in enumerate(self._rules):
            for words in rule.wanted[0] if rule.wanted else ():
                longest = max(_WORD.findall(words.text), key=len, default="")
                self._filed.setdefault(longest, []).append(number)

    def find(self, line: str) -> Guess | None:
        """Return what a cleaned line leads to: the rule that asks for most of it, of several the first."""
        read = f"^{lower(line[:MAX_LINE])}$"
        known = [self._filed[word] for word in set(_WORD.findall(read)) if word in self._filed]
        best: Guess | None = None
        for number in sorted({number for numbers in known for number in numbers}):
            rule = self._rules[number]
            weight = rule.weight_in(read)
            if weight > (best.weight if best else 0):
                best = Guess(rule.kind, rule.id, weight)
        return best


def _rule(kind: str, name: str, groups: Iterable[str]) -> _Rule:
    given = list(groups)
    wanted = tuple(tuple(map(_words, group.split("|"))) for group in given if not group.startswith("!"))
    unwanted = tuple(_words(one) for group in given if group.startswith("!") for one in group[1:].split("|"))
    return _Rule(kind, name, wanted, unwanted)


def _words(written: str) -> _Words:
    text = lower(fold(written)).strip(" ")
    return _Words(text.strip("*"), text.startswith("*"), text.endswith("*"))


def _parts_word(line: str, place: int) -> bool:
    return 0 < place < len(line) and line[place - 1] in _LETTERS and line[place] in _LETTERS
