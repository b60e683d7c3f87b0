"""What a text may hold: the signatures of a `lookup.json`, and what each of them leads to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from faultbook.anchors import STRIDE, Anchors
from faultbook.causes import EntryCauses, literal_texts
from faultbook.lines import Guess, LineIndex
from faultbook.near import NearIndex
from faultbook.normalize import lower
from faultbook.numbers import NumberIndex
from faultbook.phrases import Phrased, PhraseIndex
from faultbook.signatures import Compact, Signature

WIDE, NARROW = 2 * STRIDE, STRIDE  # characters sampled, for signatures with and without a long piece
MIN_PIECE = 8  # a signature without a piece so long matches too much
_WINDOWS = re.compile(f"(?=(.{{{WIDE}}})).{{{STRIDE}}}")
_PADDING = " " * WIDE  # so that the last places have a window too
_DOTTED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)+")
_FILE = re.compile(r"\.(?:so|dll|dylib|pyd)$", re.IGNORECASE)


class Target(NamedTuple):
    """What a signature leads to: an entry, a code, a wrapper, …, by its kind and id."""

    kind: str
    id: str
    signature: str
    prepared: Signature
    after: str = ""
    """Kind number: what must stand behind the number."""


class Found(NamedTuple):
    """A place of a compact text in which a target was found."""

    start: int
    end: int
    weight: int
    target: Target
    id: str


class Index:
    """The signatures of a `lookup.json`, so arranged that a text meets only those it may hold."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.targets = list(_targets(document))
        self.wide, self.narrow = Anchors(WIDE), Anchors(NARROW)
        self.short: list[tuple[int, str]] = []
        for number, target in enumerate(self.targets):
            self._file(number, target)
        self.shown_by: dict[str, list[str]] = {code["name"]: list(code["entries"]) for code in document["codes"]}
        self.numbers = NumberIndex(document["codes"])
        self._entries = {entry["id"]: entry for entry in document["entries"]}
        self._codes = document["codes"]
        self._causes: dict[str, EntryCauses] = {}
        self._lines: LineIndex | None = None
        self._near: NearIndex | None = None
        self._phrases: PhraseIndex | None = None

    def _file(self, number: int, target: Target) -> None:
        pieces = target.prepared.pieces
        longest = max(pieces, key=len, default="")
        is_long_enough = len(longest) >= (1 if target.kind == "sign" else MIN_PIECE)
        if not (self.wide.file(number, pieces) or self.narrow.file(number, pieces)) and is_long_enough:
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

    def guess(self, line: str) -> Guess | None:
        """Return what a line leads to that has no wording."""
        if self._lines is None:
            self._lines = LineIndex(self._entries.values(), self._codes)
        guess = self._lines.find(line)
        if guess is None and (code := self.numbers.returned(line)) is not None:
            guess = Guess("code", code, len(line))
        return guess

    def near(self, compact: Compact) -> tuple[str, ...]:
        """Return entries with similar words: not an answer."""
        if self._near is None:
            self._near = NearIndex(self._entries.values())
        return self._near.find(compact.lines)

    def phrased(self, compact: Compact) -> Phrased:
        """Return entries that are called as a text says which is one short line."""
        if self._phrases is None:
            self._phrases = PhraseIndex(list(self._entries.values()))
        return self._phrases.find(compact.lines[0]) if len(compact.lines) == 1 else Phrased()

    def causes_of(self, name: str) -> EntryCauses:
        """Return the causes of an entry, ready to be compared with a text."""
        if name not in self._causes:
            self._causes[name] = EntryCauses(self._entries[name])
        return self._causes[name]


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
        for alias in filter(_names_a_class, entry["aliases"]):
            yield Target("entry", entry["id"], alias, Signature(alias))
    for numbered in document["numbered"]:
        before = Signature(numbered["before"] + "*")
        after = lower(numbered["after"].replace(" ", ""))
        yield Target("number", numbered["library"], numbered["before"], before, after)
    for signature in document["ignore"]:
        yield Target("ignore", "", signature, Signature(signature))
    for entry in document["entries"]:
        yield from (Target("shared", entry["id"], text, Signature(text)) for text in entry.get("shared", ()))
        yield from (Target("sign", entry["id"], text, Signature(text)) for text in literal_texts(entry))


def _names_a_class(alias: str) -> bool:
    """Tell if an alias is a class with its module; others are names of ours, or files, which healthy logs list."""
    return bool(_DOTTED.fullmatch(alias)) and not _FILE.search(alias)


def found_at(index: Index, number: int, compact: Compact) -> Iterator[Found]:
    """Yield where a text holds one of the index's targets."""
    target = index.targets[number]
    for start, end in target.prepared.spans(compact):
        if target.kind != "number":
            yield Found(start, end, target.prepared.weight, target, target.id)
            continue
        read = index.numbers.read(target.id, compact.text, end, target.after)
        if read is not None:
            name, stop = read
            yield Found(start, stop, target.prepared.weight + stop - end, target, name)
