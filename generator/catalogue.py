"""Content and evidence together, judged: what every view is made from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from generator.evidence import Evidence
from generator.loader import Content, LoadedEntry
from generator.schema import Site
from generator.summary import Summary, summarize
from generator.verdicts import JudgedClaim, judge_entry
from generator.versions import TestedRow, tested_rows


@dataclass(frozen=True, slots=True)
class JudgedEntry:
    """An entry with the verdicts on its claims."""

    loaded: LoadedEntry
    judged: tuple[JudgedClaim, ...]
    summary: Summary
    tested: tuple[TestedRow, ...]

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

    @property
    def first_fix(self) -> JudgedClaim | None:
        """Return the first workaround that ran clean where the error occurs, if any did."""
        return next((item for item in self.of_role("workaround") if item.cured), None)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All judged entries of a site."""

    site: Site
    entries: tuple[JudgedEntry, ...]

    def find(self, entry_id: str) -> JudgedEntry | None:
        """Return the entry with this id, if there is one."""
        return next((entry for entry in self.entries if entry.id == entry_id), None)

    def of_domain(self, domain: str) -> tuple[JudgedEntry, ...]:
        """Return the entries of one domain, by id."""
        return tuple(entry for entry in self.entries if entry.loaded.domain == domain)


def judge_content(content: Content, site: Site, evidence: Evidence) -> Catalogue:
    """Judge every entry by the evidence."""
    return Catalogue(site, tuple(_judge(loaded, evidence) for loaded in content.entries))


def _judge(loaded: LoadedEntry, evidence: Evidence) -> JudgedEntry:
    judged = judge_entry(loaded, evidence)
    return JudgedEntry(loaded, judged, summarize(loaded.entry, judged), tested_rows(judged))
