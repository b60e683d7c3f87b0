"""Observations from a store or another machine → the evidence that is committed with the content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from generator.content.loader import Content
from generator.content.programs import Snippet
from generator.evidence.records import Observation
from generator.evidence.store import Evidence, load_evidence, replace_evidence
from generator.judge.expectations import left_without_report
from generator.recorded.results import ImportedObservation

Fate = Literal["imported", "stale", "there already", "older", "refused", "without a program"]


@dataclass(slots=True)
class Promotion:
    """What became of observations: the files that changed, counts for each environment, and a line for what is odd."""

    changed: list[Path] = field(default_factory=list)
    counts: dict[str, Counter[Fate]] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Return what to tell: remarks, files, counts."""
        files = [f"{'wrote' if path.exists() else 'deleted'} {path}" for path in self.changed]
        counts = [
            f"{environment}: {', '.join(f'{count} {fate}' for fate, count in fates.items())}"
            for environment, fates in self.counts.items()
        ]
        return [*self.remarks, *files, *counts]


def promote(
    content: Content, folder: Path, found: Iterable[ImportedObservation], *, dry_run: bool = False
) -> Promotion:
    """Merge observations into an evidence folder, and drop from it what no entry's program stands behind.

    A newer observation replaces an older one, and one of the present program any other. `dry_run`: write nothing.
    """
    programs = programs_of(content)
    evidence = load_evidence(folder)
    promotion = Promotion()
    for item in found:
        fate, why = _take(evidence, item, programs.get((item.entry, item.observation.snippet)))
        name = f"{item.environment.name} ({item.environment.id})"
        promotion.counts.setdefault(name, Counter())[fate] += 1
        if why:
            promotion.remarks.append(f"{fate}: {item}: {why}")
    for (entry, _environment), seen in evidence.observations.items():
        for name in [name for name in seen if (entry, name) not in programs]:
            del seen[name]
    promotion.changed = [] if dry_run else replace_evidence(folder, evidence)
    return promotion


def programs_of(content: Content) -> dict[tuple[str, str], Snippet]:
    """Return every program of the content, by its entry and its name."""
    return {(entry.id, name): snippet for entry in content.entries for name, snippet in entry.snippets.items()}


def _take(evidence: Evidence, item: ImportedObservation, program: Snippet | None) -> tuple[Fate, str]:
    """Keep an observation if it says more than what is there; return what became of it, and why if that is odd."""
    observation = item.observation
    if program is None:
        return "without a program", "no entry has it any more"
    if observation.violations:
        return "refused", f"the program ran into the isolation: {', '.join(observation.violations)}"
    if any(map(left_without_report, (observation, *observation.repeats))):
        return "refused", "the program ended without a report"

    def rank(one: Observation) -> tuple[bool, str]:
        return program.is_seen_in(one, item.environment.id), one.date

    current = program.is_seen_in(observation, item.environment.id)
    why = "" if current else "the program has changed since this run"
    known = evidence.observations.get((item.entry, item.environment.id), {}).get(observation.snippet)
    if known == observation:
        return "there already", ""
    if known and rank(known) > rank(observation):
        return "older", why
    evidence.add(item.entry, item.environment, observation)
    return ("imported" if current else "stale"), why
