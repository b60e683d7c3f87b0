"""Long lists of entries below headings, cut into pages: what stands on which page, and how a page is rendered."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple
from zlib import crc32

from generator.publish.output import SiteFile
from generator.render.collection import PAGE_SIZE, Listed, Parts, Shard, numbered, pager
from generator.render.entry import PageHead, Site, label_values, render_into_layout
from generator.render.templates import PageContext, render

SHORT = 4  # a page with less than this part of its items is short
# Heading → id of each entry below it → how many items it has there.
Lists = Mapping[str, Mapping[str, int]]
# The title and description of a page, in the language of its words.
Heading = Callable[[PageContext], tuple[str, str]]


class Section(NamedTuple):
    """What one page of a list shows below one heading."""

    name: str
    total: int
    """Items below the heading, on all pages together."""
    entries: tuple[str, ...]
    """The ids of the entries that this page shows."""
    page: int
    """The number of the page on which the section begins."""


def by_label(parts: Parts[Any]) -> dict[str, dict[str, int]]:
    """Return the entries with each label, and how often they have it."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for entry_id in parts.ids:
        for label in parts.labels(entry_id):
            times = found[label]
            times[entry_id] = times.get(entry_id, 0) + 1
    return found


def paged(lists: Lists, size: int = PAGE_SIZE) -> list[tuple[Section, ...]]:
    """Cut a list into pages of at most so many items, but never within what an entry has below a heading.

    A page that is not short ends at an entry with a certain checksum, wherever that stands, so that a change of one
    entry moves few cuts. The first page has every section: one that begins later has no entries there.
    """
    totals = {name: sum(items.values()) for name, items in lists.items()}
    is_long = sum(totals.values()) > size
    used = 0
    starts: dict[str, int] = {}
    pages: list[dict[str, list[str]]] = [{name: [] for name in lists}]
    ends = False
    for name, items in lists.items():
        for entry_id, count in items.items():
            if ends or (used and used + count > size):
                pages.append({})
                used = 0
            used += count
            ends = is_long and used * SHORT > size and crc32(f"{name} {entry_id}".encode()) % size < count * 2
            starts.setdefault(name, len(pages))
            pages[-1].setdefault(name, []).append(entry_id)
    return [
        tuple(Section(name, totals[name], tuple(ids), starts.get(name, 1)) for name, ids in page.items())
        for page in pages
    ]


def list_shards(
    site: Site, name: str, paths: Mapping[str, str], pages: Sequence[Sequence[Section]], modified: date | None
) -> Iterator[Shard]:
    """Yield a shard for each page of a list; the first page has the list's own paths. Its first fact is its sections.

    `modified`: the day of the last change of the first page, which counts everything that is in the list.
    """
    for number, sections in enumerate(pages, 1):
        ids = tuple(dict.fromkeys(entry_id for section in sections for entry_id in section.entries))
        listed = Listed(numbered(paths, number), modified if number == 1 else last_change(site, ids))
        facts = (json.dumps(sections),)
        yield Shard(f"{name} {number}", ids, (listed,), facts=facts, number=number, total=len(pages))


def sections_of(shard: Shard) -> list[Section]:
    """Return the sections of a page of a list."""
    return [Section(name, total, tuple(ids), page) for name, total, ids, page in json.loads(shard.facts[0])]


def last_change(site: Site, ids: Iterable[str] | None = None) -> date | None:
    """Return the day on which one of these entries changed last; without ids, one of all."""
    entries = site.catalogue.entries if ids is None else map(site.catalogue.by_id.__getitem__, ids)
    return max((entry.modified for entry in entries), default=None)


def fixed(title: str, description: str) -> Heading:
    """Return the heading of a page whose title and description are interface texts."""
    return lambda words: (words.texts.gettext(title), words.texts.gettext(description))


def list_pages(
    site: Site, shard: Shard, template: str, heading: Heading, values: Mapping[str, Any]
) -> Iterator[SiteFile]:
    """Yield the page of a shard in every language. `values`: for the template, which gets the pager besides."""
    paths = shard.pages[0].paths
    for locale, path in paths.items():
        page = site.page(locale, path)
        title, description = heading(page)
        head = PageHead(title, description, paths, site.addresses.absolute(path), wide=True)
        given = {"title": title, "pager": pager(site, shard, locale, path), **label_values(), **values}
        yield render_into_layout(site, locale, path, head, render(template, page, **given))
