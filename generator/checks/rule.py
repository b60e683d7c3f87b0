"""What a check is: a code, a name, a reason, and a function that finds violations in one entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from generator.loader import Content, LoadedEntry
from generator.problems import Location, Problem, Severity


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

    def run(self, content: Content, entry: LoadedEntry) -> Iterator[Problem]:
        """Yield a problem for each violation in the entry."""
        for finding in self.find(content, entry):
            yield Problem(finding.location, self.code, finding.message, finding.hint, self.severity)
