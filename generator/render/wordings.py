"""The list of all wordings, each with the entry behind it: what look-up knows, for readers without JavaScript."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from generator.content.model import Text
from generator.judge.catalogue import Catalogue, EntryRef, JudgedEntry
from generator.publish.output import SiteFile
from generator.render.collection import PAGE_SIZE, Collection, Listed, Parts, Shard, numbered, pager
from generator.render.entry import PageHead, Site, render_into_layout
from generator.render.labels import N_
from generator.render.templates import render

TITLE = N_("All wordings")
DESCRIPTION = N_("Every wording that an entry is known by, and the entry behind it.")


class Wordings(Collection[tuple[str, ...]]):
    """Every wording as a plain list, cut into pages where that is long. The part of an entry is its wordings."""

    name = "wordings"

    def part(self, site: Site, entry: JudgedEntry) -> tuple[str, ...]:
        """Return the wordings of an entry."""
        del site
        return tuple(symptom.text for symptom in entry.loaded.entry.symptoms)

    def labels(self, part: tuple[str, ...]) -> tuple[str, ...]:
        """Return the number of wordings."""
        return (str(len(part)),)

    def shards(self, site: Site, parts: Parts[tuple[str, ...]]) -> Iterator[Shard]:
        """Yield one shard for each page. Fact of the first page: the number of all wordings."""
        counts = {entry_id: int(parts.labels(entry_id)[0]) for entry_id in parts.ids}
        pieces = list(_pieces(site.catalogue, counts))
        paths = {code: site.addresses.wordings(code) for code in site.locales}
        entries = site.catalogue.by_id
        newest = max((entry.modified for entry in entries.values()), default=None)
        facts = (str(sum(counts.values())),)
        for number, ids in enumerate(pieces, 1):
            is_first = number == 1
            modified = newest if is_first else max(entries[entry_id].modified for entry_id in ids)
            listed = Listed(numbered(paths, number), modified)
            yield Shard(str(number), ids, (listed,), facts=facts if is_first else (), number=number, total=len(pieces))

    def render(self, site: Site, shard: Shard, parts: Parts[tuple[str, ...]]) -> Iterator[SiteFile]:
        """Yield one page in every language."""
        wordings = dict(parts.of(shard.entries))
        values = {"domains": _by_domain(site.catalogue, shard.entries), "wordings": wordings}
        total = int(shard.facts[0]) if shard.facts else None
        paths = shard.pages[0].paths
        for locale, path in paths.items():
            gettext, address = site.texts(locale).gettext, site.addresses.absolute(path)
            links = pager(site, shard, locale, path)
            body = render("wordings.html", site.page(locale, path), total=total, pager=links, **values)
            head = PageHead(gettext(TITLE), gettext(DESCRIPTION), paths, address, wide=True)
            yield render_into_layout(site, locale, path, head, body)


def _pieces(catalogue: Catalogue, counts: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield the entries of each page, by domain: as many as have PAGE_SIZE wordings together, and at least one."""
    piece: list[str] = []
    filled = 0
    for domain in catalogue.site.domains:
        for entry in catalogue.of_domain(domain):
            if piece and filled + counts[entry.id] > PAGE_SIZE:
                yield tuple(piece)
                piece, filled = [], 0
            piece.append(entry.id)
            filled += counts[entry.id]
    yield tuple(piece)


def _by_domain(catalogue: Catalogue, ids: Iterable[str]) -> list[tuple[str, Text, list[EntryRef]]]:
    entries = [catalogue.by_id[entry_id] for entry_id in ids]
    return [
        (domain, catalogue.site.domains[domain], list(found))
        for domain, found in groupby(entries, key=lambda entry: entry.domain)
    ]
