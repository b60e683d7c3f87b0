"""What backs an entry's page: claims counted by grade, programs by whether they ran, and results by version."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from packaging.version import InvalidVersion, Version

from generator.content.model import Text
from generator.judge.catalogue import JudgedEntry
from generator.judge.environment_diff import main_versions
from generator.judge.grades import GRADES, Grade, grade_of
from generator.judge.verdicts import JudgedClaim, Verdict
from generator.render.claims import title_of
from generator.render.labels import Label, label_of

COLUMNS = 5  # versions, the newest
ROWS = 6  # claims


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


@dataclass(frozen=True, slots=True)
class Row:
    """One claim in the matrix: its result with each version, or None where it did not run."""

    item: JudgedClaim
    title: Text
    cells: tuple[Label | None, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Claims by versions of the package that most of their runs are about."""

    package: str
    versions: tuple[str, ...]
    rows: tuple[Row, ...]


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


def matrix_of(entry: JudgedEntry) -> Matrix | None:
    """Return the matrix, or None where no program has run. Claims that ran most come first, then those that wait."""
    cells = {item.anchor: _by_version(item) for item in entry.judged if item.snippet}
    packages = Counter(package for found in cells.values() for package in found)
    if not packages:
        return None
    package = max(packages, key=lambda name: (name != "Python", packages[name], name))
    versions = sorted({version for found in cells.values() for version in found.get(package, {})}, key=_order)[
        -COLUMNS:
    ]
    with_program = [item for item in entry.judged if item.snippet and not _is_elsewhere(cells[item.anchor], package)]
    with_program.sort(key=lambda item: -sum(version in cells[item.anchor].get(package, {}) for version in versions))
    rows = (
        Row(
            item,
            title_of(entry, item),
            tuple(
                label_of(item, found[version]) if version in found else None
                for found in [cells[item.anchor].get(package, {})]
                for version in versions
            ),
        )
        for item in with_program[:ROWS]
    )
    return Matrix(package, tuple(versions), tuple(rows))


def _is_elsewhere(found: Mapping[str, object], package: str) -> bool:
    """Tell whether a claim ran, but with versions of other packages only."""
    return bool(found) and package not in found


def _by_version(item: JudgedClaim) -> dict[str, dict[str, Verdict]]:
    """Return the verdicts of a claim by package and version: of several, the one that is shown first."""
    found: dict[str, dict[str, Verdict]] = {}
    for verdict in item.verdicts:
        if not verdict.ran or verdict.environment is None:
            continue
        for package, version in main_versions(verdict.environment, item.needs).items():
            kept = found.setdefault(package, {})
            if version not in kept or verdict is item.verdict:
                kept[version] = verdict
    return found


def _order(version: str) -> Version:
    try:
        return Version(version)
    except InvalidVersion:
        return Version("0")
