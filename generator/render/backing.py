"""What backs an entry's page: claims counted by grade, and programs by whether they ran."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from generator.judge.catalogue import JudgedEntry
from generator.judge.grades import GRADES, Grade, grade_of
from generator.judge.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Backing:
    """Counts of an entry; none of them is estimated."""

    grades: tuple[tuple[Grade, int], ...]
    """How many claims have each grade, the strongest first; grades that none has are left out."""
    programs: int
    programs_run: int
    refuted: int
    sources: int
    ready: int
    """Programs that wait for nothing but a GPU."""


def backing_of(entry: JudgedEntry) -> Backing:
    """Count what backs an entry's claims."""
    grades = Counter(grade_of(item) for item in entry.judged)
    verdicts: dict[str, list[Verdict]] = {item.snippet.name: [] for item in entry.judged if item.snippet}
    for item in entry.judged:
        if item.snippet:
            verdicts[item.snippet.name].extend(item.verdicts)
    ran = {name for name, found in verdicts.items() if any(verdict.ran for verdict in found)}
    ready = {name for name, found in verdicts.items() if any(verdict.reason == "no_gpu" for verdict in found)}
    return Backing(
        grades=tuple((grade, grades[grade]) for grade in GRADES if grades[grade]),
        programs=len(verdicts),
        programs_run=len(ran),
        refuted=entry.summary.refuted,
        sources=len(entry.loaded.entry.sources),
        ready=len(ready - ran),
    )
