"""What a check is: a code, a name, a reason, and a function that finds violations in one entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from generator.content.loader import Content, LoadedEntry
from generator.content.validation import is_guess
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
    """One rule about entries. With `whole`, it compares parts of an entry, so it needs all of them as written."""

    code: str
    name: str
    why: str
    find: Find
    severity: Severity = "error"
    whole: bool = False

    def run(self, content: Content, entry: LoadedEntry) -> Iterator[Problem]:
        """Yield a problem for each violation in the entry."""
        if self.whole and not entry.whole:
            return
        yield from problems(self.code, self.find(content, entry), self.severity)


def problems(code: str, findings: Iterable[Finding], severity: Severity = "error") -> Iterator[Problem]:
    """Yield a problem for each violation that is of the file and not of a guess."""
    for location, message, hint in findings:
        if not is_guess(message):
            yield Problem(location, code, clip(printable(message)), clip(printable(hint)), severity)
