"""What is due: every snippet that an environment at hand can run and has no record of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.evidence import Evidence
from generator.loader import Content, LoadedEntry, Snippet
from generator.schema import Rule
from generator.verdicts import first_unmet, needs_of
from generator.verify.environments import Host
from generator.verify.run import DEADLINE_SECONDS, key_of


@dataclass(frozen=True, slots=True)
class Cell:
    """One snippet to run on one host."""

    entry: LoadedEntry
    snippet: Snippet
    host: Host

    @property
    def deadline(self) -> float:
        """Return the seconds that the run may take: more than usual where a claim says that it hangs for more."""
        expected = [claim.expect for _, claim in self.entry.entry.all_claims() if claim.snippet == self.snippet.name]
        hangs = [expect.hangs for expect in expected if isinstance(expect, Rule) and expect.hangs is not None]
        return max([DEADLINE_SECONDS, *hangs])


def plan(content: Content, evidence: Evidence, hosts: Sequence[Host], *, again: bool = False) -> list[Cell]:
    """Return the cells to run, each snippet once per host; `again` includes those already recorded."""
    cells = [
        Cell(entry, snippet, host) for host in hosts for entry in content.entries for snippet in runnable(entry, host)
    ]
    return cells if again else [cell for cell in cells if not _recorded(cell, evidence)]


def runnable(entry: LoadedEntry, host: Host) -> Iterable[Snippet]:
    """Yield the programs of an entry whose needs the host meets, each once."""
    return {snippet.name: snippet for snippet in _runnable(entry, host)}.values()


def _runnable(entry: LoadedEntry, host: Host) -> Iterator[Snippet]:
    for _role, claim in entry.entry.all_claims():
        snippet = entry.snippets.get(claim.snippet or "")
        if snippet and snippet.tree and first_unmet(needs_of(entry, claim), host.environment) is None:
            yield snippet


def _recorded(cell: Cell, evidence: Evidence) -> bool:
    seen = evidence.observations.get((cell.entry.id, cell.host.environment.id), {})
    found = seen.get(cell.snippet.name)
    return found is not None and found.key == key_of(cell.snippet, cell.host)
