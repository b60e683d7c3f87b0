"""The index page of each domain, and the list of entries that stands on a hand-written page."""

from __future__ import annotations

from collections.abc import Iterator

from generator.judge.catalogue import EntryRef
from generator.publish.output import SiteFile
from generator.render.collection import PAGE_SIZE, Collection, Parts, Shard
from generator.render.entry import DESCRIPTION_LENGTH, Site, clip, label_values
from generator.render.sections import last_change, list_pages, list_shards, paged, sections_of
from generator.render.templates import PageContext, render

LONGEST_LIST = 500  # entries that a hand-written page lists; of more, it shows how many each domain has


class Domains(Collection[None]):
    """The index page of each domain that has entries."""

    name = "domains"

    def __init__(self, size: int = PAGE_SIZE) -> None:
        """Set how many entries a page lists at most."""
        self.size = size

    def shards(self, site: Site, parts: Parts[None]) -> Iterator[Shard]:
        """Yield one shard for each page of each domain's list."""
        del parts
        often = {entry_id: place for place, entry_id in enumerate(site.catalogue.site.often)}
        for domain in site.catalogue.site.domains:
            ids = [entry.id for entry in site.catalogue.of_domain(domain)]
            ids.sort(key=lambda entry_id: often.get(entry_id, len(often)))  # behind these as before, by name
            paths = {code: site.addresses.domain(domain, code) for code in site.locales}
            pages = paged({domain: dict.fromkeys(ids, 1)}, self.size) if ids else []
            yield from list_shards(site, domain, paths, pages, last_change(site, ids))

    def render(self, site: Site, shard: Shard, parts: Parts[None]) -> Iterator[SiteFile]:
        """Yield one page of a domain's list in every language."""
        del parts
        (section,) = sections_of(shard)
        title = site.catalogue.site.domains[section.name]
        entries = [site.catalogue.by_id[entry_id] for entry_id in section.entries]

        def heading(page: PageContext) -> tuple[str, str]:
            titles = "; ".join(page.plain(entry.title) for entry in entries)
            return page.plain(title), clip(titles, DESCRIPTION_LENGTH)

        first = section.name in {entry_id.partition("/")[0] for entry_id in site.catalogue.site.often}
        values = {"heading": title, "entries": entries, "count": section.total, "ordered_by_need": first}
        return list_pages(site, shard, "domain.html", heading, values)


def entry_list(site: Site, locale: str, path: str) -> str:
    """Render the list of all entries for a hand-written page; of thousands, only how many each domain has."""
    found: list[tuple[str, dict[str, str], tuple[EntryRef, ...]]] = [
        (domain, title, entries)
        for domain, title in site.catalogue.site.domains.items()
        if (entries := site.catalogue.of_domain(domain))
    ]
    listed = len(site.catalogue.entries) <= LONGEST_LIST
    return render("entries.html", site.page(locale, path), domains=found, listed=listed, **label_values())
