"""Content and evidence together, judged: what every view is made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from generator.content.codes_model import Code, Library, LookupTexts
from generator.content.interface_texts import LOCALES
from generator.content.loader import Content, LoadedEntry
from generator.content.model import Cause, DeadEnd, Site, Workaround
from generator.content.outdated import outdated
from generator.evidence.store import Evidence
from generator.judge.permalinks import Permalink, permalinks
from generator.judge.summary import Summary, summarize
from generator.judge.verdicts import JudgedClaim, judge_entry
from generator.judge.version_table import TestedRow, tested_rows


@dataclass(frozen=True, slots=True)
class JudgedEntry:
    """An entry with the verdicts on its claims."""

    loaded: LoadedEntry
    judged: tuple[JudgedClaim, ...]
    summary: Summary
    tested: tuple[TestedRow, ...]
    outdated: frozenset[str] = frozenset()
    """The languages in which it may be older than its original."""

    @property
    def id(self) -> str:
        """Return the entry's id."""
        return self.loaded.id

    @property
    def modified(self) -> date:
        """Return the day of the last change of text or evidence."""
        days = [change.date for change in self.loaded.entry.history]
        for item in self.judged:
            days.extend(
                date.fromisoformat(verdict.observation.date) for verdict in item.verdicts if verdict.observation
            )
        return max(days)

    def of_role(self, role: str) -> tuple[JudgedClaim, ...]:
        """Return the judged claims of one role, in the authored order."""
        return tuple(item for item in self.judged if item.role == role)

    def steps_of(self, cause: Cause) -> tuple[JudgedClaim, ...]:
        """Return the workarounds for a cause, in the order in which the author would try them."""
        return self._of_cause("workaround", cause)

    def dead_ends_of(self, cause: Cause) -> tuple[JudgedClaim, ...]:
        """Return the dead ends that do not help with a cause."""
        return self._of_cause("dead-end", cause)

    @property
    def first_step(self) -> tuple[Cause, JudgedClaim] | None:
        """Return the first workaround of the first cause that has one. A verdict never decides what comes first."""
        steps = ((cause, item) for cause in self.loaded.entry.causes for item in self.steps_of(cause))
        return next(steps, None)

    def _of_cause(self, role: str, cause: Cause) -> tuple[JudgedClaim, ...]:
        return tuple(
            item
            for item in self.of_role(role)
            if isinstance(item.claim, Workaround | DeadEnd) and cause in self.loaded.entry.causes_of(item.claim)
        )


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All judged entries of a site, its status codes, and the permalinks to both."""

    site: Site
    entries: tuple[JudgedEntry, ...]
    libraries: tuple[Library, ...] = ()
    lookup: LookupTexts = field(default_factory=LookupTexts)
    permalinks: Mapping[str, Permalink] = field(default_factory=dict)
    texts: Path | None = None
    """The folder with interface texts of the content's own."""
    by_id: Mapping[str, JudgedEntry] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_id", {entry.id: entry for entry in self.entries})

    def find(self, entry_id: str) -> JudgedEntry | None:
        """Return the entry with this id, if there is one."""
        return self.by_id.get(entry_id)

    def entries_showing(self, code: Code) -> tuple[JudgedEntry, ...]:
        """Return the entries that show a status code."""
        return tuple(self.by_id[entry_id] for entry_id in self.permalinks[code.permalink].entries)

    def of_domain(self, domain: str) -> tuple[JudgedEntry, ...]:
        """Return the entries of one domain, by id."""
        return tuple(entry for entry in self.entries if entry.loaded.domain == domain)


def judge_content(content: Content, site: Site, evidence: Evidence) -> Catalogue:
    """Judge every entry by the evidence."""
    return Catalogue(
        site,
        tuple(_judge(content, loaded, evidence) for loaded in content.entries),
        content.codes,
        content.lookup,
        permalinks(content.entries, content.codes),
        content.root / LOCALES,
    )


def _judge(content: Content, loaded: LoadedEntry, evidence: Evidence) -> JudgedEntry:
    judged = judge_entry(loaded, evidence)
    return JudgedEntry(loaded, judged, summarize(loaded.entry, judged), tested_rows(judged), outdated(content, loaded))
