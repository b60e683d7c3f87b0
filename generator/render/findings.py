"""What was found of popular statements and popular fixes: which do not hold, which do, and what stands behind that."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from generator.content.frameworks import FRAMEWORKS
from generator.content.model import DeadEnd, Role, Statement, Text
from generator.judge.catalogue import JudgedEntry
from generator.judge.grades import Grade, grade_of, source_of
from generator.judge.verdicts import MYTHS, JudgedClaim, Verdict, Word
from generator.judge.version_table import order_of
from generator.render.claims import agreeing_verdicts, differing_verdicts, title_of
from generator.render.labels import Label, label_for

# The sections of a list of findings, in its order: which claims stand there.
SECTIONS: dict[str, tuple[Role, Word]] = {
    "refuted": ("claim", "refuted"),
    "failed": ("dead-end", "confirmed"),
    "upheld": ("claim", "upheld"),
}
FALSE = tuple(section for section, decided in SECTIONS.items() if decided in MYTHS)
EVERYWHERE = "numpy"  # nearly every program has it, and seldom is it what matters
FEW = 5  # versions that are all named
Versions = tuple[str, tuple[str, ...]]  # the name of a package, and its versions, the oldest first


class Finding(NamedTuple):
    """A popular statement or fix that runs decided, or else a source."""

    section: str
    id: str
    """The id of its claim: its page is `Addresses.myth(slug of the entry, id, language)`."""
    anchor: str
    title: Text
    """The statement, or what the fix is."""
    truth: Text
    """What is so instead; of a fix, what happens with it."""
    label: Label
    grade: Grade
    environment: str | None
    """The id of an environment in which it ran; None where a source decides."""
    source: str | None
    versions: Versions | None
    """The package it is about, and the versions with which runs gave this verdict: each one of them ran."""
    runs: int
    """How many runs gave this verdict."""
    otherwise: int
    """In how many environments it came out otherwise."""


def findings_of(entry: JudgedEntry) -> tuple[Finding, ...]:
    """Return what was found of an entry's claims, what runs showed before what sources say."""
    found = (
        finding
        for section, decided in SECTIONS.items()
        for item in entry.judged
        if (item.role, item.verdict.word) == decided and (finding := finding_of(entry, item, section))
    )
    return tuple(sorted(found, key=lambda one: one.environment is None))


def finding_of(entry: JudgedEntry, item: JudgedClaim, section: str) -> Finding | None:
    """Return what was found of a claim; None of one that is neither a statement nor a fix that fails."""
    claim, verdict = item.claim, item.verdict
    if not isinstance(claim, Statement | DeadEnd):
        return None
    ran = [one for one in (verdict, *agreeing_verdicts(item)) if one.ran]
    return Finding(
        section=section,
        id=claim.id,
        anchor=item.anchor,
        title=title_of(entry, item),
        truth=claim.finding if isinstance(claim, Statement) else claim.text,
        label=label_for(item, verdict),
        grade=grade_of(item),
        environment=verdict.environment.id if verdict.ran and verdict.environment else None,
        source=verdict.source or source_of(item),
        versions=_versions(item, ran),
        runs=sum(1 + len(one.observation.repeats) for one in ran if one.observation),
        otherwise=sum(one.ran for one in differing_verdicts(item)),
    )


def _versions(item: JudgedClaim, ran: Iterable[Verdict]) -> Versions | None:
    """Return the package that a program needs first, or Python, with the versions that it ran with."""
    environments = [verdict.environment for verdict in ran if verdict.environment]
    if not environments:
        return None
    needs = [re.split(r"[^\w-]", need)[0] for need in item.needs]
    for need in sorted(needs, key=lambda name: name == EVERYWHERE):
        names = FRAMEWORKS.get(need, (need,))
        found = {one.distributions[name] for one in environments for name in names if name in one.distributions}
        if found:
            return need, _in_order(version.partition("+")[0] for version in found)
    return "Python", _in_order(one.python for one in environments)


def _in_order(versions: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(versions), key=order_of))


def written(versions: Versions | None) -> str:
    """Write versions in a few words. Every one of them ran, and none between them did: it is no range."""
    if versions is None:
        return ""
    name, known = versions
    shown = (*known[:2], "…", known[-1]) if len(known) > FEW else known
    return f"{name} {', '.join(shown)}".replace(", …,", " …")
