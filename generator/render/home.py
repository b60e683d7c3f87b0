"""The home page below the look-up box: counted numbers, myths, what waits for a GPU, the ways in."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.judge.catalogue import JudgedEntry
from generator.judge.grades import OF_KIND, Grade
from generator.publish.output import SiteFile
from generator.render.api import bulk_files
from generator.render.backing import backing_of
from generator.render.collection import Collection, Parts, Shard
from generator.render.entry import Site, label_values
from generator.render.environments import in_order, records
from generator.render.findings import Finding, findings_of, written
from generator.render.sections import by_label
from generator.render.templates import render

MYTHS = 3
COUNTED = ("claims", "run", "quoted", "myths", "ready")
RUN: frozenset[Grade] = frozenset(OF_KIND.values())
SOURCE: Grade = "source"


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the home page may show of an entry."""

    myth: Finding | None
    """A statement that proved false: by a run rather than by a source, and the shortest."""
    myths: int
    ran: Mapping[str, int]
    """Id of an environment → the number of programs that ran there."""
    claims: int
    run: int
    """Claims that a run shows."""
    quoted: int
    """Claims that only a cited source backs."""
    ready: int
    """Programs that wait for nothing but a GPU."""


def glimpse_of(entry: JudgedEntry) -> Glimpse:
    """Return what the home page may show of an entry."""
    myths = [one for one in findings_of(entry) if one.section == "refuted"]
    ran = {
        (verdict.environment.id, verdict.observation.snippet)
        for item in entry.judged
        for verdict in item.verdicts
        if verdict.environment and verdict.observation
    }
    backing = backing_of(entry)
    claims = sum(number for _grade, number in backing.grades)
    runs = Counter(environment for environment, _snippet in ran)
    run = sum(number for grade, number in backing.grades if grade in RUN)
    quoted = sum(number for grade, number in backing.grades if grade == SOURCE)
    shortest = min(myths, key=_for_a_glance, default=None)
    return Glimpse(shortest, len(myths), dict(sorted(runs.items())), claims, run, quoted, backing.ready)


def _for_a_glance(myth: Finding) -> tuple[str, int]:
    """Return what comes first at a glance: what a run decided, then what is read quickly."""
    length = min(len(title) + len(myth.truth[locale]) for locale, title in myth.title.items())
    return "run" if myth.environment else "source", length


class Home(Collection[Glimpse]):
    """What stands below the look-up box on a hand-written page. It has no files of its own: see `home_parts`."""

    name = "home"

    def part(self, site: Site, entry: JudgedEntry) -> Glimpse | None:
        """Return what the home page may show of the entry."""
        del site
        return glimpse_of(entry)

    def labels(self, part: Glimpse) -> tuple[str, ...]:
        """Return what refuted a statement and how long it is, the counts, and how many programs ran where."""
        myth = (f"myth {' '.join(map(str, _for_a_glance(part.myth)))}",) if part.myth else ()
        counts = {name: getattr(part, name) for name in COUNTED}
        counted = (f"{name} {number}" for name, number in counts.items() if number)
        return *myth, *counted, *(f"ran:{environment} {runs}" for environment, runs in part.ran.items())

    def shards(self, site: Site, parts: Parts[Glimpse]) -> Iterator[Shard]:
        """Yield the one shard: entries with a myth that is shown, and as facts the counts and the environments."""
        order = {entry_id: place for place, entry_id in enumerate(site.catalogue.site.often)}
        myths: list[tuple[int, str, int, str]] = []
        counts: Counter[str] = Counter()
        for label, entries in by_label(parts).items():
            kind, _space, value = label.partition(" ")
            if kind == "myth":
                backing, _space, length = value.partition(" ")
                place = len(order)
                myths.extend((order.get(entry_id, place), backing, int(length), entry_id) for entry_id in entries)
            else:
                counts[kind] += int(value) * len(entries)
        environments = [kind.removeprefix("ran:") for kind in counts if kind.startswith("ran:")]
        domains = Counter(entry.domain for entry in site.catalogue.entries)
        first = sorted(myths)[:MYTHS]
        shown = tuple(entry_id for *_others, entry_id in sorted(first, key=lambda one: one[2]))
        where = in_order(site.catalogue.environments, environments)
        facts = {
            **{name: counts[name] for name in COUNTED},
            "runs": sum(counts[f"ran:{environment}"] for environment in environments),
            "on_gpus": sum(counts[f"ran:{environment.id}"] for environment in where if environment.gpus),
            "environments": len(environments),
            "domains": {domain: domains[domain] for domain in site.catalogue.site.domains if domains[domain]},
        }
        yield Shard("home", shown, facts=(json.dumps(facts), *records(where)))

    def render(self, site: Site, shard: Shard, parts: Parts[Glimpse]) -> Iterator[SiteFile]:
        """Yield nothing."""
        del site, shard, parts
        return iter(())


def home_parts(site: Site, shard: Shard, parts: Parts[Glimpse], locale: str, path: str) -> str:
    """Render what stands below the box on a page, from the shard of `Home`."""
    facts = json.loads(shard.facts[0])
    catalogue = site.catalogue
    waiting = next((entry_id for entry_id in catalogue.site.often if catalogue.find(entry_id)), None)
    return render(
        "home.html",
        site.page(locale, path),
        counts=facts,
        domains=[(domain, catalogue.site.domains[domain], number) for domain, number in facts["domains"].items()],
        myths=[(entry_id, glimpse.myth) for entry_id, glimpse in parts.of(shard.entries)],
        written=written,
        bulk=bulk_files(site),
        waiting=waiting.partition("/")[2] if waiting else None,
        **label_values(),
    )
