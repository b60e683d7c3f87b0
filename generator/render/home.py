"""What the home page shows besides the look-up box: errors people often ask about, domains, what was run last."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from generator.content.model import Text
from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render.collection import Collection, Parts, Shard
from generator.render.entry import Site, label_values
from generator.render.environments import in_order, records
from generator.render.findings import findings_of
from generator.render.sections import by_label
from generator.render.templates import render

NEWEST = 5  # environments, and refuted statements


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the home page may show of an entry."""

    refuted: tuple[str, Text] | None
    """Anchor and text of a statement that proved false, of a run before a source."""
    by_run: bool
    """Whether a run refuted it."""
    ran: Mapping[str, tuple[str, int]]
    """Id of an environment → the day of the last run there, as YYYY-MM-DD, and the number of programs that ran."""


def glimpse_of(entry: JudgedEntry) -> Glimpse:
    """Return what the home page may show of an entry."""
    refuted = next((one for one in findings_of(entry) if one.section == "refuted"), None)
    days: dict[str, dict[str, str]] = {}
    for item in entry.judged:
        for verdict in item.verdicts:
            if verdict.environment and verdict.observation:
                days.setdefault(verdict.environment.id, {})[verdict.observation.snippet] = verdict.observation.date
    return Glimpse(
        (refuted.anchor, refuted.title) if refuted else None,
        bool(refuted and refuted.environment),
        {environment: (max(programs.values()), len(programs)) for environment, programs in days.items()},
    )


class Home(Collection[Glimpse]):
    """What stands below the look-up box on a hand-written page. It has no files of its own: see `home_parts`."""

    name = "home"

    def part(self, site: Site, entry: JudgedEntry) -> Glimpse | None:
        """Return what the home page may show of the entry."""
        del site
        glimpse = glimpse_of(entry)
        return glimpse if glimpse.refuted or glimpse.ran else None

    def labels(self, part: Glimpse) -> tuple[str, ...]:
        """Return whether a statement was refuted, and when programs ran where."""
        refuted = (f"refuted {'run' if part.by_run else 'source'}",) if part.refuted else ()
        return *refuted, *(f"ran {environment} {day} {runs}" for environment, (day, runs) in part.ran.items())

    def shards(self, site: Site, parts: Parts[Glimpse]) -> Iterator[Shard]:
        """Yield the one shard: entries that are shown, and as facts the counts and the environments."""
        order = {entry_id: place for place, entry_id in enumerate(site.catalogue.site.often)}
        refuted: list[tuple[int, bool, str]] = []
        days: dict[str, str] = {}
        runs: Counter[str] = Counter()
        for label, entries in by_label(parts).items():
            kind, *words = label.split()
            if kind == "refuted":
                refuted.extend((order.get(entry_id, len(order)), words == ["source"], entry_id) for entry_id in entries)
                continue
            environment, day, number = words
            days[environment] = max(days.get(environment, ""), day)
            runs[environment] += int(number) * len(entries)
        found = in_order(site, days)
        newest = sorted(found, key=lambda one: (days[one.id], runs[one.id]), reverse=True)[:NEWEST]
        domains = Counter(entry.domain for entry in site.catalogue.entries)
        often = [entry_id for entry_id in order if site.catalogue.find(entry_id)]
        myths = [entry_id for _place, _by_source, entry_id in sorted(refuted)[:NEWEST]]
        facts = {
            "often": often,
            "domains": {domain: domains[domain] for domain in site.catalogue.site.domains if domains[domain]},
            "refuted": myths,
            "newest": [(one.id, days[one.id], runs[one.id]) for one in newest],
        }
        yield Shard("home", tuple(dict.fromkeys((*often, *myths))), facts=(json.dumps(facts), *records(newest)))

    def render(self, site: Site, shard: Shard, parts: Parts[Glimpse]) -> Iterator[SiteFile]:
        """Yield nothing."""
        del site, shard, parts
        return iter(())


def home_parts(site: Site, shard: Shard, parts: Parts[Glimpse], locale: str, path: str) -> str:
    """Render what stands below the box on a page, from the shard of `Home`."""
    facts = json.loads(shard.facts[0])
    catalogue = site.catalogue
    found = dict(parts.of(facts["refuted"]))
    return render(
        "home.html",
        site.page(locale, path),
        often=[catalogue.by_id[entry_id] for entry_id in facts["often"]],
        domains=[(domain, catalogue.site.domains[domain], number) for domain, number in facts["domains"].items()],
        refuted=[(entry_id, found[entry_id].refuted) for entry_id in facts["refuted"]],
        newest=[(catalogue.environments[where], date.fromisoformat(day), runs) for where, day, runs in facts["newest"]],
        **label_values(),
    )
