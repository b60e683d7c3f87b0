"""A pasted text → the entry or status code it shows. The twin of `site_overrides/assets/matcher.js`.

What is found is ranked: an exception that was raised comes before a line that was merely logged, and that before a
warning; of several the first is the innermost. Where two signatures overlap, the longer one wins. Wrappers are never
the answer, and where another vendor's error is found nothing is.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from faultbook.causes import Reading, Told
from faultbook.numbers import speaks_of_gpus
from faultbook.passages import Passage
from faultbook.phrases import Phrased
from faultbook.signatures import Compact
from faultbook.targets import MIN_PIECE, Found, Index, found_at

__all__ = ["MIN_PIECE", "Answer", "Hit", "Index", "Search", "find"]
MAX_LINE = 300
FRAME = "File '"  # before a line of a program, in a traceback
QUIET = 2  # how loud a warning is, of _loudness
NCCL = "NCCL WARN"  # how NCCL begins its errors
_KINDS = ("entry", "code", "number", "wrapper", "foreign", "ignore")
_RAISED = re.compile("[A-Za-z0-9_](?:Error|Exception)(?:: |:?$)|what\\(\\):")
_QUIET = re.compile("[Ww]arning|WARN|(?:^| )INFO[: ]|^\\[?[WI](?:[0-9]{3,4})? ")


class Hit(NamedTuple):
    """An entry or a status code found in a text."""

    kind: str
    id: str
    signature: str
    line: str
    """The cleaned line of the text in which it begins."""
    code: str | None
    """The status code by which an entry was found."""
    reading: Reading | None = None
    """Of the best hit, where it is an entry: what the text says of its causes."""

    def as_json(self) -> dict[str, Any]:
        """Return the hit as JSON data."""
        return {**self._asdict(), "reading": self.reading.as_json() if self.reading else None}


class _Ranked(NamedTuple):
    """A hit, how it ranks among others, and what was read in its message."""

    rank: tuple[int, int, int]
    hit: Hit
    told: Told


class Answer(NamedTuple):
    """What a text shows. Kinds `entry` and `code` are matches, all others are not.

    Of `shared`, a wording that several entries have, and of `words`, what people call an error, the entries are in
    `others`, best first.
    """

    kind: str
    best: Hit | None = None
    others: tuple[Hit, ...] = ()
    number: int | None = None
    codes: tuple[str, ...] = ()
    wrappers: tuple[str, ...] = ()
    foreign: str | None = None
    near: tuple[str, ...] = ()

    @property
    def by_wording(self) -> Hit | None:
        """Return the best hit if its wording was found: surer than words of a line, for what nobody asked about."""
        return self.best if self.best is not None and self.best.signature else None

    def as_json(self) -> dict[str, Any]:
        """Return the answer as JSON data."""
        return {
            "kind": self.kind,
            "best": self.best.as_json() if self.best else None,
            "others": [hit.as_json() for hit in self.others],
            "number": self.number,
            "codes": list(self.codes),
            "wrappers": list(self.wrappers),
            "foreign": self.foreign,
            "near": list(self.near),
        }


def find(text: str, index: Index) -> Answer:
    """Return what a pasted text shows."""
    search = Search(index)
    search.add(Passage(text))
    return search.answer()


class Search:
    """What the passages of a text show, put together. It keeps the last one only, however long a log is."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._passages = 0
        self._last = Compact("")
        self._foreign: str | None = None
        self._wrappers: dict[str, None] = {}
        self._hits: dict[tuple[str, str], _Ranked] = {}
        self._shared: dict[str, _Ranked] = {}
        self._guessed: _Ranked | None = None
        self._signs: dict[str, set[str]] = {}
        self._mentioned: tuple[str, str] | None = None
        self._speaks_of_gpus = False
        self.is_blank = True

    def add(self, passage: Passage) -> None:
        """Read the next passage. What begins around it counts in the passage that has it."""
        compact = Compact(passage.text, passage.before, passage.after)
        found = [
            item for number in self._index.candidates(compact.text) for item in found_at(self._index, number, compact)
        ]
        heard = list(_without_ignored(found))
        for item in heard:
            if compact.is_own(item.start):
                self._hear(compact, item)
        places = list(_heaviest([item for item in heard if item.target.kind in ("entry", "code", "number")]))
        for number, item in enumerate(places):
            if compact.is_own(item.start):
                self._rank(compact, places, number)
        if not self._hits:
            self._listen_for_xids(compact)
            self._guess(compact, [item for item in found if item.target.kind == "ignore"])
        self._passages += 1
        self._last = compact
        self.is_blank = self.is_blank and not compact.lines

    def _hear(self, compact: Compact, item: Found) -> None:
        """Keep what is no match by itself."""
        if item.target.kind == "foreign" and self._foreign is None:
            self._foreign = item.id
        elif item.target.kind == "wrapper":
            self._wrappers.setdefault(item.id)
        elif item.target.kind == "sign":
            self._signs.setdefault(item.id, set()).add(item.target.signature)
        elif item.target.kind == "shared":
            ranked = self._ranked(compact, item)
            if item.id not in self._shared or ranked.rank < self._shared[item.id].rank:
                self._shared[item.id] = ranked

    def _ranked(self, compact: Compact, item: Found) -> _Ranked:
        line = compact.lines[compact.line_at(item.start)]
        kind = "code" if item.target.kind in ("code", "number") else "entry"
        hit = _named(self._index, Hit(kind, item.id, item.target.signature, line[:MAX_LINE], None))
        return _Ranked((_loudness(line), self._passages, item.start), hit, Told())

    def _rank(self, compact: Compact, places: list[Found], number: int) -> None:
        """Keep the best hit of each entry and code, with the numbers of its message."""
        place = places[number].start
        ranked = self._ranked(compact, places[number])
        key = ranked.hit.kind, ranked.hit.id
        if key in self._hits and self._hits[key].rank <= ranked.rank:
            return
        if ranked.hit.kind == "entry":
            following = itertools.islice(places, number + 1, None)
            starts = (item.start for item in following if self._entry_of(item) == ranked.hit.id)
            line = compact.line_at(place)
            end = next((start for start in starts if compact.line_at(start) > line), len(compact.text))
            ranked = ranked._replace(told=self._index.causes_of(ranked.hit.id).told(compact, place, end))
        self._hits[key] = ranked

    def _entry_of(self, item: Found) -> str | None:
        """Return the entry that a found thing leads to, if it is one alone."""
        if item.target.kind == "entry":
            return item.id
        entries = self._index.shown_by.get(item.id, ())
        return entries[0] if len(entries) == 1 else None

    def _guess(self, compact: Compact, ignored: list[Found]) -> None:
        """Keep the line that leads somewhere by its words: the loudest, of several the first. Warnings do not."""
        passed = {
            line for item in ignored for line in range(compact.line_at(item.start), compact.line_at(item.end - 1) + 1)
        }
        for number, line in enumerate(compact.lines):
            place = compact.line_start(number)
            loudness = _loudness(line)
            is_better = self._guessed is None or loudness < self._guessed.rank[0]
            is_code = number > 0 and compact.lines[number - 1].startswith(FRAME)
            is_warning = loudness == QUIET and NCCL not in line
            if not is_better or is_warning or number in passed or is_code or not compact.is_own(place):
                continue
            guess = self._index.guess(line)
            if guess is not None:
                hit = _named(self._index, Hit(guess.kind, guess.id, "", line[:MAX_LINE], None))
                self._guessed = _Ranked((loudness, self._passages, place), hit, Told())

    def _listen_for_xids(self, compact: Compact) -> None:
        self._speaks_of_gpus = self._speaks_of_gpus or speaks_of_gpus(compact.text)
        if self._mentioned is None and "xid" in compact.text:
            self._mentioned = self._index.numbers.mentioned(compact.lines)

    def answer(self) -> Answer:
        """Return what the text shows."""
        if self._foreign is not None:
            return Answer("foreign", foreign=self._foreign)
        wrappers = tuple(self._wrappers)
        if self._hits:
            return self._matched(wrappers)
        if self._shared:
            return Answer("shared", others=_in_order(self._shared), wrappers=wrappers)
        by_number = self._by_number(wrappers)
        if by_number is not None:
            return by_number
        phrased = self._phrased().ids
        if phrased:
            return Answer("words", others=self._called(phrased), wrappers=wrappers)
        return self._by_words_of_a_line(wrappers)

    def _by_words_of_a_line(self, wrappers: tuple[str, ...]) -> Answer:
        if self._guessed is not None:
            hit = self._guessed.hit
            return Answer(hit.kind, self._read(hit), wrappers=wrappers)
        return Answer("wrapper" if wrappers else "none", wrappers=wrappers, near=self._index.near(self._last))

    def _matched(self, wrappers: tuple[str, ...]) -> Answer:
        """Return the best hit with what it says of causes, then the others, then entries that are called so."""
        best, *others = _in_order(self._hits)
        phrased = self._phrased()
        named = phrased.ids[: phrased.exact]
        if best.kind == "code":  # it says less than an entry
            others += _in_order(self._shared)
            named = phrased.ids
        known = {best.id, *(hit.id for hit in others)}
        others += self._called([name for name in named if name not in known])
        return Answer(best.kind, self._read(best), tuple(others), wrappers=wrappers)

    def _by_number(self, wrappers: tuple[str, ...]) -> Answer | None:
        numbers = self._index.numbers
        asked = numbers.asked(self._last.lines) if self._passages == 1 else None
        if asked is not None:
            number, codes, of_library = asked
            if of_library and len(codes) == 1:  # a bare 137 is more often a process's exit status than an Xid
                return self._code(codes[0], self._last.lines[0], wrappers)
            return Answer("number", number=number, codes=codes, others=self._called(self._phrased().ids))
        if self._mentioned is not None and self._speaks_of_gpus:
            return self._code(*self._mentioned, wrappers)
        return None

    def _phrased(self) -> Phrased:
        return self._index.phrased(self._last) if self._passages == 1 else Phrased()

    def _called(self, names: Iterable[str]) -> tuple[Hit, ...]:
        return tuple(Hit("entry", name, "", self._last.lines[0][:MAX_LINE], None) for name in names)

    def _read(self, hit: Hit) -> Hit:
        """Return a hit with what the text says of the causes of its entry."""
        if hit.kind != "entry":
            return hit
        ranked = self._hits.get((hit.kind, hit.id))
        texts = self._signs.get(hit.id, set())
        return hit._replace(reading=self._index.causes_of(hit.id).reading(texts, ranked.told if ranked else Told()))

    def _code(self, name: str, line: str, wrappers: tuple[str, ...]) -> Answer:
        hit = _named(self._index, Hit("code", name, "", line[:MAX_LINE], None))
        return Answer(hit.kind, self._read(hit), wrappers=wrappers)


def _in_order(ranked: Mapping[Any, _Ranked]) -> tuple[Hit, ...]:
    return tuple(item.hit for item in sorted(ranked.values(), key=lambda item: item.rank))


def _without_ignored(found: Iterable[Found]) -> Iterator[Found]:
    """Yield those that do not begin inside something to be ignored, in the order of the text."""
    reach = -1
    for item in sorted(found, key=lambda item: (item.start, item.target.kind != "ignore")):
        if item.target.kind == "ignore":
            reach = max(reach, item.end)
        elif item.start >= reach:
            yield item


def _named(index: Index, hit: Hit) -> Hit:
    """Return the entry instead of a status code that only one entry shows."""
    entries = index.shown_by.get(hit.id, ()) if hit.kind == "code" else ()
    return hit._replace(kind="entry", id=entries[0], code=hit.id) if len(entries) == 1 else hit


def _loudness(line: str) -> int:
    """Return 0 for an exception that was raised, 1 for what was logged, 2 for a warning."""
    if _QUIET.search(line[:MAX_LINE]):
        return QUIET
    return 0 if _RAISED.search(line[:MAX_LINE]) else 1


def _heaviest(found: list[Found]) -> Iterator[Found]:
    """Yield the heaviest of each group of overlapping finds, given in order; of equal ones an entry before a code."""
    best: Found | None = None
    reach = -1
    for item in found:
        if best is not None and item.start >= reach:
            yield best
            best = None
        reach = max(reach, item.end) if best is not None else item.end
        if best is None or _rank(item) > _rank(best):
            best = item
    if best is not None:
        yield best


def _rank(item: Found) -> tuple[int, int]:
    return item.weight, -_KINDS.index(item.target.kind)
