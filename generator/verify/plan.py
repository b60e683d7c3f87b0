"""What is due and why: every program that an environment at hand can run and has no believable record of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from generator.content.loader import Content, LoadedEntry
from generator.content.model import Claim, DeadEnd, Role, Workaround
from generator.content.programs import Snippet
from generator.evidence.records import Environment, Observation
from generator.evidence.store import Evidence
from generator.judge.needs import distributions_named, first_unmet, needs_gpu
from generator.judge.verdicts import believable, needs_of
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
    is_new: bool = False  # this program has run nowhere

    @property
    def name(self) -> str:
        """Return entry and program."""
        return f"{self.entry.id}/{self.snippet.name}"

    @property
    def asks_for_gpu(self) -> bool:
        """Tell whether a claim that a run here speaks for needs a GPU."""
        claims = claims_on(self.entry, self.snippet, self.host)
        return any(needs_gpu(needs_of(self.entry, claim)) for _role, claim in claims)

    def job(self) -> dict[str, Any]:
        """Return what the worker needs to know."""
        claims = [claim for _role, claim in claims_on(self.entry, self.snippet, self.host)]
        return job_for(self.entry, self.snippet, mode=self.mode, repeat=self.repeat, claims=claims)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a plan is restricted to. `again` includes what is recorded; `changed` leaves out programs that are not new.

    `repeat` is how often each program is to have run. `gpu`: only programs that a claim about a GPU rests on.
    """

    entries: Collection[str] = ()
    roles: Collection[Role] = ()
    again: bool = False
    changed: bool = False
    repeat: int = 1
    gpu: bool = False


ALL = Wanted()


def plan(content: Content, evidence: Evidence, hosts: Sequence[Host], wanted: Wanted = ALL) -> list[Cell]:
    """Return the cells to run, each program once per host: what needs a GPU first, then what has run nowhere.

    Those that import the same frameworks stand together. Of hosts that differ in nothing that an entry names, the
    first runs its programs.
    """
    cells = [
        cell
        for entry in content.entries
        if not wanted.entries or entry.id in wanted.entries
        for host in distinct(entry, hosts)
        for snippet in runnable(entry, host, wanted.roles)
        if not wanted.gpu or snippet.name in programs_for_gpu(entry)
        if (cell := _due(entry, snippet, host, evidence, wanted))
    ]

    def place(cell: Cell) -> tuple[bool, bool, int, str, tuple[str, ...]]:
        return not cell.asks_for_gpu, not cell.is_new, hosts.index(cell.host), cell.mode, preloads(cell.snippet)

    return sorted(cells, key=place)


def programs_for_gpu(loaded: LoadedEntry) -> set[str]:
    """Return the programs that claims about a GPU rest on: their own, and those that they are to cure or do not."""
    claims = [claim for _role, claim in loaded.entry.all_claims()]
    wanted = {name for claim in claims if needs_gpu(needs_of(loaded, claim)) for name in (claim.id, *tried_on(claim))}
    return {claim.snippet for claim in claims if claim.snippet and wanted.intersection((claim.id, *tried_on(claim)))}


def tried_on(claim: Claim) -> tuple[str, ...]:
    """Return the reproductions that a workaround is to cure, or that a dead end does not."""
    if isinstance(claim, Workaround):
        return claim.cures
    return claim.tried_on if isinstance(claim, DeadEnd) else ()


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
    if not why:
        return None
    is_known = _known_anywhere(entry, snippet, evidence)
    # A Python without frameworks is taken for new programs of the standard library, not for one more version.
    if is_known and (wanted.changed or (host.is_plain and not wanted.again)):
        return None
    reason = exec_reason(snippet)
    if here and _is_current(here, snippet, host) and not _believed(entry, snippet, host, here):
        reason = "a run in a fork may only confirm"
    return Cell(entry, snippet, host, why, "exec" if reason else "fork", reason, wanted.repeat, not is_known)


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
    """Return a function that tells how long a cell took, in its own environment or else on the machine most like it."""
    tellers: dict[str, Callable[[str, str], float]] = {}

    def seconds(cell: Cell) -> float:
        here = cell.host.environment
        if here.id not in tellers:
            tellers[here.id] = recorded_seconds(evidence, here)
        return tellers[here.id](cell.entry.id, cell.snippet.name)

    return seconds


def recorded_seconds(evidence: Evidence, here: Environment | None = None) -> Callable[[str, str], float]:
    """Return a function of entry and program: how long it took on the machines most like one, the slowest of them.

    Without a machine: on any with a GPU, else on any.
    """
    found: dict[tuple[str, str], tuple[int, float]] = {}
    for (entry, environment), seen in evidence.observations.items():
        there = evidence.environments.get(environment)
        likeness = _likeness(there, here) if there else 0
        for name, observation in seen.items():
            found[entry, name] = max((likeness, observation.seconds), found.get((entry, name), (0, 0.0)))

    def seconds(entry: str, program: str) -> float:
        return found.get((entry, program), (0, USUAL_SECONDS))[1]

    return seconds


def _likeness(there: Environment, here: Environment | None) -> int:
    if here is None:
        return int(there.kind == "device")
    same = (there.id == here.id, [gpu.name for gpu in there.gpus] == [gpu.name for gpu in here.gpus])
    return 4 * same[0] + 2 * same[1] + (there.kind == here.kind)
