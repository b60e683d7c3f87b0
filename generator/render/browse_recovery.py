"""The entries by what it takes to recover."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.content.model import Cause, Recovery, Text
from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render.collection import PAGE_SIZE, Collection, Parts, Shard
from generator.render.entry import Site
from generator.render.labels import N_
from generator.render.sections import by_label, fixed, last_change, list_pages, list_shards, paged, sections_of

TITLE = N_("By recovery")
DESCRIPTION = N_("Which GPU errors need a reboot, a reset of the GPU or a new process, and which are over when fixed.")
WORST_FIRST: tuple[Recovery, ...] = ("replace-hardware", "reboot", "reset-gpu", "restart-process", "retry", "none")
LATE = "late"


@dataclass(frozen=True, slots=True)
class Recovering:
    """What it takes to recover from an error."""

    causes: Mapping[str, tuple[tuple[str, Text], ...]]
    """Each recovery that a cause needs → id and title of these causes, where others need something else; else none."""
    late: bool
    """Whether it may be reported late."""


def recoveries_of(entry: JudgedEntry) -> dict[str, tuple[Cause, ...]]:
    """Return each recovery that a cause of an entry needs, with these causes."""
    authored = entry.loaded.entry
    needed = [authored.recovery_of(cause) for cause in authored.causes]
    return {
        recovery: tuple(cause for cause in authored.causes if authored.recovery_of(cause) == recovery)
        for recovery in dict.fromkeys(needed)
    }


class Recoveries(Collection[Recovering]):
    """The entries under each recovery, the hardest first; and those that may be reported late."""

    name = "recoveries"

    def __init__(self, size: int = PAGE_SIZE) -> None:
        """Set how many entries a page lists at most."""
        self.size = size

    def part(self, site: Site, entry: JudgedEntry) -> Recovering:
        """Return what it takes to recover."""
        del site
        found = recoveries_of(entry)
        shown = {name: tuple((cause.id, cause.title) for cause in causes) for name, causes in found.items()}
        late = entry.loaded.entry.reported == "asynchronously"
        return Recovering(shown if len(shown) > 1 else dict.fromkeys(shown, ()), late)

    def labels(self, part: Recovering) -> tuple[str, ...]:
        """Return the sections of the list in which the entry stands."""
        return (*part.causes, *([LATE] if part.late else []))

    def shards(self, site: Site, parts: Parts[Recovering]) -> Iterator[Shard]:
        """Yield one shard for each page of the list."""
        labelled = by_label(parts)
        found = {section: labelled.get(section, {}) for section in (*WORST_FIRST, LATE)}
        paths = {code: site.addresses.browse(code, "recovery") for code in site.locales}
        yield from list_shards(site, "recovery", paths, paged(found, self.size), last_change(site))

    def render(self, site: Site, shard: Shard, parts: Parts[Recovering]) -> Iterator[SiteFile]:
        """Yield one page in every language."""
        found = dict(parts.of(shard.entries))
        sections = [
            (
                section,
                [(site.catalogue.by_id[name], found[name].causes.get(section.name, ())) for name in section.entries],
            )
            for section in sections_of(shard)
            if section.total or section.name != LATE
        ]
        return list_pages(site, shard, "browse_recovery.html", fixed(TITLE, DESCRIPTION), {"sections": sections})
