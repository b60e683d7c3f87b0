"""Where the addresses of myths lead that were published once and that entries no longer have."""

from __future__ import annotations

from collections.abc import Iterator

from generator.judge.permalinks import FormerMyth
from generator.publish.output import SiteFile
from generator.render.collection import Collection, Parts, Shard, cut_stably
from generator.render.entry import Site
from generator.render.prose import plain
from generator.render.redirects import redirect

GROUP = 64  # addresses whose pages are made together, about


class FormerMyths(Collection[None]):
    """A redirect at each such address: to the myth under the present name of its entry, or to that entry."""

    name = "former-myths"

    def shards(self, site: Site, parts: Parts[None]) -> Iterator[Shard]:
        """Yield one shard for about GROUP addresses. Its facts: each name, the entry and the claim that it leads to."""
        del parts
        led = [one for one in site.catalogue.former_myths if one.entry]
        for group in filter(None, cut_stably(led, GROUP, lambda one: one.name)):
            entries = tuple(dict.fromkeys(one.entry for one in group))
            yield Shard(group[0].name, entries, facts=tuple(" ".join(one) for one in group))

    def render(self, site: Site, shard: Shard, parts: Parts[None]) -> Iterator[SiteFile]:
        """Yield the redirects of a shard in every language."""
        del parts
        for fact in shard.facts:
            former = FormerMyth(*fact.split(" "))
            slug, _slash, claim = former.name.partition("/")
            entry = site.catalogue.by_id[former.entry]
            for code in site.locales:
                title = plain(entry.title[code])
                new = site.addresses.myth(entry.slug, former.claim, code) if former.claim else ""
                target = new or site.addresses.entry(entry.id, code)
                yield redirect(site, code, site.addresses.myth(slug, claim, code), target, title)
