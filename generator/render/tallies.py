"""How claims came out, counted: in each environment, and each claim once. Counts are written as labels of parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from generator.render import labels

NOT_RUN = "not_run"
TOGETHER = "*"

# How many claims came out how, in the order in which a bar shows them.
Tally = tuple[tuple[str, int], ...]


def tally(outcomes: Mapping[str, int] | Iterable[str]) -> Tally:
    """Return how often each word occurs, leaving out those that do not."""
    counted = Counter(outcomes)
    return tuple((word, counted[word]) for word in labels.OUTCOMES if counted[word])


def write_label(where: str, outcomes: Tally) -> str:
    """Write how the claims of an entry came out, in an environment by its id or, with TOGETHER, each once."""
    return " ".join((where, *(f"{word}={number}" for word, number in outcomes)))


@lru_cache(maxsize=1 << 16)
def read_label(label: str) -> tuple[str, Tally]:
    """Return what a label says: where, and how claims came out there."""
    where, *outcomes = label.split()
    pairs = (outcome.partition("=") for outcome in outcomes)
    return where, tuple((word, int(number)) for word, _equals, number in pairs)


@dataclass(frozen=True, slots=True)
class Counts:
    """How claims came out."""

    together: Mapping[str, int]
    """Each claim once, whether it ran or not."""
    by_environment: Mapping[str, Mapping[str, int]]
    """Id of an environment → the claims that can run there, run or not."""

    @classmethod
    def of(cls, found: Iterable[str]) -> Counts:
        """Add up labels."""
        sums: dict[str, Counter[str]] = {TOGETHER: Counter()}
        for label, times in Counter(found).items():
            where, outcomes = read_label(label)
            sums.setdefault(where, Counter()).update({word: number * times for word, number in outcomes})
        return cls(sums.pop(TOGETHER), sums)

    @property
    def labels(self) -> tuple[str, ...]:
        """Return labels that add up to these counts."""
        found = {TOGETHER: self.together, **self.by_environment}
        return tuple(write_label(where, tally(outcomes)) for where, outcomes in found.items())

    def column(self, environment: str) -> Tally:
        """Return how the claims that can run in an environment came out there."""
        return tally(self.by_environment.get(environment, {}))


@dataclass(frozen=True, slots=True)
class Matrix:
    """A table of environments: what each row came to in each where it ran, each environment, and every claim once."""

    cells: Mapping[tuple[str, str], Tally]
    rows: Mapping[str, Tally]
    """Each claim of a row once."""
    columns: Mapping[str, Tally]
    together: Tally

    @classmethod
    def of(cls, rows: Mapping[str, Iterable[str]]) -> Matrix:
        """Make the table from the labels of each row."""
        rows = {name: tuple(found) for name, found in rows.items()}
        counts = {name: Counts.of(found) for name, found in rows.items()}
        cells = {(name, where): row.column(where) for name, row in counts.items() for where in row.by_environment}
        whole = Counts.of(label for found in rows.values() for label in found)
        return cls(
            {place: shown for place, shown in cells.items() if {word for word, _number in shown} != {NOT_RUN}},
            {name: tally(row.together) for name, row in counts.items()},
            {where: whole.column(where) for where in whole.by_environment},
            tally(whole.together),
        )

    @property
    def legend(self) -> tuple[str, ...]:
        """Return the words that occur anywhere."""
        found = {word for shown in (*self.columns.values(), self.together) for word, _number in shown}
        return tuple(word for word in labels.OUTCOMES if word in found)
