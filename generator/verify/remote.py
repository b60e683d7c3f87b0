"""What a machine of a fleet does: say what it is, and run cells that are sent to it. Standard library only, Python 3.9.

This is sent to it before the first cell; nothing of ours is installed there. Whoever asked believes an answer only
where its digest fits: of what was sent, where it ran, and what came of it.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import os
import signal
import sys
import threading
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

    def __init__(self, pythons: Iterable[str] = ()) -> None:
        named = list(pythons) or [name for name in os.environ.get(PYTHONS, "").split(os.pathsep) if name]
        self.gpu_pool = worker.GpuPool(watched=True)
        self.places: dict[str, Place] = {}
        self.troubles: list[str] = []
        try:
            asked = finding.find_interpreters(named or [sys.executable])
        except finding.UnknownInterpreterError as error:
            self.troubles.append(str(error))
            asked = []
        for interpreter in asked:
            self._add(interpreter)

    def _add(self, interpreter: finding.Interpreter) -> None:
        if interpreter.trouble:
            self.troubles.append(f"{interpreter.python}: {interpreter.trouble}")
            return
        try:
            facts = facts_of(interpreter, self.gpu_pool)
        except CANNOT_RUN as error:
            self.troubles.append(f"{interpreter.python}: it cannot run programs ({error})")
            return
        isolation, packages = facts["isolation"], interpreter.packages
        session = worker.Session(interpreter.python, isolation, [OWN_FOLDER], self.gpu_pool, packages=packages)
        self.places.setdefault(environment_id(facts), Place(facts, session))

    def resources(self) -> dict[str, float]:
        """Return how much a scheduler may hand out here at a time: cells in each environment, and GPUs."""
        cores, gpus = os.cpu_count() or 1, len(self.gpu_pool.all)
        slots = {name: gpus if place.facts["gpus"] else cores for name, place in self.places.items()}
        return {**{name: float(max(1, count)) for name, count in slots.items()}, GPUS: float(gpus)}

    def run(self, environment: str, job: Job) -> Answer:
        """Run a job in an environment of this machine; return what came of it, with the digest of all that."""
        place = self.places.get(environment)
        result: Any = {"harness": f"the environment {environment} is not on this machine any more"}
        if place:
            result = worker.observe(place.session, job)
        return answer(environment, job, result)

    def close(self) -> None:
        """End whatever runs, and remove what it left."""
        for place in self.places.values():
            place.session.close()


def answer(environment: str, job: Job, result: Mapping[str, Any]) -> Answer:
    """Return a result as it is sent, with its digest."""
    return {"result": result, "digest": digest_of(environment, job, result)}


def digest_of(*parts: object) -> str:
    """Hash data as JSON with sorted keys."""
    canonical = json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


# --- where a scheduler starts a process for a part of the work --------------------------------------------


def main(arguments: Sequence[str]) -> int:
    """Describe one interpreter as a line of JSON, or run a part: cells from one file, a line in another for each."""
    parser = argparse.ArgumentParser(prog="remote")
    parser.add_argument("--python", required=True)
    parser.add_argument("--part")
    parser.add_argument("--answers")
    given = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, _interrupt)
    machine = Machine([given.python])
    try:
        if given.part is None:
            facts = [place.facts for place in machine.places.values()]
            json.dump({"facts": facts, "troubles": machine.troubles}, sys.stdout)
            return 0
        with open(given.part, encoding="utf-8") as file:
            return run_part(machine, json.load(file), given.answers)
    except KeyboardInterrupt:
        return 130
    finally:
        machine.close()


def _interrupt(_number: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt


def run_part(machine: Machine, part: Mapping[str, Any], answers: str) -> int:
    """Run the cells of a part that its file of answers has none of; each answer is on disk before the next cell begins.

    One process at a time writes to the file: one that was given up may still be ending when another takes its place.
    """
    lock = threading.Lock()
    with open(answers, "ab+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        done = answered(file)

        def run(cell: Mapping[str, Any]) -> None:
            line = {"cell": cell["id"], "answer": machine.run(part["environment"], cell["job"])}
            if machine_stopped(machine):
                return
            with lock:
                file.write(json.dumps(line).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())

        resources = machine.resources()
        with ThreadPoolExecutor(int(resources.get(part["environment"], 1))) as pool:
            try:
                list(pool.map(run, [cell for cell in part["cells"] if cell["id"] not in done]))
            except BaseException:
                machine.close()  # first: what runs is ended, or the pool would wait for its deadline
                pool.shutdown(cancel_futures=True)
                raise
    return 0


def machine_stopped(machine: Machine) -> bool:
    """Tell whether what runs was ended from outside, so that it says nothing."""
    return any(place.session.stopped for place in machine.places.values())


def answered(file: Any) -> set[str]:
    """Return the cells that an open file has answers of; cut off what a crash left of a line."""
    file.seek(0)
    content = file.read()
    whole = content[: content.rfind(b"\n") + 1]
    file.truncate(len(whole))
    return {json.loads(line)["cell"] for line in whole.splitlines()}
