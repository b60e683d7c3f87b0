"""What we found: the popular statements that runs refuted, the popular fixes that failed, and what proved true."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from generator.content.model import Role, Statement, Text
from generator.judge.catalogue import JudgedEntry
from generator.judge.verdicts import JudgedClaim, Word
from generator.publish.output import SiteFile
from generator.render.claims import title_of
from generator.render.collection import PAGE_SIZE, Collection, Parts, Shard
from generator.render.entry import Site
from generator.render.environments import in_order, records
from generator.render.labels import N_, Label, label_for
from generator.render.sections import Section, by_label, fixed, last_change, list_pages, list_shards, paged, sections_of

TITLE = N_("What we found")
DESCRIPTION = N_(
    "Popular statements and fixes for GPU errors that were put to a run and did not hold, each with the program, "
    "its output and what is so instead."
)
# The sections of the page, in its order: which claims stand there.
SECTIONS: dict[str, tuple[Role, Word]] = {
    "refuted": ("claim", "refuted"),
    "failed": ("dead-end", "confirmed"),
    "upheld": ("claim", "upheld"),
}
BY_SOURCE = "by_source"  # in a label, in the place of an environment


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim that a run decided, or else a source."""

    section: str
    id: str
    anchor: str
    title: Text
    finding: Text | None
    """What is so instead."""
    label: Label
    environment: str | None
    """The id of the environment in which it ran; None where a source decides."""
    date: str | None
    source: str | None


def findings_of(entry: JudgedEntry) -> tuple[Finding, ...]:
    """Return what was found of an entry's claims, what runs showed before what sources say."""
    found = (
        _finding(section, entry, item)
        for section, decided in SECTIONS.items()
        for item in entry.judged
        if (item.role, item.verdict.word) == decided
    )
    return tuple(sorted(found, key=lambda one: one.environment is None))


def _finding(section: str, entry: JudgedEntry, item: JudgedClaim) -> Finding:
    verdict, claim = item.verdict, item.claim
    ran = verdict.ran and verdict.environment and verdict.observation
    return Finding(
        section,
        claim.id,
        item.anchor,
        title_of(entry, item),
        claim.finding if isinstance(claim, Statement) else None,
        label_for(item, verdict),
        verdict.environment.id if ran and verdict.environment else None,
        verdict.observation.date if ran and verdict.observation else None,
        verdict.source,
    )


class Findings(Collection[tuple[Finding, ...]]):
    """The page of what was found; further pages where that is much."""

    name = "findings"

    def __init__(self, size: int = PAGE_SIZE) -> None:
        """Set how many findings a page has at most."""
        self.size = size

    def part(self, site: Site, entry: JudgedEntry) -> tuple[Finding, ...] | None:
        """Return what was found of an entry's claims."""
        del site
        return findings_of(entry) or None

    def labels(self, part: tuple[Finding, ...]) -> tuple[str, ...]:
        """Return the section and the environment of each finding."""
        return tuple(f"{one.section} {one.environment or BY_SOURCE}" for one in part)

    def shards(self, site: Site, parts: Parts[tuple[Finding, ...]]) -> Iterator[Shard]:
        """Yield one shard for each page."""
        found: dict[str, Counter[str]] = {section: Counter() for section in SECTIONS}
        where: dict[str, set[str]] = defaultdict(set)
        counted: Counter[str] = Counter()
        for label, entries in by_label(parts).items():
            section, _space, environment = label.partition(" ")
            found[section].update(entries)
            counted[section if environment != BY_SOURCE else BY_SOURCE] += sum(entries.values())
            if environment != BY_SOURCE:
                for entry_id in entries:
                    where[entry_id].add(environment)
        ordered = {section: dict(sorted(entries.items())) for section, entries in found.items()}
        paths = {code: site.addresses.found(code) for code in site.locales}
        for shard in list_shards(site, "found", paths, paged(ordered, self.size), last_change(site)):
            environments = in_order(site, (one for entry_id in shard.entries for one in where[entry_id]))
            counts = json.dumps(counted) if shard.number == 1 else ""
            yield replace(shard, facts=(*shard.facts, counts, *records(environments)))

    def render(self, site: Site, shard: Shard, parts: Parts[tuple[Finding, ...]]) -> Iterator[SiteFile]:
        """Yield one page in every language."""
        found = dict(parts.of(shard.entries))
        values = {
            "sections": [
                (section, [(site.catalogue.by_id[name], _below(section, found[name])) for name in section.entries])
                for section in sections_of(shard)
                if section.total or section.name == "refuted"
            ],
            "counts": Counter(json.loads(shard.facts[1])) if shard.number == 1 else None,
            "environments": site.catalogue.environments,
        }
        return list_pages(site, shard, "found.html", fixed(TITLE, DESCRIPTION), values)


def _below(section: Section, found: Iterable[Finding]) -> list[Finding]:
    return [one for one in found if one.section == section.name]
