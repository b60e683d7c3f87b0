"""Ways into the entries other than search: the page that lists them.

By recovery, verdict, framework version and date there are lists of their own, one module each. Domains, status codes,
permalinks, evidence and what was found have pages of their own too; the list leads there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render import labels
from generator.render.browse_recovery import WORST_FIRST, recoveries_of
from generator.render.browse_versions import known_of
from generator.render.collection import Collection, Listed, Parts, Shard
from generator.render.entry import Site
from generator.render.labels import N_
from generator.render.sections import by_label, fixed, last_change, list_pages

TITLE = N_("All errors")
DESCRIPTION = N_("GPU errors by domain, status code, recovery, verdict, framework version and date.")
PACKAGES = 8  # of which the page lists the most frequent
FEW = 250  # entries: so many are listed by title, more are a list for each domain


@dataclass(frozen=True, slots=True)
class Ways:
    """Under what an entry is listed, besides its domain and its badge."""

    recoveries: tuple[str, ...]
    packages: tuple[str, ...]


class Browse(Collection[Ways]):
    """The page with every way into the entries, and how many are behind each."""

    name = "browse"

    def part(self, site: Site, entry: JudgedEntry) -> Ways:
        """Return under what the entry is listed."""
        del site
        known = known_of(entry)
        packages = dict.fromkeys((*(one.package for one in known.tested), *(row.package for row in known.stated)))
        return Ways(tuple(recoveries_of(entry)), tuple(packages))

    def labels(self, part: Ways) -> tuple[str, ...]:
        """Return what is counted."""
        return (
            *(f"recovery {recovery}" for recovery in part.recoveries),
            *(f"package {package}" for package in part.packages),
        )

    def shards(self, site: Site, parts: Parts[Ways]) -> Iterator[Shard]:
        """Yield the one shard: it counts entries, and shows them where they are few."""
        by_kind: dict[str, dict[str, int]] = {"recovery": {}, "package": {}}
        for label, entries in by_label(parts).items():
            kind, _space, name = label.partition(" ")
            by_kind[kind][name] = len(entries)
        domains = Counter(entry.domain for entry in site.catalogue.entries)
        badges = Counter[str](entry.badge for entry in site.catalogue.entries)
        facts = {
            "domains": {domain: domains[domain] for domain in site.catalogue.site.domains if domains[domain]},
            "recoveries_needed": {
                name: by_kind["recovery"][name] for name in WORST_FIRST if name in by_kind["recovery"]
            },
            "verdicts": {badge: badges[badge] for badge in labels.BADGES if badges[badge]},
            "packages": sorted(by_kind["package"].items(), key=lambda one: (-one[1], one[0]))[: PACKAGES + 1],
        }
        paths = {code: site.addresses.browse(code) for code in site.locales}
        shown = tuple(entry.id for entry in site.catalogue.entries) if len(site.catalogue.entries) <= FEW else ()
        yield Shard("ways", shown, pages=(Listed(paths, last_change(site)),), facts=(json.dumps(facts),))

    def render(self, site: Site, shard: Shard, parts: Parts[Ways]) -> Iterator[SiteFile]:
        """Yield the page in every language."""
        del parts
        facts = json.loads(shard.facts[0])
        shown = {domain: site.catalogue.of_domain(domain) if shard.entries else () for domain in facts["domains"]}
        values = {**facts, "titles": site.catalogue.site.domains, "most": PACKAGES, "shown": shown}
        return list_pages(site, shard, "browse.html", fixed(TITLE, DESCRIPTION), values)
