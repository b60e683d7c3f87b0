"""How the index of search is laid out: blocks of entries, and groups of ranges of terms that are made together."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from generator.judge.catalogue import JudgedEntry
from generator.render.collection import Parts, cut_stably
from generator.render.entry import Site
from generator.render.search_blocks import Block, make_block
from generator.render.search_cards import entry_card
from generator.render.search_fields import code_fields, document, entry_fields
from generator.render.search_index import SHARD_SIZE, digest, join, pack, unpack, weights
from generator.render.search_ranges import STARTS

BLOCK = 64  # entries that are inverted together


@dataclass(frozen=True, slots=True)
class Searched:
    """What search holds of an entry, language by language in the site's order."""

    weights: tuple[bytes, ...]
    """What each term says of it, packed."""
    cards: tuple[str, ...]
    """What is shown of it, as JSON."""
    recoveries: tuple[str, ...]


class Marks(NamedTuple):
    """What is known of a part without reading it."""

    weights: tuple[str, ...]
    cards: tuple[str, ...]
    """Digests, language by language."""
    recoveries: tuple[str, ...]


def searched(site: Site, entry: JudgedEntry) -> Searched:
    """Return what search holds of an entry."""
    authored = entry.loaded.entry
    return Searched(
        tuple(pack(weights(document(entry_fields(entry, locale)))) for locale in site.locales),
        tuple(entry_card(entry, site.addresses, locale) for locale in site.locales),
        tuple(dict.fromkeys(map(authored.recovery_of, authored.causes))),
    )


def labels_of(part: Searched) -> tuple[str, ...]:
    """Return the marks of a part as labels: digests of the weights, digests of the cards, the recoveries."""
    return (*map(digest, part.weights), *map(digest, part.cards), *part.recoveries)


class Group(NamedTuple):
    """Ranges of terms whose shards are made together."""

    first: str
    """No term in it stands before this one in the alphabet."""
    places: range
    """Of its ranges."""
    digest: str
    """Of all that the index holds of them."""


@dataclass(frozen=True, slots=True)
class Index:
    """The index of one language."""

    blocks: tuple[tuple[int, Block], ...]
    """The blocks of entries, then that of the codes, each with the number of its first document."""
    groups: Mapping[str, Group]
    """By `first`, in order."""

    def terms(self, group: Group) -> dict[str, str]:
        """Return the terms of a group, each with its documents."""
        return join((first, block.lines(group.places)) for first, block in self.blocks)


@dataclass(frozen=True, slots=True)
class Plan:
    """The layout for a site. Documents are numbered: the entries by id, then the status codes."""

    entries: tuple[Sequence[str], ...]
    """The ids of the entries of each block."""
    marks: Mapping[str, Marks]
    """What is known of each entry's part."""
    indexes: Mapping[str, Index]
    """By language."""


def plan_of(site: Site, parts: Parts[Searched]) -> Plan:
    """Lay out the indexes of a site. A block that is not kept from an earlier build is made, and kept."""
    count = len(site.locales)
    marks = {}
    for entry_id in parts.ids:
        labels = parts.labels(entry_id)
        marks[entry_id] = Marks(labels[:count], labels[count : 2 * count], labels[2 * count :])
    entries = tuple(cut_stably(parts.ids, BLOCK, str)) if parts.ids else ()
    indexes = {}
    for place, locale in enumerate(site.locales):
        blocks = [_entries_block(site, (locale, place), ids, marks, parts) for ids in entries]
        blocks.append(_codes_block(site, locale))
        first = accumulate((block.documents for block in blocks), initial=0)
        numbered = tuple(zip(first, blocks, strict=False))
        indexes[locale] = Index(numbered, {group.first: group for group in _groups(numbered)})
    return Plan(entries, marks, indexes)


def _entries_block(
    site: Site, language: tuple[str, int], ids: Sequence[str], marks: Mapping[str, Marks], parts: Parts[Searched]
) -> Block:
    locale, place = language
    key = digest("\n".join(marks[entry_id].weights[place] for entry_id in ids))

    def make() -> Block:
        return make_block([unpack(part.weights[place]) for _id, part in parts.of(ids)])

    return _kept(site, f"search {locale} {ids[0]}", key, make)


def _codes_block(site: Site, locale: str) -> Block:
    codes = [code_fields(code, locale) for library in site.catalogue.libraries for code in library.codes]

    def make() -> Block:
        return make_block([weights(document(fields)).items() for fields in codes])

    return _kept(site, f"search {locale} codes", digest(json.dumps(codes)), make)


def _kept(site: Site, name: str, key: str, make: Callable[[], Block]) -> Block:
    block: Block | None = site.kept.recall(name, key)
    if block is None:
        block = make()
        site.kept.keep(name, key, block)
    return block


def _groups(blocks: Sequence[tuple[int, Block]]) -> Iterator[Group]:
    """Yield the groups that have terms. All are of so many ranges, a power of two, that they are a shard on average.

    A large index has more shards than there are ranges: its groups are of one range and of several shards.
    """
    held: dict[int, list[bytes]] = {}
    for first, block in blocks:
        number = first.to_bytes(4, "big")
        for place, found in block.held():
            held.setdefault(place, []).append(number + found)
    size = sum(block.size for _first, block in blocks)
    length = 1 << (max(1, len(held) * SHARD_SIZE // max(1, size)).bit_length() - 1)
    for start in sorted({place - place % length for place in held}):
        places = range(start, start + length)
        digests = (b"%d:%b" % (place, b"".join(held[place])) for place in places if place in held)
        yield Group(STARTS[start], places, digest(b"\n".join(digests)))
