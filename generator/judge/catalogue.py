"""Content and evidence together, judged: what every view is made from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from generator.content.codes_model import Code, Library, LookupTexts
from generator.content.interface_texts import LOCALES
from generator.content.loader import Content, LoadedEntry
from generator.content.model import Cause, DeadEnd, Site, Start, Text, Workaround
from generator.content.outdated import outdated
from generator.evidence.records import Environment
from generator.evidence.store import Evidence
from generator.judge.permalinks import FormerMyth, Permalink, former_myths, permalinks
from generator.judge.summary import Badge, Summary, summarize
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
class EntryRef:
    """What pages besides an entry's own say of it. It is all that is kept of every entry while a site is built."""

    id: str
    title: Text
    summary: Text
    symptom: str
    """Its first wording."""
    badge: Badge
    modified: date
    codes: tuple[str, ...]
    aliases: tuple[str, ...]
    has_programs: bool
    popular: tuple[str, ...] = ()
    """The ids of its popular statements and of its popular fixes."""
    myths: tuple[str, ...] = ()
    """Which of them are false, and which fail."""

    @property
    def domain(self) -> str:
        """Return the part of the id before the slash."""
        return self.id.partition("/")[0]

    @property
    def slug(self) -> str:
        """Return the part of the id after the slash."""
        return self.id.partition("/")[2]


def ref_of(entry: JudgedEntry) -> EntryRef:
    """Return what other pages say of an entry."""
    authored = entry.loaded.entry
    return EntryRef(
        id=entry.id,
        title=authored.title,
        summary=authored.summary,
        symptom=authored.symptoms[0].text,
        badge=entry.summary.badge,
        modified=entry.modified,
        codes=authored.codes,
        aliases=authored.aliases,
        has_programs=any(item.snippet for item in entry.judged),
        popular=authored.popular,
        myths=tuple(item.claim.id for item in entry.judged if item.is_myth),
    )


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What pages know of a site: settings, references to entries, status codes, and what each permalink leads to.

    Pages made from all entries get references to all; an entry's own page gets those to the entries that it names.
    """

    site: Site
    entries: tuple[EntryRef, ...]
    libraries: tuple[Library, ...] = ()
    lookup: LookupTexts = field(default_factory=LookupTexts)
    permalinks: Mapping[str, Permalink] = field(default_factory=dict)
    former_myths: Sequence[FormerMyth] = ()
    """The addresses of myths that were published and that entries no longer have."""
    start: Start | None = None
    """The questions for readers without a message. Its title is part of what every page is made from."""
    texts: Path | None = None
    """The folder with interface texts of the content's own."""
    environments: Mapping[str, Environment] = field(default_factory=dict)
    """Where programs ran, by id. A page that shows a record of one has the record among what decides its bytes."""
    by_id: Mapping[str, EntryRef] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_id", {entry.id: entry for entry in self.entries})

    def find(self, entry_id: str) -> EntryRef | None:
        """Return the reference to an entry, if there is one."""
        return self.by_id.get(entry_id)

    def entries_showing(self, code: Code) -> tuple[EntryRef, ...]:
        """Return the entries that show a status code."""
        return tuple(self.by_id[entry_id] for entry_id in self.permalinks[code.permalink].entries)

    def of_domain(self, domain: str) -> tuple[EntryRef, ...]:
        """Return the entries of one domain, by id."""
        return tuple(entry for entry in self.entries if entry.domain == domain)

    def only(self, ids: Iterable[str]) -> Catalogue:
        """Return the catalogue with references to these entries alone, and without permalinks."""
        entries = tuple(self.by_id[entry_id] for entry_id in ids)
        return replace(self, entries=entries, permalinks={}, former_myths=())


def catalogue_of(
    content: Content, site: Site, entries: Iterable[EntryRef], environments: Mapping[str, Environment] | None = None
) -> Catalogue:
    """Return the catalogue of a site with these entries. `environments`: those in which their programs ran, by id."""
    refs = tuple(sorted(entries, key=lambda entry: entry.id))
    names = permalinks(refs, content.codes)
    published = content.ledger.myths if content.ledger else ()
    return Catalogue(
        site,
        refs,
        content.codes,
        content.lookup,
        names,
        former_myths(published, refs, names),
        content.start,
        content.root / LOCALES,
        environments or {},
    )


def judge_loaded(loaded: LoadedEntry, evidence: Evidence, outdated: frozenset[str] = frozenset()) -> JudgedEntry:
    """Judge an entry by the evidence. `outdated`: the languages in which it may be older than its original."""
    return judged_entry(loaded, judge_entry(loaded, evidence), outdated)


def judged_entry(
    loaded: LoadedEntry, judged: tuple[JudgedClaim, ...], outdated: frozenset[str] = frozenset()
) -> JudgedEntry:
    """Return an entry with the verdicts on its claims, and what is counted of them."""
    return JudgedEntry(loaded, judged, summarize(loaded.entry, judged), tested_rows(judged), outdated)


def judge_content(content: Content, evidence: Evidence) -> tuple[JudgedEntry, ...]:
    """Judge every entry by the evidence."""
    return tuple(judge_loaded(loaded, evidence, outdated(content, loaded)) for loaded in content.entries)
