"""What running on other machines costs, beside this machine's own engine, and how well many of them are used.

python -m benchmarks.fleet [overhead] [memory] [matrix]
"""

from __future__ import annotations

import argparse
import logging
import os
import platform
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import distributed
from distributed.deploy.subprocess import SubprocessCluster

from benchmarks.made_content import make_content
from benchmarks.verify import Row, plain_program, resident_mib
from generator.content.loader import load_content
from generator.evidence.store import Evidence, load_evidence
from generator.verify.engine import Task, run_cells
from generator.verify.environments import Host, environment_from, find_hosts
from generator.verify.fleet import plugin
from generator.verify.fleet.dask import ByCode, DaskFleet
from generator.verify.plan import Cell, plan
from generator.verify.run import Ran, close_sessions

ROOT = Path(__file__).resolve().parents[1]
WORKERS = (1, 2, 4)
CELLS = 400
MANY = 10_000
ENVIRONMENTS, GPUS_EACH = 8, 8  # of the simulated matrix
MATRIX_CELLS = 1_500
FASTER = 2  # the simulated programs are so many times faster than the recorded ones


def cells_in(folder: Path, count: int, hosts: Sequence[Host]) -> list[Cell]:
    """Return cells of made content, so many for each host."""
    return plan(load_content(make_content(folder, count // 20, 20, plain_program)), Evidence(), hosts)


@contextmanager
def cluster_of(workers: int) -> Iterator[distributed.SpecCluster]:
    """Start a scheduler and workers with one thread each, each in a process of its own: the client is alone."""
    with SubprocessCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster


def seconds_through(fleet: DaskFleet, folder: Path, count: int) -> float:
    """Return how long a fleet takes for so many cells, after each worker has run some."""
    cells = cells_in(folder, count + 40, fleet.hosts())
    for _warm in fleet.run(cells[:40], folder / "store", lambda _hosts: (), again=False):
        pass
    started = time.perf_counter()
    ran = [seen for _cell, seen in fleet.run(cells[40:], folder / "store", lambda _hosts: (), again=False)]
    took = time.perf_counter() - started
    assert len(ran) == count
    assert all(seen.observation for seen in ran)
    return took


def overhead() -> Iterator[Row]:
    """Measure programs that do nothing through 1, 2 and 4 workers, and through as many threads of the plain engine."""
    for workers in WORKERS:
        with tempfile.TemporaryDirectory() as name:
            cells = cells_in(Path(name), CELLS + 40, list(find_hosts([sys.executable])))
            with ThreadPoolExecutor(workers) as threads:
                list(run_cells(cells[:40], Path(name) / "store", threads))
                started = time.perf_counter()
                list(run_cells(cells[40:], Path(name) / "store", threads))
                plain = time.perf_counter() - started
            close_sessions()
        with tempfile.TemporaryDirectory() as name, cluster_of(workers) as cluster:
            fleet = DaskFleet(cluster.scheduler_address)
            try:
                took = seconds_through(fleet, Path(name), CELLS)
            finally:
                fleet.close()
        yield f"plain engine, {workers} at a time", f"{CELLS / plain:.0f} cells/s", "1"
        more = (took - plain) / CELLS * 1000
        yield f"Dask, {workers} workers", f"{CELLS / took:.0f} cells/s, {more:+.1f} ms a cell", f"{plain / took:.2f}"


def memory() -> Iterator[Row]:
    """Measure the memory of the client while 10,000 programs run on four workers."""
    with tempfile.TemporaryDirectory() as name, cluster_of(4) as cluster:
        fleet = DaskFleet(cluster.scheduler_address)
        try:
            cells = cells_in(Path(name), MANY, fleet.hosts())
            marks = {}
            started = time.perf_counter()
            running = fleet.run(cells, Path(name) / "store", lambda _hosts: (), again=False)
            for count, (_cell, ran) in enumerate(running, 1):
                assert ran.observation, ran.harness
                if count in (1_000, 5_000, MANY):
                    marks[count] = resident_mib()
            took = time.perf_counter() - started
        finally:
            fleet.close()
    for count, mib in marks.items():
        yield f"client's memory after {count:,} of {MANY:,}", f"{mib:.0f} MiB", f"{mib / marks[1000]:.3f}"
    yield f"{MANY:,} programs that do nothing, 4 workers", f"{took:.0f} s, {MANY / took:.0f} cells/s", ""


class Simulated(DaskFleet):
    """A fleet whose workers sleep as long as a program would take, on GPUs that are not there."""

    def __init__(self, address: str, package: str, seconds: dict[tuple[str, str], float]) -> None:
        super().__init__(address)
        self.package, self.run_cell, self.seconds = package, ByCode(sleep_instead), seconds

    def submit(self, call: Any, task: Task, /) -> Future[Ran]:
        """Send a task with the seconds that it is to take."""
        seconds = str(self.seconds[task.entry, task.job["name"]])
        return super().submit(call, replace(task, job={**task.job, "variables": {"seconds": seconds}}))

    def _announce(self) -> None:
        """Do nothing: what a worker can run, its resources say."""


def sleep_instead(_package: str, _environment: str, job: Any) -> Any:
    """Sleep where a worker would run a job, and return an answer that nobody believes."""
    import time

    time.sleep(float(job["variables"]["seconds"]))
    return {}


def matrix() -> Iterator[Row]:
    """Place recorded durations on 64 GPUs of eight kinds, by Dask's scheduler and 64 workers, twice as fast."""
    package = "faultbook_matrix"
    [here] = find_hosts([sys.executable])
    facts = here.environment.model_dump(mode="json", exclude={"id", "name", "format", "contributed"})
    hosts = [
        replace(here, environment=environment_from({**facts, "distributions": {"torch": f"2.{number}.0"}}))
        for number in range(ENVIRONMENTS)
    ]
    workers = {
        f"{number}-{slot}": {
            "cls": distributed.Worker,
            "options": {
                "nthreads": 1,
                "host": "127.0.0.1",
                "dashboard": False,
                "resources": {plugin.resource(package, host.environment.id): 1},
            },
        }
        for number, host in enumerate(hosts)
        for slot in range(GPUS_EACH)
    }
    scheduler = {"cls": distributed.Scheduler, "options": {"dashboard": False, "port": 0, "host": "127.0.0.1"}}
    with (
        tempfile.TemporaryDirectory() as name,
        distributed.SpecCluster(workers, scheduler, silence_logs=logging.WARNING) as cluster,
    ):
        timed = spread(cells_in(Path(name), MATRIX_CELLS, hosts[:1]), hosts)
        seconds = {(cell.entry.id, cell.snippet.name): wanted / FASTER for cell, wanted in timed}
        fleet = Simulated(cluster.scheduler_address, package, seconds)
        try:
            started = time.perf_counter()
            count = sum(1 for _ran in run_cells([cell for cell, _wanted in timed], Path(name) / "store", fleet))
            took = (time.perf_counter() - started) * FASTER
        finally:
            fleet.close()
    assert count == len(timed)
    by_environment: dict[str, float] = defaultdict(float)
    for cell, seconds in timed:
        by_environment[cell.host.environment.id] += seconds
    shares = [total / GPUS_EACH for total in by_environment.values()]
    bound = max(*shares, *(wanted for _cell, wanted in timed))
    yield (
        f"{count:,} recorded durations, {sum(by_environment.values()) / 3600:.1f} h, on one GPU after the other",
        "",
        "",
    )
    yield "no schedule on 64 GPUs of 8 kinds can be shorter than", f"{bound:.0f} s", "1"
    yield "through the fleet", f"{took:.0f} s", f"{took / bound:.2f}"


def spread(cells: Sequence[Cell], hosts: Sequence[Host]) -> list[tuple[Cell, float]]:
    """Give cells to hosts in turn, each with a duration that was recorded; the longest first."""
    evidence = load_evidence(ROOT / "content/evidence")
    recorded = [seen.seconds for found in evidence.observations.values() for seen in found.values()]
    chosen = random.Random(1)  # noqa: S311 - the same each time
    timed = [
        (replace(cell, host=hosts[number % len(hosts)]), chosen.choice(recorded)) for number, cell in enumerate(cells)
    ]
    return sorted(timed, key=lambda pair: -pair[1])


PARTS = {"overhead": overhead, "memory": memory, "matrix": matrix}


def main() -> None:
    """Measure and print tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], default=[])
    given = parser.parse_args()
    versions = f"Python {platform.python_version()}, distributed {distributed.__version__}"
    print(f"{os.cpu_count()} cores, {platform.platform()}, {versions}")
    for name in given.parts or PARTS:
        print(f"\n| {name} | measured | ratio |\n|---|--:|--:|", flush=True)
        for row in PARTS[name]():
            print("| {} | {} | {} |".format(*row), flush=True)


if __name__ == "__main__":
    main()
