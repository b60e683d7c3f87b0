"""What a check is: a code, a name, a reason, and a function that finds violations in one entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from generator.content.loader import Content, LoadedEntry
from generator.files import printable
from generator.problems import Location, Problem, Severity, clip


class Finding(NamedTuple):
    """One violation: where, what, and what to do."""

    location: Location
    message: str
    hint: str = ""


Find = Callable[[Content, LoadedEntry], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Check:
    """One rule about entries."""

    code: str
    name: str
    why: str
    find: Find
    severity: Severity = "error"
    cross: bool = False
    """It compares the entry with others: only an entry that is suspected (`neighbours.py`) needs it."""

    def run(self, content: Content, entry: LoadedEntry) -> Iterator[Problem]:
        """Yield a problem for each violation in the entry."""
        yield from problems(self.code, self.find(content, entry), self.severity)


def problems(code: str, findings: Iterable[Finding], severity: Severity = "error") -> Iterator[Problem]:
    """Yield a problem for each violation."""
    for location, message, hint in findings:
        yield Problem(location, code, clip(printable(message)), clip(printable(hint)), severity)
