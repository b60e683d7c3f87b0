"""Pages made from all entries: each entry gives a part, and pages are made from parts in shards of bounded size.

A kind of such pages is one class in one file: it says what an entry's part is, which shards there are, and how a shard
is rendered. What a shard is rendered from decides when it is rendered again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import ClassVar, Generic, NamedTuple, TypeVar
from zlib import crc32

from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render.entry import Site

P = TypeVar("P")
T = TypeVar("T")
PAGE_SIZE = 500  # items on one page of a list
UNITS = ((10**9, "GB"), (10**6, "MB"), (10**3, "kB"), (1, "B"))


class Listed(NamedTuple):
    """A page in all its languages, as the sitemap lists it; `modified` is None where no true date is known."""

    paths: Mapping[str, str]
    modified: date | None = None


@dataclass(frozen=True, slots=True)
class Shard:
    """Files of a collection that are made together."""

    name: str
    """Unique within the collection."""
    entries: tuple[str, ...] = ()
    """The entries whose parts or references it shows: it is made again when one of them changes."""
    pages: tuple[Listed, ...] = ()
    files: tuple[str, ...] = ()
    """The other files of it that hand-written pages may link to."""
    facts: tuple[str, ...] = ()
    """Whatever else decides its bytes."""
    reads: tuple[str, ...] = ()
    """Files of entries that it holds, by uri: it is made after them, and again when one of them changes."""
    measures: tuple[str, ...] = ()
    """Files whose sizes it shows: it is made after all others, with one more fact, the sizes as `rough` has them."""
    number: int = 1
    total: int = 1
    """Which of how many pages of a list it is."""


def rough(size: int) -> str:
    """Return a size as people read it, two digits of it, so that an edit seldom changes what a page says: `5.3 MB`."""
    power = max(0, len(str(size)) - 2)
    size = round(size / 10**power) * 10**power
    unit, name = next((unit for unit in UNITS if size >= unit[0]), UNITS[-1])
    return f"{size / unit:.1f} {name}" if unit <= size < 10 * unit and unit > 1 else f"{size // unit} {name}"


class Parts(ABC, Generic[P]):
    """The parts of all entries that have one, by id; read from the store when they are asked for."""

    @property
    @abstractmethod
    def ids(self) -> tuple[str, ...]:
        """Return the ids of the entries that have a part, sorted."""

    @abstractmethod
    def labels(self, entry_id: str) -> tuple[str, ...]:
        """Return the labels of an entry's part, without reading it."""

    @abstractmethod
    def of(self, ids: Iterable[str]) -> Iterator[tuple[str, P]]:
        """Yield these entries with their parts, leaving out those without one."""

    def all(self) -> Iterator[tuple[str, P]]:
        """Yield every entry that has a part, with it."""
        return self.of(self.ids)


@dataclass(frozen=True, slots=True)
class PartsInMemory(Parts[P]):
    """Parts that were just made."""

    parts: Mapping[str, P]
    labelled: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of the entries that have a part, sorted."""
        return tuple(sorted(self.parts))

    def labels(self, entry_id: str) -> tuple[str, ...]:
        """Return the labels of an entry's part."""
        return self.labelled[entry_id]

    def of(self, ids: Iterable[str]) -> Iterator[tuple[str, P]]:
        """Yield these entries with their parts, leaving out those without one."""
        return ((entry_id, self.parts[entry_id]) for entry_id in ids if entry_id in self.parts)


class Collection(ABC, Generic[P]):
    """A kind of pages, or of other files, made from all entries."""

    name: ClassVar[str]
    shows_references: ClassVar[bool] = True
    """Whether shards show references to entries, and not only their parts."""

    def made_with(self, page_key: str) -> str:
        """Return a hash of what decides the bytes of every shard: all code, settings and templates, or less of them."""
        return page_key

    def part(self, site: Site, entry: JudgedEntry) -> P | None:
        """Return what these pages show of an entry besides its reference: plain data that can be pickled, no HTML."""
        del site, entry
        return None

    def labels(self, part: P) -> tuple[str, ...]:
        """Return words by which parts are sorted into shards without reading them, such as ids of environments."""
        del part
        return ()

    @abstractmethod
    def shards(self, site: Site, parts: Parts[P]) -> Iterable[Shard]:
        """Yield the shards, each with the pages in it."""

    @abstractmethod
    def render(self, site: Site, shard: Shard, parts: Parts[P]) -> Iterable[SiteFile]:
        """Yield the files of a shard."""


def gather(collection: Collection[P], site: Site, entries: Iterable[JudgedEntry]) -> PartsInMemory[P]:
    """Return the parts of entries that are at hand."""
    parts = {entry.id: part for entry in entries if (part := collection.part(site, entry)) is not None}
    return PartsInMemory(parts, {entry_id: collection.labels(part) for entry_id, part in parts.items()})


def files_of(collection: Collection[P], site: Site, entries: Iterable[JudgedEntry]) -> Iterator[SiteFile]:
    """Yield every file of a collection, made from entries that are at hand."""
    parts = gather(collection, site, entries)
    for shard in collection.shards(site, parts):
        yield from collection.render(site, shard, parts)


def cut(items: Sequence[T], size: int = PAGE_SIZE) -> list[Sequence[T]]:
    """Cut a list into pieces of at most so many items; an empty list is one empty piece."""
    return [items[start : start + size] for start in range(0, len(items), size)] or [items]


def cut_stably(items: Sequence[T], size: int, key: Callable[[T], str]) -> list[Sequence[T]]:
    """Cut a list into pieces of about so many items, at most twice as many, so that a change of one moves few cuts.

    A piece ends with an item whose key has a certain checksum, wherever that stands; a list of one piece's size is not
    cut at all.
    """
    if len(items) <= size:
        return [items]
    pieces: list[Sequence[T]] = []
    start = 0
    for end, item in enumerate(items, 1):
        if end == len(items) or end - start == 2 * size or crc32(key(item).encode()) % size == 0:
            pieces.append(items[start:end])
            start = end
    return pieces


def numbered(paths: Mapping[str, str], number: int) -> dict[str, str]:
    """Return the paths of one page of a list: the first page has the list's own."""
    return {code: path if number == 1 else f"{path}page/{number}/" for code, path in paths.items()}


def pager(site: Site, shard: Shard, locale: str, path: str) -> list[tuple[int, str]]:
    """Return the number and link of each page of a list, where there are several; the page itself has no link."""
    page = site.page(locale, path)
    first = path.removesuffix(f"page/{shard.number}/") if shard.number > 1 else path
    links = (numbered({locale: first}, number)[locale] for number in range(1, shard.total + 1))
    if shard.total == 1:
        return []
    return [(number, "" if link == path else page.link(link)) for number, link in enumerate(links, 1)]
