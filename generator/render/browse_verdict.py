"""The entries by badge, and what has not been run, with the reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from generator.content.model import NotRun, Role
from generator.judge.catalogue import JudgedEntry
from generator.judge.verdicts import JudgedClaim
from generator.publish.output import SiteFile
from generator.render import labels
from generator.render.collection import PAGE_SIZE, Collection, Parts, Shard
from generator.render.entry import Site
from generator.render.labels import N_
from generator.render.sections import by_label, fixed, last_change, list_pages, list_shards, paged, sections_of

TITLE = N_("By verdict")
DESCRIPTION = N_("Which entries are verified by runs, which in part, and what has not been run yet, with the reasons.")
NOT_RUN = "not_run"
NO_GPU = "no_gpu"
# The sections after those of the badges: claims that wait for nothing but a GPU, and those that did not run otherwise.
WAITING = "no-gpu"
OTHER_REASONS = "other-reasons"


class Unrun(NamedTuple):
    """A claim that has not been run, and why: `reason` is a verdict's, `not_run` what its author says."""

    role: Role
    id: str
    anchor: str
    reason: str
    not_run: NotRun | None

    @property
    def section(self) -> str:
        """Return the section of the list in which it stands."""
        return WAITING if self.reason == NO_GPU else OTHER_REASONS


@dataclass(frozen=True, slots=True)
class Verified:
    """How much of an entry was shown, and what was not run."""

    verified: int
    causes: int
    not_run: int
    claims: tuple[Unrun, ...]


def _unrun(item: JudgedClaim) -> Unrun:
    return Unrun(item.role, item.claim.id, item.anchor, item.verdict.reason, item.claim.not_run)


class Verdicts(Collection[Verified]):
    """The entries under each badge, and every claim that has not been run."""

    name = "verdicts"

    def __init__(self, size: int = PAGE_SIZE) -> None:
        """Set how many entries a page lists at most."""
        self.size = size

    def part(self, site: Site, entry: JudgedEntry) -> Verified:
        """Return how much of the entry was shown."""
        del site
        counts = entry.summary
        claims = tuple(_unrun(item) for item in entry.judged if item.verdict.word == NOT_RUN)
        return Verified(counts.causes_verified, counts.causes, counts.not_run, claims)

    def labels(self, part: Verified) -> tuple[str, ...]:
        """Return the sections of the list in which claims of the entry stand."""
        return tuple(dict.fromkeys(one.section for one in part.claims))

    def shards(self, site: Site, parts: Parts[Verified]) -> Iterator[Shard]:
        """Yield one shard for each page of the list."""
        found: dict[str, dict[str, int]] = {badge: {} for badge in labels.BADGES}
        for entry_id in parts.ids:
            found[site.catalogue.by_id[entry_id].badge][entry_id] = 1
        labelled = by_label(parts)
        found |= {section: labelled.get(section, {}) for section in (WAITING, OTHER_REASONS)}
        paths = {code: site.addresses.browse(code, "verdict") for code in site.locales}
        pages = paged({section: ids for section, ids in found.items() if ids}, self.size)
        yield from list_shards(site, "verdict", paths, pages, last_change(site))

    def render(self, site: Site, shard: Shard, parts: Parts[Verified]) -> Iterator[SiteFile]:
        """Yield one page in every language."""
        found = dict(parts.of(shard.entries))
        sections = [
            (section, [(site.catalogue.by_id[name], found[name]) for name in section.entries])
            for section in sections_of(shard)
        ]
        values = {"sections": sections, "roles": labels.ROLES}
        return list_pages(site, shard, "browse_verdict.html", fixed(TITLE, DESCRIPTION), values)
