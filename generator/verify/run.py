"""Run one job on this machine, with a session kept for each interpreter."""

from __future__ import annotations

import atexit
import os
import threading
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from generator.evidence.records import Observation, observation_key
from generator.judge.expectations import left_without_report
from generator.verify import worker
from generator.verify.environments import Host
from generator.verify.worker.messages import Job, Result

OWN_FOLDERS = (str(Path(__file__).resolve().parents[2]),)
_sessions: dict[tuple[str, str], worker.Session] = {}
_lock = threading.Lock()


class Ran(NamedTuple):
    """What came of a job: an observation, or the reason why there is none (the harness failed, not the program)."""

    observation: Observation | None
    harness: str = ""

    @property
    def is_evidence(self) -> bool:
        """Tell whether this says something of the program: it reported or died, and broke no fence."""
        seen = self.observation
        if seen is None or seen.violations:
            return False
        return not left_without_report(seen)


def run_job(job: Job, program: str, host: Host) -> Ran:
    """Run a job on a host; `program` is the digest of what it runs, for the key of the observation."""
    return ran_of(worker.observe(_session(host), job), program, host.environment.id)


def ran_of(seen: Result, program: str, environment: str) -> Ran:
    """Make of a worker's result what came of a program in an environment. Raises ValueError where it is no result."""
    if "harness" in seen:
        return Ran(None, seen["harness"])
    key = observation_key(program, seen["mode"], environment)
    return Ran(Observation.model_validate({**seen, "key": key}))


def _session(host: Host) -> worker.Session:
    """Return this process's session for a host; several threads may use it."""
    name = (str(host.python), host.environment.id)
    with _lock:
        if name not in _sessions:
            isolation = dict(host.environment.isolation)
            _sessions[name] = worker.Session(
                str(host.python), isolation, OWN_FOLDERS, _gpu_pool_of(host), host.libraries, dict(host.packages)
            )
        return _sessions[name]


def _gpu_pool_of(host: Host) -> worker.GpuPool:
    return gpu_pool(watched=host.environment.isolation.get("GPU memory") != "not watched")


@lru_cache(maxsize=2)
def gpu_pool(*, watched: bool) -> worker.GpuPool:
    """Return this process's view of the GPUs: whichever interpreter a program runs with, each bears one at a time."""
    return worker.GpuPool(watched=watched)


def sessions() -> list[worker.Session]:
    """Return the sessions of this process."""
    with _lock:
        return list(_sessions.values())


def close_sessions() -> None:
    """End every process that waits to start programs, and remove what they left."""
    with _lock:
        while _sessions:
            _sessions.popitem()[1].close()


def slots_of(host: Host) -> int:
    """Return how many programs may run at once on a host: one per GPU, or one per core where there is none."""
    session = _session(host)
    if host.environment.gpus:
        return max(1, len(session.gpu_pool.all))
    return max(1, os.cpu_count() or 1)


atexit.register(close_sessions)
