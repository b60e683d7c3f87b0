"""Entries whose wordings share words with a text: a hint where nothing matches, never an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from faultbook.normalize import fold, lower

MAX_NEAR = 3
MAX_POSTINGS = 64  # a word in more wordings than this says nothing
MAX_WORDS = 32  # of a text, the rarest ones
MAX_CANDIDATES = 64
MIN_SHARE = 75  # per cent of a wording's weight that the text must have
MIN_WORDS = 4
MIN_RARE = 2  # of these, words that are not in too many wordings
_WORD = re.compile("[a-z0-9_]{3,}")


class NearIndex:
    """The words of all wordings. Whole numbers only, so that two languages count the same."""

    def __init__(self, entries: Iterable[Mapping[str, Any]]) -> None:
        self._wordings: list[tuple[str, list[str]]] = []
        self._postings: dict[str, list[int]] = {}
        for entry in entries:
            for signature in entry["signatures"]:
                words = list(dict.fromkeys(_WORD.findall(lower(fold(signature)))))
                for word in words:
                    self._postings.setdefault(word, []).append(len(self._wordings))
                self._wordings.append((entry["id"], words))
        # A word weighs one more for each time that it is twice as rare.
        count = len(self._wordings)
        self._weights = {word: (count // len(numbers)).bit_length() for word, numbers in self._postings.items()}

    def find(self, lines: list[str]) -> tuple[str, ...]:
        """Return the ids of the nearest entries, the nearest first."""
        words = set(_WORD.findall(lower("\n".join(lines))))
        counts: dict[int, int] = {}
        for word in self._rarest(words):
            for number in self._postings[word]:
                counts[number] = counts.get(number, 0) + 1
        several = [number for number, count in counts.items() if count >= MIN_RARE]
        likely = sorted(several, key=lambda number: (-counts[number], number))[:MAX_CANDIDATES]
        best: dict[str, tuple[int, int]] = {}
        for number in likely:
            name, share = self._share(number, words)
            if share >= MIN_SHARE and (name not in best or share > best[name][0]):
                best[name] = (share, number)
        ranked = sorted(best, key=lambda name: (-best[name][0], best[name][1]))
        return tuple(ranked[:MAX_NEAR])

    def _rarest(self, words: set[str]) -> list[str]:
        counted = [(len(self._postings[word]), word) for word in words if word in self._postings]
        return [word for count, word in sorted(counted)[:MAX_WORDS] if count <= MAX_POSTINGS]

    def _share(self, number: int, words: set[str]) -> tuple[str, int]:
        name, wording = self._wordings[number]
        weights = self._weights
        shared = [weights[word] for word in wording if word in words]
        if len(shared) < MIN_WORDS:
            return name, 0
        return name, sum(shared) * 100 // sum([weights[word] for word in wording])
