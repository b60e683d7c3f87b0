"""What came of each claim of an entry with each version that was tested: one table in place of a row for every run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.content.model import Role, Text
from generator.evidence.records import Environment
from generator.judge.catalogue import JudgedEntry
from generator.judge.verdicts import JudgedClaim, Verdict, first_shown
from generator.judge.version_table import TestedRow, order_of, packages_of
from generator.render.claims import title_of
from generator.render.fits import subjects_of
from generator.render.labels import N_, Label, label_for

HEADINGS: dict[Role, str] = {
    "reproduce": N_("Causes"),
    "workaround": N_("Workarounds"),
    "dead-end": N_("Dead ends"),
    "claim": N_("Myths, tested"),
}
Packages = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Tested:
    """An environment in which claims ran."""

    number: int
    environment: Environment
    date: str
    row: TestedRow | None
    """What the reproductions did there; None where only other claims ran."""


@dataclass(frozen=True, slots=True)
class Column:
    """Versions that were tested, and the environments that have them."""

    packages: Packages
    tested: tuple[Tested, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A claim: what came of it in each column, or None where it did not run."""

    item: JudgedClaim
    title: Text
    cells: tuple[Label | None, ...]


@dataclass(frozen=True, slots=True)
class ResultMatrix:
    """Claims that ran, by role, and the versions with which they did."""

    columns: tuple[Column, ...]
    groups: tuple[tuple[str, tuple[Row, ...]], ...]
    """Each with its heading."""
    legend: tuple[Label, ...]

    @property
    def tested(self) -> tuple[Tested, ...]:
        """Every environment, in the order of the columns."""
        return tuple(one for column in self.columns for one in column.tested)

    @property
    def raised(self) -> tuple[Tested, ...]:
        """The environments in which a reproduction ran."""
        return tuple(one for one in self.tested if one.row)


def result_matrix_of(entry: JudgedEntry) -> ResultMatrix | None:
    """Return the table, or None where nothing has run."""
    ran = tuple(item for item in entry.judged if any(True for _ in _runs(item)))
    if not ran:
        return None
    columns = _columns(entry, ran)
    groups = tuple(
        (heading, tuple(_row(entry, item, columns) for item in ran if item.role == role))
        for role, heading in HEADINGS.items()
        if any(item.role == role for item in ran)
    )
    shown = (label for _heading, rows in groups for row in rows for label in row.cells if label)
    return ResultMatrix(columns, groups, tuple(dict.fromkeys(shown)))


def _runs(item: JudgedClaim) -> Iterator[tuple[Verdict, Environment, str]]:
    """Yield the verdicts of runs, each with where and when it was."""
    for verdict in item.verdicts:
        if verdict.ran and verdict.environment and verdict.observation:
            yield verdict, verdict.environment, verdict.observation.date


def _columns(entry: JudgedEntry, ran: tuple[JudgedClaim, ...]) -> tuple[Column, ...]:
    """Return the versions that were tested, by package and version.

    Environments with the same versions of the frameworks, with a GPU and without, are one column: what differs between
    them is seldom what a reader looks for first, and the claim itself says where it came out otherwise.
    """
    environments: dict[str, Environment] = {}
    used: dict[str, set[str]] = {}
    dates: dict[str, str] = {}
    for item in ran:
        for _verdict, there, date in _runs(item):
            environments[there.id] = there
            used.setdefault(there.id, set()).update(item.needs)
            dates[there.id] = max(date, dates.get(there.id, ""))
    found: dict[Packages, list[Environment]] = {}
    for there in environments.values():
        found.setdefault(_named_by(there, used[there.id]), []).append(there)
    rows = {row.environment.id: row for row in entry.tested}
    columns, number = [], 0
    for packages in sorted(found, key=lambda key: [(name, order_of(version)) for name, version in key]):
        first = number + 1
        number += len(found[packages])
        tested = (
            Tested(at, there, dates[there.id], rows.get(there.id)) for at, there in enumerate(found[packages], first)
        )
        columns.append(Column(packages, tuple(tested)))
    return tuple(columns)


def _named_by(environment: Environment, used: set[str]) -> Packages:
    """Return the versions that a column is called by: of frameworks, else of NVIDIA's libraries, else of Python."""
    packages = packages_of(environment, used)
    subjects = subjects_of(packages, environment)
    named = [name for name in subjects if not name.startswith("nvidia-")] or subjects[:1]
    return tuple((name, version) for name, version in packages if name in named)


def _row(entry: JudgedEntry, item: JudgedClaim, columns: tuple[Column, ...]) -> Row:
    runs = {there.id: verdict for verdict, there, _date in _runs(item)}
    cells = (
        first_shown([runs[one.environment.id] for one in column.tested if one.environment.id in runs])
        for column in columns
    )
    return Row(item, title_of(entry, item), tuple(label_for(item, verdict) if verdict else None for verdict in cells))
