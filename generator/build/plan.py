"""What is to be rendered: the files of each entry and the shards of each collection, with the keys of their inputs."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from generator.build.kinds import COLLECTIONS
from generator.content.neighbours import Facts
from generator.render.collection import Collection, Listed, Parts, Shard, rough
from generator.render.entry import Site
from generator.store import Store, digest_of

ENTRY = "entry:"  # how the owner of an entry's files is called
SHARD = "shard:"


class Task(NamedTuple):
    """Files that are rendered together: those of an entry, or a shard of a collection."""

    owner: str
    key: str
    entry: str = ""
    links: tuple[str, ...] = ()
    """The other entries that an entry names."""
    collection: str = ""
    shard: Shard | None = None
    pages: str = ""
    """A hash of the pages of a shard, as the sitemap lists them."""


class StoredParts(Parts[Any]):
    """The parts of a collection, read from the store when they are asked for."""

    def __init__(self, collection: str, store: Store) -> None:
        self._collection = collection
        self._store = store

    @cached_property
    def _index(self) -> Mapping[str, tuple[str, str]]:
        return self._store.index_of_parts(self._collection)

    def forget(self) -> None:
        """Drop the index, which is read again when asked for: all of them take as much memory as the catalogue."""
        self.__dict__.pop("_index", None)

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of the entries that have a part, sorted."""
        return tuple(self._index)

    def labels(self, entry_id: str) -> tuple[str, ...]:
        """Return the labels of an entry's part, without reading it."""
        return _labels(self._index[entry_id][1])

    def of(self, ids: Iterable[str]) -> Iterator[tuple[str, Any]]:
        """Yield these entries with their parts, leaving out those without one."""
        return self._store.parts(self._collection, ids)

    def copied(self, ids: Iterable[str]) -> CopiedParts:
        """Return the parts of these entries as they are stored, for another process."""
        stored, labels = {}, {}
        for entry_id, written, value in self._store.stored_parts(self._collection, ids):
            stored[entry_id], labels[entry_id] = value, _labels(written)
        return CopiedParts(stored, labels)

    def digest(self, entry_id: str) -> str:
        """Return the hash of an entry's part; an empty text where it has none."""
        return self._index[entry_id][0] if entry_id in self._index else ""


def _labels(written: str) -> tuple[str, ...]:
    return tuple(written.split("\n")) if written else ()


class CopiedParts(Parts[Any]):
    """Parts that were read from the store by another process, which alone uses it."""

    def __init__(self, stored: Mapping[str, bytes], labels: Mapping[str, tuple[str, ...]]) -> None:
        self._stored = stored
        self._labels = labels

    @property
    def size(self) -> int:
        """Return how many bytes they are."""
        return sum(map(len, self._stored.values()))

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of the entries that have a part, sorted."""
        return tuple(self._stored)

    def labels(self, entry_id: str) -> tuple[str, ...]:
        """Return the labels of an entry's part, without reading it."""
        return self._labels[entry_id]

    def of(self, ids: Iterable[str]) -> Iterator[tuple[str, Any]]:
        """Yield these entries with their parts, leaving out those without one."""
        for entry_id in ids:
            if entry_id in self._stored:
                yield entry_id, pickle.loads(self._stored[entry_id])  # noqa: S301 - this program pickled it


@dataclass(frozen=True, slots=True)
class Plan:
    """All tasks of a site, by owner, and the pages that they make."""

    entries: tuple[Task, ...]
    shards: tuple[Task, ...]
    parts: Mapping[str, StoredParts] = field(default_factory=dict)

    @property
    def owners(self) -> set[str]:
        """Return the owners of all files that are rendered."""
        return {task.owner for task in (*self.entries, *self.shards)}

    def listed(self) -> Iterator[Listed]:
        """Yield the pages of all shards, for the sitemap."""
        for task in self.shards:
            yield from task.shard.pages if task.shard else ()


def make_plan(site: Site, store: Store, page_key: str, facts: Iterable[Facts]) -> Plan:
    """Plan a site."""
    refs = store.digests()
    keys = {entry_id: key for entry_id, (_stamp, key) in store.stamps().items()}
    entries = tuple(entry_task(one, refs, keys, page_key) for one in facts if one.id in refs)
    parts = {one.name: StoredParts(one.name, store) for one in COLLECTIONS}
    rendered = {task.entry: task.key for task in entries}
    shards: list[Task] = []
    for collection in COLLECTIONS:
        own = parts[collection.name]
        shards += [_shard_task(collection, shard, own, refs, page_key) for shard in collection.shards(site, own)]
        own.forget()
    shards = [_with_what_it_reads(site, task, rendered) if task.shard and task.shard.reads else task for task in shards]
    return Plan(entries, tuple(shards), parts)


def entry_task(one: Facts, refs: Mapping[str, str], keys: Mapping[str, str], page_key: str) -> Task:
    """Return the task of an entry; `refs` are the digests of entries, `keys` those of what they were made from."""
    links = tuple(link for link in one.links if link in refs)
    key = digest_of(page_key, keys[one.id], *(refs[link] for link in links))
    return Task(ENTRY + one.id, key, entry=one.id, links=links)


def _shard_task(
    collection: Collection[Any], shard: Shard, parts: StoredParts, refs: Mapping[str, str], page_key: str
) -> Task:
    pages = digest_of(repr([(dict(page.paths), page.modified) for page in shard.pages])) if shard.pages else ""
    about = (shard.name, str(shard.number), str(shard.total), pages, *shard.facts)
    named = refs if collection.shows_references else {}
    shown = (named.get(entry_id, "") + parts.digest(entry_id) for entry_id in shard.entries)
    key = digest_of(collection.made_with(page_key), *about, *shard.entries, *shown)
    return Task(f"{SHARD}{collection.name}:{shard.name}", key, collection=collection.name, shard=shard, pages=pages)


def _with_what_it_reads(site: Site, task: Task, rendered: Mapping[str, str]) -> Task:
    """Let a shard that is made from files of entries depend on these."""
    assert task.shard
    owners = (entry_of(site, uri) for uri in task.shard.reads)
    keys = (
        part for uri, owner in zip(task.shard.reads, owners, strict=True) for part in (uri, rendered.get(owner, ""))
    )
    return task._replace(key=digest_of(task.key, *keys))


def with_sizes(task: Task, sizes: Iterable[int]) -> Task:
    """Let a shard that shows the sizes of files depend on these."""
    assert task.shard
    fact = json.dumps([rough(size) for size in sizes])
    return task._replace(key=digest_of(task.key, fact), shard=replace(task.shard, facts=(*task.shard.facts, fact)))


def entry_of(site: Site, uri: str) -> str:
    """Return the entry whose file this is: in a language's folder, at the top, or below the JSON API; "" for none."""
    parts = uri.removesuffix(".json").split("/")
    found = ("/".join(parts[start : start + 2]) for start in (0, 1, 3))
    return next((entry_id for entry_id in found if site.catalogue.find(entry_id)), "")


def due(tasks: Sequence[Task], done: Mapping[str, str]) -> list[Task]:
    """Return the tasks that were not done with these inputs before."""
    return [task for task in tasks if done.get(task.owner) != task.key]
