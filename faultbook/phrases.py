"""Entries by what people call an error ("oom", "device-side assert", 显存不足), for a short line without a message.

Every word of it must be known of one entry, so that a line of a log leads nowhere. Nothing is estimated: whole words,
and the entries that have them. Its twin is in `site_overrides/assets/matcher.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from faultbook.normalize import fold, lower

MAX_SHORT = 100  # characters; what is longer is a message
MAX_FOUND = 6  # entries; words that more have say nothing
MIN_NAME = 8  # characters
MAX_SPARE = 3  # words besides a phrase
MAX_SCATTERED = {3: 3, 4: 2}  # entries that have all words, by level: in one phrase, somewhere
EXACT = 0
MIN_SCATTERED = {3: 2, 4: 3}  # words, by level, that a text must have
_WORD = re.compile("[a-z0-9_]+|[\u3400-\u9fff]+")
_VARIABLE = re.compile("<[^<>]*>")
_NAME = re.compile("[a-z]_|_[a-z]|[a-z][0-9]|[0-9][a-z]")
# A line of a program or a table is not what people type.
_CODE = re.compile("[][{}=<>|;\\\\]|[(]$|^[^A-Za-z0-9_\u3400-\u9fff]|^\\w+(?:[.]\\w+)+[(]|^(?:import|from) ", re.ASCII)
# What people write around what they look for, and what many messages begin with.
_FILLERS = frozenset(
    [
        *("a", "an", "and", "for", "in", "is", "are", "of", "on", "or", "the", "to", "with", "i", "my", "do", "does"),
        *("how", "what", "when", "why", "get", "getting", "got", "use", "using", "mean", "means", "please", "help"),
        *("error", "errors", "fix", "solve", "issue", "problem", "exception", "message", "details", "warning", "info"),
        *("following", "traceback", "caused", "by", "some", "like", "that", "can"),
        *("runtimeerror", "valueerror", "typeerror", "importerror", "oserror", "keyerror"),
        *("indexerror", "assertionerror", "attributeerror", "modulenotfounderror"),
    ]
)
_FILLERS_ZH = (
    "怎么解决",
    "如何解决",
    "什么意思",
    "怎么办",
    "是什么",
    "为什么",
    "报错",
    "错误",
    "请问",
    "解决",
    "问题",
    "求助",
)


class Phrased(NamedTuple):
    """Entries whose phrases a text has, the best first, and how many of them are called exactly that."""

    ids: tuple[str, ...] = ()
    exact: int = 0


class _Fit(NamedTuple):
    """How well an entry fits: the smaller, the better."""

    level: int
    rank: int
    spare: int
    """How many words only one of the two has: the phrase, or the text."""
    entry: int


class _Phrase(NamedTuple):
    rank: int
    """0 for what people call it, 1 for a title, 2 for a name, 3 for a wording."""
    words: str
    """Each with a space before and behind."""


class PhraseIndex:
    """The phrases of all entries."""

    def __init__(self, entries: Sequence[Mapping[str, Any]]) -> None:
        self._ids = [entry["id"] for entry in entries]
        self._phrases: list[list[_Phrase]] = []
        self._having: dict[str, set[int]] = {}
        for number, entry in enumerate(entries):
            found = [_Phrase(rank, _spaced(words)) for rank, text in _phrases(entry) if (words := words_of(text))]
            self._phrases.append(found)
            for word in {word for phrase in found for word in phrase.words.split()}:
                self._having.setdefault(word, set()).add(number)

    def find(self, line: str) -> Phrased:
        """Return the entries that a short line names."""
        if len(line) > MAX_SHORT:
            return Phrased()
        words = words_of(line)
        only_as_a_whole = bool(_CODE.search(line.strip(" '"))) or not any(map(_is_telling, words))
        levels: dict[int, list[_Fit]] = {}
        for number in {number for word in words for number in self._having.get(word, ())}:
            best = self._best(number, words)
            if best is not None and not (only_as_a_whole and best.level in (1, 3, 4)):
                levels.setdefault(best.level, []).append(best)
        return self._chosen(levels)

    def _chosen(self, levels: Mapping[int, list[_Fit]]) -> Phrased:
        chosen: list[int] = []
        for level, limit in ((EXACT, MAX_FOUND), (1, MAX_FOUND), (2, MAX_FOUND), *MAX_SCATTERED.items()):
            found = sorted(levels.get(level, ()))
            if level in MAX_SCATTERED and chosen:
                break
            if len(chosen) + len(found) > limit and level != EXACT:
                break
            chosen += [fit.entry for fit in found[:limit]]
        return Phrased(tuple(self._ids[number] for number in chosen), min(len(levels.get(EXACT, ())), MAX_FOUND))

    def _best(self, number: int, words: Sequence[str]) -> _Fit | None:
        """Return how well the phrase of an entry fits that fits best."""
        whole = _spaced(words)
        fitting = [
            _Fit(level, phrase.rank, abs(phrase.words.count(" ") - whole.count(" ")), number)
            for phrase in self._phrases[number]
            for level in _levels(phrase, whole, words)
        ]
        everywhere = len(set(words)) >= MIN_SCATTERED[4] and all(number in self._having.get(word, ()) for word in words)
        return min(fitting, default=_Fit(4, 0, 0, number) if everywhere else None)


def _levels(phrase: _Phrase, whole: str, words: Sequence[str]) -> Iterator[int]:
    """Yield how a phrase fits: 0 it is the text, 1 it holds it, 2 the text holds it, 3 it has all the text's words."""
    says_enough = len(words) > 1 or _is_name(words[0])
    if phrase.words == whole and (says_enough or phrase.rank < 3):
        yield EXACT
    elif whole in phrase.words and says_enough:
        yield 1
    elif phrase.rank < 2 and phrase.words in whole and _is_enough_of(phrase, words):
        yield 2
    elif len(set(words)) >= MIN_SCATTERED[3] and all(f" {word} " in phrase.words for word in words):
        yield 3


def _is_enough_of(phrase: _Phrase, words: Sequence[str]) -> bool:
    known = phrase.words.split()
    return len(words) - len(known) <= MAX_SPARE and any(map(_is_telling, known))


def _phrases(entry: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    for texts in entry.get("words", {}).values():
        yield from ((0, text) for text in texts)
    yield from ((1, text) for text in entry.get("title", {}).values())
    names = (entry["id"].rpartition("/")[2], *entry.get("codes", ()), *entry["aliases"])
    yield from ((2, name) for name in names)
    for wording in (_VARIABLE.sub("*", entry.get("symptom", "")), *entry["signatures"], *entry.get("shared", ())):
        yield from ((3, piece) for piece in wording.split("*"))


def words_of(text: str) -> list[str]:
    """Return the words of a text that say what it is about; of Chinese each two characters in a row."""
    text = lower(fold(text))
    for filler in _FILLERS_ZH:
        text = text.replace(filler, " ")
    return [word for run in _WORD.findall(text) for word in _parts(run)]


def _parts(run: str) -> Iterator[str]:
    if run[0] < "\u3400":
        if run not in _FILLERS:
            yield run
    else:
        yield from (run[place : place + 2] for place in range(max(1, len(run) - 1)))


def _spaced(words: Iterable[str]) -> str:
    return f" {' '.join(words)} "


def _is_name(word: str) -> bool:
    """Tell whether a word alone, as a part of a phrase, says enough: Chinese, long, or as programs name things."""
    return word[0] >= "\u3400" or len(word) >= MIN_NAME or bool(_NAME.search(word))


def _is_telling(word: str) -> bool:
    """Tell whether a word can name an error: two Chinese characters, three letters, or a number of four digits."""
    return word[0] >= "\u3400" or len(word) > (3 if word.isdigit() else 2)
