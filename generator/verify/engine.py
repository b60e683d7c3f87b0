"""Run what is due through an executor. Each observation is on disk before its future returns.

Nothing here knows what kind of executor it is: threads of this process, processes, or a fleet. The store is the
checkpoint: a worker or client that is started again skips what is there.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from generator.evidence.records import Observation, observation_key
from generator.evidence.store import store_environment, store_observation, stored_observation
from generator.judge.verdicts import believable
from generator.verify.environments import Host
from generator.verify.plan import Cell
from generator.verify.run import Ran, close_sessions, run_job, slots_of
from generator.verify.worker.messages import Job

Arriving = Callable[[], Sequence[Cell]]
ARRIVING_SECONDS = 1.0
# Cells of one environment that were handed to an executor and are not yet done: enough for a fleet, memory does not
# grow, and an environment whose machines are slow or gone leaves the others theirs.
IN_FLIGHT = 128


@dataclass(frozen=True, slots=True)
class Task:
    """All that a worker anywhere needs for one cell: plain data, so that it can be sent. `again`: run it anyway."""

    entry: str
    program: str
    job: Job
    host: Host
    store: Path
    again: bool = False


def run_cells(
    cells: Sequence[Cell],
    store: Path,
    executor: Executor | None = None,
    *,
    again: bool = False,
    seconds: float | None = None,
    arriving: Arriving | None = None,
) -> Iterator[tuple[Cell, Ran]]:
    """Run cells; yield each with what came of it, once that is in the store. Without an executor: on this machine.

    After so many `seconds` no further program is started on this machine. With an executor, `arriving` is asked every
    second for cells that have become possible meanwhile.
    """
    if executor is not None:
        yield from _through(executor, cells, store, again=again, arriving=arriving)
        return
    if not cells:
        return
    limit = None if seconds is None else Limit(time.monotonic() + seconds, slots_for(cells))
    try:
        with ThreadPoolExecutor(slots_for(cells)) as local:
            try:
                yield from _through(local, cells, store, again=again, limit=limit)
            except BaseException:
                close_sessions()  # or the executor would wait for what runs until its deadline
                raise
    finally:
        close_sessions()


def slots_for(cells: Sequence[Cell]) -> int:
    """Return how many programs this machine runs at once: one per GPU, or one per core without."""
    hosts = {cell.host.environment.id: cell.host for cell in cells}
    return min(slots_of(host) for host in hosts.values())


def perform(task: Task) -> Ran:
    """Do a task, wherever this runs, unless the store has it; put the observation there before returning."""
    return recorded(task) or kept(task, run_job(task.job, task.program, task.host))


def recorded(task: Task) -> Ran | None:
    """Return what the store has of a task, if that will do."""
    environment = task.host.environment
    found = None if task.again else stored_observation(task.store, task.entry, environment.id, task.job["name"])
    if not found or not _fulfils(found, task):
        return None
    store_environment(task.store, environment)  # without it the observation counts for nothing
    return Ran(found)


def kept(task: Task, ran: Ran) -> Ran:
    """Put what was seen into the store, where it is evidence; return it."""
    if ran.observation and ran.is_evidence:
        store_observation(task.store, task.entry, task.host.environment, ran.observation)
    return ran


def _fulfils(seen: Observation, task: Task) -> bool:
    same = seen.key == observation_key(task.program, seen.mode, task.host.environment.id)
    return same and seen.mode in (task.job["mode"], "exec") and 1 + len(seen.repeats) >= task.job["repeat"]


class Limit(NamedTuple):
    """When to start nothing more, and how many cells to hand out meanwhile, so that none waits for its start."""

    give_up: float
    in_flight: int


class _Waiting:
    """Cells that wait, in their order; of an environment that has enough on its way, none for the moment."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self.queues: dict[str, deque[tuple[int, Cell]]] = {}
        self.running: Counter[str] = Counter()
        self.places = itertools.count()
        self.extend(cells)

    def __bool__(self) -> bool:
        return any(self.queues.values())

    def extend(self, cells: Iterable[Cell]) -> None:
        """Add cells behind the others."""
        for cell in cells:
            self.queues.setdefault(cell.host.environment.id, deque()).append((next(self.places), cell))

    def put_first(self, cell: Cell) -> None:
        """Add a cell before the others."""
        self.queues.setdefault(cell.host.environment.id, deque()).appendleft((-1, cell))

    def pop(self) -> Cell | None:
        """Take the first cell whose environment has room, if there is one."""
        able = [queue for name, queue in self.queues.items() if queue and self.running[name] < IN_FLIGHT]
        if not able:
            return None
        _place, cell = min(able, key=lambda queue: queue[0][0]).popleft()
        self.running[cell.host.environment.id] += 1
        return cell

    def ended(self, cell: Cell) -> None:
        """Make room for another cell of the same environment."""
        self.running[cell.host.environment.id] -= 1

    def clear(self) -> None:
        """Forget what waits."""
        self.queues.clear()


def _through(
    executor: Executor,
    cells: Sequence[Cell],
    store: Path,
    *,
    again: bool,
    limit: Limit | None = None,
    arriving: Arriving | None = None,
) -> Iterator[tuple[Cell, Ran]]:
    waiting = _Waiting(cells)
    running: dict[Future[Ran], Cell] = {}
    give_up, in_flight = limit or (float("inf"), None)
    asked = time.monotonic()
    try:
        while waiting or running:
            if time.monotonic() > give_up:
                waiting.clear()
            if arriving and time.monotonic() - asked >= ARRIVING_SECONDS:
                asked = time.monotonic()
                waiting.extend(arriving())
            while (in_flight is None or len(running) < in_flight) and (cell := waiting.pop()):
                running[executor.submit(perform, task_of(cell, store, again=again))] = cell
            seconds = ARRIVING_SECONDS if arriving else None
            for future in wait(running, seconds, return_when=FIRST_COMPLETED).done if running else ():
                cell, ran = running.pop(future), future.result()
                waiting.ended(cell)
                if must_be_run_afresh(cell, ran):
                    waiting.put_first(replace(cell, mode="exec", modes_reason="a run in a fork may only confirm"))
                else:
                    yield cell, ran
    finally:
        for future in running:
            future.cancel()


def task_of(cell: Cell, store: Path, *, again: bool) -> Task:
    """Return a cell as plain data. `again`: it is run also where the store has it."""
    return Task(cell.entry.id, cell.snippet.digest, cell.job(), cell.host, store.absolute(), again)


def must_be_run_afresh(cell: Cell, ran: Ran) -> bool:
    """Tell whether the verdict would be that a fork contradicts: the worker had only a hint of what is expected."""
    seen = ran.observation
    if seen is None or seen.mode != "fork" or seen.violations:
        return False
    return not believable(cell.entry, cell.snippet, cell.host.environment, seen)
