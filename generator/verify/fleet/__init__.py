"""Other machines that run programs, on engines that exist: Dask (`dask`) and Slurm (`slurm`).

Neither plans nor judges anything. What they have in common is what they are asked for (`Fleet`) and what they send:
`generator/verify/remote.py` with the worker, as files, so that machines need Python and the frameworks alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from pydantic import ValidationError

from generator.evidence.records import PROTOCOL
from generator.verify import remote
from generator.verify.engine import Task
from generator.verify.environments import Host, environment_from
from generator.verify.plan import Cell
from generator.verify.run import Ran, ran_of
from generator.verify.shipped import MODULES, shipped

PlanFor = Callable[[Sequence[Host]], Sequence[Cell]]  # the cells that hosts can run, longest first


class FleetError(Exception):
    """Other machines cannot be used; the text says why, and what to do."""


class Fleet(Protocol):
    """Machines that run cells. Close it in the end, also when stopped: what runs there is then ended."""

    def hosts(self) -> Sequence[Host]:
        """Return the environments that the machines have. Raises FleetError where there are none."""
        ...

    def run(self, cells: Sequence[Cell], store: Path, plan: PlanFor, *, again: bool) -> Iterator[tuple[Cell, Ran]]:
        """Run cells; yield each with what came of it, once that is in the store. `plan` is asked for later hosts."""
        ...

    def notes(self) -> Sequence[str]:
        """Return what has to be said of the machines since this was last asked, a line each."""
        ...

    def close(self) -> None:
        """Leave the machines as they were."""
        ...


def package() -> dict[str, str]:
    """Return the files of what machines are sent, by name."""
    return shipped((*MODULES, "remote.py"))


def host_of(facts: Mapping[str, Any], where: str) -> Host:
    """Make a host of what a machine says of an environment. Raises FleetError."""
    if facts.get("protocol") != PROTOCOL:
        message = f"{where} describes environments by protocol {facts.get('protocol')}, this generator has {PROTOCOL}"
        raise FleetError(f"{message}: start its workers again")
    try:
        return Host(Path(where), environment_from(dict(facts)))
    except ValidationError as error:
        raise FleetError(f"{where} does not describe an environment: {error.errors()[0]['msg']}") from error


def believed(task: Task, answer: Mapping[str, Any]) -> Ran:
    """Make of an answer what came of a task, or why it is not believed."""
    environment = task.host.environment.id
    if not isinstance(answer, Mapping):
        return Ran(None, "what came back is no answer")
    if answer.get("digest") != remote.digest_of(environment, task.job, answer.get("result")):
        return Ran(None, "what came back is not what was sent: its digest is another")
    try:
        return ran_of(answer["result"], task.program, environment)
    except (ValidationError, LookupError, TypeError) as error:
        return Ran(None, f"what came back is no result: {type(error).__name__}")
