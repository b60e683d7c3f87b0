"""The index page of each domain, and the list of entries that stands on a hand-written page."""

from __future__ import annotations

from collections.abc import Iterator

from generator.judge.catalogue import EntryRef
from generator.publish.output import SiteFile
from generator.render.collection import Collection, Listed, Parts, Shard, cut, numbered, pager
from generator.render.entry import DESCRIPTION_LENGTH, PageHead, Site, clip, label_values, render_into_layout
from generator.render.templates import render

LONGEST_LIST = 500  # entries that a hand-written page lists; of more, it shows how many each domain has


class Domains(Collection[None]):
    """The index page of each domain that has entries."""

    name = "domains"

    def shards(self, site: Site, parts: Parts[None]) -> Iterator[Shard]:
        """Yield one shard for each page of each domain's list."""
        del parts
        for domain in site.catalogue.site.domains:
            pieces = cut(site.catalogue.of_domain(domain))
            paths = {code: site.addresses.domain(domain, code) for code in site.locales}
            for number, entries in enumerate(pieces, 1) if pieces[0] else ():
                listed = Listed(numbered(paths, number), max(entry.modified for entry in entries))
                ids = tuple(entry.id for entry in entries)
                name = f"{domain} {number}"
                yield Shard(name, ids, (listed,), number=number, total=len(pieces))

    def render(self, site: Site, shard: Shard, parts: Parts[None]) -> Iterator[SiteFile]:
        """Yield one page of a domain's list in every language."""
        del parts
        entries = [site.catalogue.by_id[entry_id] for entry_id in shard.entries]
        domain = entries[0].domain
        title = site.catalogue.site.domains[domain]
        for locale, path in shard.pages[0].paths.items():
            words = site.words(locale, path)
            values = {"title": title, "entries": entries, "pager": pager(site, shard, locale, path), **label_values()}
            body = render("domain.html", words, count=len(site.catalogue.of_domain(domain)), **values)
            description = clip("; ".join(words.plain(entry.title) for entry in entries), DESCRIPTION_LENGTH)
            head = PageHead(words.plain(title), description, shard.pages[0].paths, site.addresses.absolute(path))
            yield render_into_layout(site, locale, path, head, body)


def entry_list(site: Site, locale: str, path: str) -> str:
    """Render the list of all entries for a hand-written page; of thousands, only how many each domain has."""
    found: list[tuple[str, dict[str, str], tuple[EntryRef, ...]]] = [
        (domain, title, entries)
        for domain, title in site.catalogue.site.domains.items()
        if (entries := site.catalogue.of_domain(domain))
    ]
    listed = len(site.catalogue.entries) <= LONGEST_LIST
    return render("entries.html", site.words(locale, path), domains=found, listed=listed, **label_values())
