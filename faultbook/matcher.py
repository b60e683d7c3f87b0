"""A pasted text → the entry or status code it shows. The twin of `site_overrides/assets/matcher.js`.

What is found is ranked: an exception that was raised comes before a line that was merely logged, and that before a
warning; of several the first is the innermost. Where two signatures overlap, the longer one wins. Wrappers are never
the answer, and where another vendor's error is found nothing is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from faultbook.anchors import STRIDE, Anchors
from faultbook.near import NearIndex
from faultbook.normalize import lower
from faultbook.numbers import NumberIndex, speaks_of_gpus
from faultbook.passages import Passage
from faultbook.signatures import Compact, Signature

WIDE, NARROW = 2 * STRIDE, STRIDE  # characters sampled, for signatures with and without a long piece
MIN_PIECE = 8  # a signature without a piece so long matches too much
_WINDOWS = re.compile(f"(?=(.{{{WIDE}}})).{{{STRIDE}}}")
_PADDING = " " * WIDE  # so that the last places have a window too
MAX_LINE = 300
_DOTTED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)+")
_FILE = re.compile(r"\.(?:so|dll|dylib|pyd)$", re.IGNORECASE)
_KINDS = ("entry", "code", "number", "wrapper", "foreign", "ignore")
_RAISED = re.compile("[A-Za-z0-9_](?:Error|Exception)(?:: |:?$)|what\\(\\):")
_QUIET = re.compile("[Ww]arning|WARN|(?:^| )INFO[: ]|^\\[?[WI](?:[0-9]{3,4})? ")


class Target(NamedTuple):
    """What a signature leads to: an entry, a code, a wrapper, …, by its kind and id."""

    kind: str
    id: str
    signature: str
    prepared: Signature
    after: str = ""
    """Kind number: what must stand behind the number."""


class Hit(NamedTuple):
    """An entry or a status code found in a text."""

    kind: str
    id: str
    signature: str
    line: str
    """The cleaned line of the text in which it begins."""
    code: str | None
    """The status code by which an entry was found."""


class _Found(NamedTuple):
    start: int
    end: int
    weight: int
    target: Target
    id: str


class Answer(NamedTuple):
    """What a text shows. Kinds `entry` and `code` are matches, all others are not."""

    kind: str
    best: Hit | None = None
    others: tuple[Hit, ...] = ()
    number: int | None = None
    codes: tuple[str, ...] = ()
    wrappers: tuple[str, ...] = ()
    foreign: str | None = None
    near: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the answer as JSON data."""
        return {
            "kind": self.kind,
            "best": self.best._asdict() if self.best else None,
            "others": [hit._asdict() for hit in self.others],
            "number": self.number,
            "codes": list(self.codes),
            "wrappers": list(self.wrappers),
            "foreign": self.foreign,
            "near": list(self.near),
        }


class Index:
    """The signatures of a `lookup.json`, so arranged that a text meets only those it may hold."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.targets = list(_targets(document))
        self.wide, self.narrow = Anchors(WIDE), Anchors(NARROW)
        self.short: list[tuple[int, str]] = []
        for number, target in enumerate(self.targets):
            self._file(number, target.prepared.pieces)
        self.shown_by: dict[str, list[str]] = {code["name"]: list(code["entries"]) for code in document["codes"]}
        self.numbers = NumberIndex(document["codes"])
        self._entries = document["entries"]
        self._near: NearIndex | None = None

    def _file(self, number: int, pieces: tuple[str, ...]) -> None:
        longest = max(pieces, key=len, default="")
        if not (self.wide.file(number, pieces) or self.narrow.file(number, pieces)) and len(longest) >= MIN_PIECE:
            self.short.append((number, longest))

    def candidates(self, text: str) -> list[int]:
        """Return the numbers of the targets that a compact text may hold, in order."""
        found = {number for number, piece in self.short if piece in text}
        wide, narrow = self.wide.filed, self.narrow.filed
        sampled = enumerate(_WINDOWS.findall(text + _PADDING))
        for count, window in [pair for pair in sampled if pair[1] in wide or pair[1][:NARROW] in narrow]:
            place = count * STRIDE
            for number, piece, inside in (*wide.get(window, ()), *narrow.get(window[:NARROW], ())):
                if place >= inside and text.startswith(piece, place - inside):
                    found.add(number)
        return sorted(found)

    def near(self, compact: Compact) -> tuple[str, ...]:
        """Return entries with similar words: not an answer."""
        if self._near is None:
            self._near = NearIndex(self._entries)
        return self._near.find(compact.lines)


def _targets(document: Mapping[str, Any]) -> Iterator[Target]:
    for kind, items, name in (
        ("entry", document["entries"], "id"),
        ("code", document["codes"], "name"),
        ("wrapper", document["wrappers"], "id"),
        ("foreign", document["foreign"], "id"),
    ):
        for item in items:
            for signature in item["signatures"]:
                yield Target(kind, item[name], signature, Signature(signature))
    for entry in document["entries"]:
        for alias in entry["aliases"]:
            if _names_a_class(alias):
                yield Target("entry", entry["id"], alias, Signature(alias))
    for numbered in document["numbered"]:
        before = Signature(numbered["before"] + "*")
        after = lower(numbered["after"].replace(" ", ""))
        yield Target("number", numbered["library"], numbered["before"], before, after)
    for signature in document["ignore"]:
        yield Target("ignore", "", signature, Signature(signature))


def _names_a_class(alias: str) -> bool:
    """Tell if an alias is a class with its module; others are names of ours, or files, which healthy logs list."""
    return bool(_DOTTED.fullmatch(alias)) and not _FILE.search(alias)


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
        self._hits: dict[tuple[str, str], tuple[tuple[int, int, int], Hit]] = {}
        self._mentioned: tuple[str, str] | None = None
        self._speaks_of_gpus = False
        self.is_blank = True

    def add(self, passage: Passage) -> None:
        """Read the next passage. What begins around it counts in the passage that has it."""
        compact = Compact(passage.text, passage.before, passage.after)
        found = [
            item for number in self._index.candidates(compact.text) for item in _found(self._index, number, compact)
        ]
        heard = list(_without_ignored(found))
        for item in heard:
            if item.target.kind == "foreign" and self._foreign is None and compact.is_own(item.start):
                self._foreign = item.id
            elif item.target.kind == "wrapper" and compact.is_own(item.start):
                self._wrappers.setdefault(item.id)
        for item in _heaviest([item for item in heard if item.target.kind in ("entry", "code", "number")]):
            if compact.is_own(item.start):
                self._rank(compact, item)
        if not self._hits:
            self._listen_for_xids(compact)
        self._passages += 1
        self._last = compact
        self.is_blank = self.is_blank and not compact.lines

    def _rank(self, compact: Compact, item: _Found) -> None:
        """Keep the best hit of each entry and code."""
        line = compact.lines[compact.line_at(item.start)]
        kind = "entry" if item.target.kind == "entry" else "code"
        hit = _named(self._index, Hit(kind, item.id, item.target.signature, line[:MAX_LINE], None))
        rank = _loudness(line), self._passages, item.start
        known = self._hits.get((hit.kind, hit.id))
        if known is None or rank < known[0]:
            self._hits[hit.kind, hit.id] = rank, hit

    def _listen_for_xids(self, compact: Compact) -> None:
        self._speaks_of_gpus = self._speaks_of_gpus or speaks_of_gpus(compact.text)
        if self._mentioned is None and "xid" in compact.text:
            self._mentioned = self._index.numbers.mentioned(compact.lines)

    def answer(self) -> Answer:
        """Return what the text shows."""
        if self._foreign is not None:
            return Answer("foreign", foreign=self._foreign)
        wrappers = tuple(self._wrappers)
        hits = [hit for _rank, hit in sorted(self._hits.values(), key=lambda ranked: ranked[0])]
        if hits:
            return Answer(hits[0].kind, hits[0], tuple(hits[1:]), wrappers=wrappers)
        numbers = self._index.numbers
        asked = numbers.asked(self._last.lines) if self._passages == 1 else None
        if asked is not None:
            number, codes, of_library = asked
            if of_library and len(codes) == 1:  # a bare 137 is more often a process's exit status than an Xid
                return self._code(codes[0], self._last.lines[0], wrappers)
            return Answer("number", number=number, codes=codes)
        if self._mentioned is not None and self._speaks_of_gpus:
            return self._code(*self._mentioned, wrappers)
        return Answer("wrapper" if wrappers else "none", wrappers=wrappers, near=self._index.near(self._last))

    def _code(self, name: str, line: str, wrappers: tuple[str, ...]) -> Answer:
        hit = _named(self._index, Hit("code", name, "", line[:MAX_LINE], None))
        return Answer(hit.kind, hit, wrappers=wrappers)


def _found(index: Index, number: int, compact: Compact) -> Iterator[_Found]:
    target = index.targets[number]
    for start, end in target.prepared.spans(compact):
        if target.kind != "number":
            yield _Found(start, end, target.prepared.weight, target, target.id)
            continue
        read = index.numbers.read(target.id, compact.text, end, target.after)
        if read is not None:
            name, stop = read
            yield _Found(start, stop, target.prepared.weight + stop - end, target, name)


def _without_ignored(found: Iterable[_Found]) -> Iterator[_Found]:
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
        return 2
    return 0 if _RAISED.search(line[:MAX_LINE]) else 1


def _heaviest(found: list[_Found]) -> Iterator[_Found]:
    """Yield the heaviest of each group of overlapping finds, given in order; of equal ones an entry before a code."""
    best: _Found | None = None
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


def _rank(item: _Found) -> tuple[int, int]:
    return item.weight, -_KINDS.index(item.target.kind)
