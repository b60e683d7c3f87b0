"""What is due and why: every program that an environment at hand can run and has no believable record of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from generator.evidence import Evidence, Observation
from generator.loader import Content, LoadedEntry, Snippet
from generator.needs import distributions_named, first_unmet
from generator.schema import Claim, Role
from generator.verdicts import believable, needs_of
from generator.verify.environments import Host
from generator.verify.jobs import job_for
from generator.verify.mode import exec_reason, preloads

USUAL_SECONDS = 5.0  # of a program that has never run, where shards are balanced


@dataclass(frozen=True, slots=True)
class Cell:
    """One program to run on one host, and why. `mode` is `fork` or `exec`; `modes_reason` says why it is `exec`."""

    entry: LoadedEntry
    snippet: Snippet
    host: Host
    why: str = "never run in this environment"
    mode: str = "exec"
    modes_reason: str = ""
    repeat: int = 1

    @property
    def name(self) -> str:
        """Return entry and program."""
        return f"{self.entry.id}/{self.snippet.name}"

    def job(self) -> dict[str, Any]:
        """Return what the worker needs to know."""
        claims = [claim for _role, claim in claims_on(self.entry, self.snippet, self.host)]
        return job_for(self.entry, self.snippet, mode=self.mode, repeat=self.repeat, claims=claims)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a plan is restricted to. `again` includes what is recorded; `changed` leaves out programs that are not new.

    `repeat` is how often each program is to have run.
    """

    entries: Collection[str] = ()
    roles: Collection[Role] = ()
    again: bool = False
    changed: bool = False
    repeat: int = 1


ALL = Wanted()


def plan(content: Content, evidence: Evidence, hosts: Sequence[Host], wanted: Wanted = ALL) -> list[Cell]:
    """Return the cells to run, each program once per host, those that import the same frameworks together.

    Of hosts that differ in nothing that an entry speaks of, the first runs its programs.
    """
    cells = [
        cell
        for entry in content.entries
        if not wanted.entries or entry.id in wanted.entries
        for host in distinct(entry, hosts)
        for snippet in runnable(entry, host, wanted.roles)
        if (cell := _due(entry, snippet, host, evidence, wanted))
    ]
    return sorted(cells, key=lambda cell: (hosts.index(cell.host), cell.mode, preloads(cell.snippet)))


def distinct(entry: LoadedEntry, hosts: Sequence[Host]) -> tuple[Host, ...]:
    """Return the first host of each sort that can make a difference to an entry."""
    needs = tuple({need for _role, claim in entry.entry.all_claims() for need in needs_of(entry, claim)})
    named = distributions_named(needs)
    found: dict[str, Host] = {}
    for host in hosts:
        here = host.environment
        versions = sorted((name, version) for name, version in here.distributions.items() if name in named)
        cuda = here.torch_cuda if "torch" in named else None
        machine = (here.kind, here.python, here.implementation, here.system, here.driver, here.gpus, here.isolation)
        found.setdefault(repr((machine, here.compiler, versions, cuda)), host)
    return tuple(found.values())


def runnable(entry: LoadedEntry, host: Host, roles: Collection[Role] = ()) -> Iterable[Snippet]:
    """Return the programs of an entry whose needs the host meets, each once."""
    found: dict[str, Snippet] = {}
    for role, claim in entry.entry.all_claims():
        snippet = entry.snippets.get(claim.snippet or "")
        if snippet and snippet.tree and (not roles or role in roles) and _meets(host, entry, claim):
            found[snippet.name] = snippet
    return found.values()


def claims_on(entry: LoadedEntry, snippet: Snippet, host: Host) -> Iterator[tuple[Role, Claim]]:
    """Yield the claims that a run of a program on a host speaks for."""
    for role, claim in entry.entry.all_claims():
        if claim.snippet == snippet.name and _meets(host, entry, claim):
            yield role, claim


def _meets(host: Host, entry: LoadedEntry, claim: Claim) -> bool:
    return first_unmet(needs_of(entry, claim), host.environment) is None


def _due(entry: LoadedEntry, snippet: Snippet, host: Host, evidence: Evidence, wanted: Wanted) -> Cell | None:
    known = host.environment.id in evidence.environments  # else nothing that was seen in it counts
    here = evidence.observations.get((entry.id, host.environment.id), {}).get(snippet.name) if known else None
    why = _why(entry, snippet, host, here, wanted)
    if wanted.changed and _known_anywhere(entry, snippet, evidence):
        why = ""
    if not why:
        return None
    reason = exec_reason(snippet)
    if here and _is_current(here, snippet, host) and not _believed(entry, snippet, host, here):
        reason = "a run in a fork may only confirm"
    return Cell(entry, snippet, host, why, "exec" if reason else "fork", reason, wanted.repeat)


def _why(entry: LoadedEntry, snippet: Snippet, host: Host, here: Observation | None, wanted: Wanted) -> str:
    if wanted.again:
        return "asked for again"
    if here is None:
        return "never run in this environment"
    if not _is_current(here, snippet, host):
        return "the program or the way it is run has changed"
    if not _believed(entry, snippet, host, here):
        return "its run in a fork does not confirm: to be run in a fresh interpreter"
    if 1 + len(here.repeats) < wanted.repeat:
        return f"has run {1 + len(here.repeats)} of {wanted.repeat} times"
    return ""


def _is_current(seen: Observation, snippet: Snippet, host: Host) -> bool:
    """Tell whether an observation is of the present program, run as it is run now."""
    if seen.mode == "fork" and exec_reason(snippet):
        return False  # its entry asks for a fresh interpreter since, say
    return snippet.is_seen_in(seen, host.environment.id)


def _believed(entry: LoadedEntry, snippet: Snippet, host: Host, seen: Observation) -> bool:
    return seen.mode != "fork" or believable(entry, snippet, host.environment, seen)


def _known_anywhere(entry: LoadedEntry, snippet: Snippet, evidence: Evidence) -> bool:
    return any(
        snippet.is_seen_in(seen, environment)
        for (name, environment), observations in evidence.observations.items()
        if name == entry.id and (seen := observations.get(snippet.name))
    )


def shard(cells: Sequence[Cell], index: int, count: int, seconds: Callable[[Cell], float]) -> list[Cell]:
    """Return one of `count` parts (the first is 1) that take about equally long: each longest cell to the least loaded.

    Every machine that has the same cells and durations finds the same parts.
    """
    loads = [0.0] * count
    mine: set[tuple[str, str]] = set()
    for cell in sorted(cells, key=lambda cell: (-seconds(cell), cell.name, cell.host.environment.id)):
        least = loads.index(min(loads))
        loads[least] += seconds(cell)
        if least == index - 1:
            mine.add((cell.name, cell.host.environment.id))
    return [cell for cell in cells if (cell.name, cell.host.environment.id) in mine]


def durations(evidence: Evidence) -> Callable[[Cell], float]:
    """Return a function that tells how long a cell took, in its own environment or else in the slowest other."""
    longest: dict[tuple[str, str], float] = {}
    for (entry, environment), seen in evidence.observations.items():
        for name, observation in seen.items():
            longest[entry, name] = max(observation.seconds, longest.get((entry, name), 0.0))
            longest[f"{entry} {environment}", name] = observation.seconds

    def seconds(cell: Cell) -> float:
        here = longest.get((f"{cell.entry.id} {cell.host.environment.id}", cell.snippet.name))
        return here if here is not None else longest.get((cell.entry.id, cell.snippet.name), USUAL_SECONDS)

    return seconds
