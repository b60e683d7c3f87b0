"""What a machine of a fleet does: say what it is, and run cells that are sent to it. Standard library only, Python 3.9.

This is sent to it before the first cell; nothing of ours is installed there. Whoever asked believes an answer only
where its digest fits: of what was sent, where it ran, and what came of it.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, NoReturn

from . import finding, worker
from .batch import CANNOT_RUN, facts_of
from .resultfile import environment_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .worker.messages import Job

PYTHONS = "FAULTBOOK_PYTHONS"  # where a machine says with which interpreters programs run there, as PATH lists folders
GPUS = "faultbook-gpus"  # what a scheduler calls the GPUs of a machine
OWN_FOLDER = os.path.dirname(os.path.abspath(__file__))
Answer = dict[str, Any]


class Place(NamedTuple):
    """An environment of this machine: what it says of itself, and what runs programs in it."""

    facts: dict[str, Any]
    session: worker.Session


class Machine:
    """The interpreters of this machine, each as the environment that it is. Close it in the end.

    `pythons` are interpreters, folders of environments, or conda environments; without any, those that PYTHONS names,
    or else the interpreter that this runs in. `troubles` says which cannot be used, and why.
    """

    def __init__(self, pythons: Iterable[str] = (), gpu_pool: worker.GpuPool | None = None) -> None:
        named = list(pythons) or [name for name in os.environ.get(PYTHONS, "").split(os.pathsep) if name]
        self.gpu_pool = worker.GpuPool(watched=True) if gpu_pool is None else gpu_pool
        self.places: dict[str, Place] = {}
        self.troubles: list[str] = []
        for name in named or [sys.executable]:
            try:
                for interpreter in finding.find_interpreters([name]):
                    self._add(interpreter)
            except finding.UnknownInterpreterError as error:
                self.troubles.append(str(error))

    def _add(self, interpreter: finding.Interpreter) -> None:
        if interpreter.trouble:
            self.troubles.append(f"{interpreter.python}: {interpreter.trouble}")
            return
        try:
            facts = facts_of(interpreter, self.gpu_pool)
        except CANNOT_RUN as error:
            self.troubles.append(f"{interpreter.python}: it cannot run programs ({error})")
            return
        name = environment_id(facts)
        if name not in self.places:
            isolation, packages = facts["isolation"], interpreter.packages
            session = worker.Session(interpreter.python, isolation, [OWN_FOLDER], self.gpu_pool, packages=packages)
            self.places[name] = Place(facts, session)

    def resources(self) -> dict[str, float]:
        """Return how much a scheduler may hand out here at a time: cells in each environment, and GPUs."""
        cores, gpus = os.cpu_count() or 1, len(self.gpu_pool.all)
        if any(place.facts["gpus"] for place in self.places.values()):
            gpus = max(1, gpus)  # one that NVML does not list
        slots = {name: gpus if place.facts["gpus"] else cores for name, place in self.places.items()}
        return {**{name: float(count) for name, count in slots.items()}, GPUS: float(gpus)}

    def run(self, environment: str, job: Job) -> Answer:
        """Run a job in an environment of this machine; return what came of it, with the digest of all that."""
        place = self.places.get(environment)
        result: Any = {"harness": f"the environment {environment} is not on this machine any more"}
        if place:
            result = worker.observe(place.session, job)
        return answer(environment, job, result)

    def is_stopped(self) -> bool:
        """Tell whether what runs was ended from outside, so that it says nothing."""
        return any(place.session.stopped for place in self.places.values())

    def close(self) -> None:
        """End whatever runs, and remove what it left."""
        for place in self.places.values():
            place.session.close()


def gpu_pool() -> worker.GpuPool:
    """Return a view of this machine's GPUs, for one machine after the other."""
    return worker.GpuPool(watched=True)


def answer(environment: str, job: Job, result: Mapping[str, Any]) -> Answer:
    """Return a result as it is sent, with its digest."""
    return {"result": result, "digest": digest_of(environment, job, result)}


def digest_of(*parts: object) -> str:
    """Hash data as JSON with sorted keys."""
    canonical = json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


# --- where a batch system starts a process for a part of the work -----------------------------------------


STOPPED = 130  # exit code of a part that was ended from outside and is to go on in another job
NOT_HERE = 3
# A batch system may send these to every process of a job, the programs included, before it takes the node away.
ENDING = ("SIGTERM", "SIGUSR2")
ENDING_SECONDS = 2.0


def main(arguments: Sequence[str]) -> int:
    """Describe one interpreter as a line of JSON, or run a part: cells from one file, a line in another for each."""
    parser = argparse.ArgumentParser(prog="remote")
    parser.add_argument("--python", required=True)
    parser.add_argument("--part")
    parser.add_argument("--answers")
    given = parser.parse_args(arguments)
    for name in ENDING:
        signal.signal(getattr(signal, name), _interrupt)
    machine = Machine([given.python])
    try:
        if given.part is None:
            facts = [place.facts for place in machine.places.values()]
            json.dump({"facts": facts, "troubles": machine.troubles}, sys.stdout)
            return 0
        with open(given.part, encoding="utf-8") as file:
            return run_part(machine, json.load(file), given.answers)
    except KeyboardInterrupt:
        return STOPPED
    finally:
        machine.close()


def _interrupt(_number: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt


def run_part(machine: Machine, part: Mapping[str, Any], answers: str) -> int:
    """Run the cells of a part that its file of answers has none of; each answer is on disk before the next cell begins.

    One process at a time writes to the file: one that was given up may still be ending when another takes its place.
    """
    if part["environment"] not in machine.places:
        here = ", ".join(machine.places) or "none"
        print(f"this node has not the environment {part['environment']}; it has {here}", file=sys.stderr)
        return NOT_HERE
    lock = threading.Lock()
    with open(answers, "ab+") as file:
        with contextlib.suppress(OSError):  # some shared file systems have no locks
            fcntl.flock(file, fcntl.LOCK_EX)
        done = take_answers(file)

        def run(cell: Mapping[str, Any]) -> None:
            line = {"cell": cell["id"], "answer": machine.run(part["environment"], cell["job"])}
            if line["answer"]["result"].get("signal") in ENDING:
                time.sleep(ENDING_SECONDS)  # it may have been meant for the whole job
            if machine.is_stopped():
                return
            with lock:
                file.write(json.dumps(line).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())

        with ThreadPoolExecutor(int(machine.resources()[part["environment"]])) as pool:
            try:
                list(pool.map(run, [cell for cell in part["cells"] if cell["id"] not in done]))
            except BaseException:
                machine.close()  # first: what runs is ended, or the pool would wait for its deadline
                pool.shutdown(cancel_futures=True)
                raise
    return 0


def take_answers(file: Any) -> set[str]:
    """Return the cells that an open file has answers of; cut off what a crash left of a line."""
    file.seek(0)
    content = file.read()
    whole = content[: content.rfind(b"\n") + 1]
    file.truncate(len(whole))
    return {json.loads(line)["cell"] for line in whole.splitlines()}
