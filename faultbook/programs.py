"""An entry's programs as this package carries them, and which interpreter of this machine can run most of them.

The folder `verification` is made when the wheel is built: a checkout has none.
"""

from __future__ import annotations

import json
import os
import sys
import zipfile
from typing import Any, NamedTuple

from faultbook.language import N_, Words

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "verification")
PLANS = os.path.join(FOLDER, "plans.zip")
_NOT_CARRIED = N_(
    "this faultbook carries no programs: {place} is missing. Install the wheel with pip; a checkout "
    "makes one with `make wheel`"
)
_NO_PROGRAMS = N_("this faultbook has no program of {entry} that a reader's machine can run")
_LINUX_ONLY = N_("programs run on Linux only")
_NOT_AN_INTERPRETER = N_(
    "'{name}' is not an interpreter: name a path, an environment's folder, a command, or a conda environment"
)
_TOO_OLD = N_("'{name}' is not Python 3.9 or later")
_NO_INTERPRETER = N_("no Python here can run programs: name the one that has the frameworks with --python")
_BUSY = N_("every GPU is in use by something else ({used} MiB): wait until one is free, or take --shared-gpu")
NOTHING_RUNS, USAGE = 3, 2


class RefusedError(Exception):
    """Nothing is run. The text says why, in the reader's language; `status` is the exit status."""

    def __init__(self, text: str, status: int = NOTHING_RUNS) -> None:
        super().__init__(text)
        self.status = status


class Carried(NamedTuple):
    """An entry's plan, with the site that it comes from and the repository that takes contributions, if any does."""

    plan: Any
    site: str
    repository: str | None


def carried_programs(entry: str, words: Words) -> Carried:
    """Return the plan of an entry. Raises RefusedError."""
    if not sys.platform.startswith("linux"):
        raise RefusedError(words(_LINUX_ONLY))
    if not os.path.isfile(PLANS):
        raise RefusedError(words(_NOT_CARRIED).format(place=PLANS), USAGE)
    from faultbook.verification import planfile

    with zipfile.ZipFile(PLANS) as archive:
        if f"{entry}.json" not in archive.namelist():
            raise RefusedError(words(_NO_PROGRAMS).format(entry=entry))
        text = archive.read(f"{entry}.json").decode()
    document = json.loads(text)
    return Carried(planfile.read_plan(text, PLANS), document["site"], document["repository"])


def choose_host(plan: Any, python: str | None, gpu_pool: Any, words: Words) -> Any:
    """Return the interpreter that can run most of a plan, with what it says of itself. Raises RefusedError."""
    from faultbook.verification import batch, planfile

    best = None
    for interpreter in batch.usable(_interpreters(python, words), named=bool(python)):
        try:
            facts = batch.facts_of(interpreter, gpu_pool)
        except batch.CANNOT_RUN:
            continue
        able = [cell for cell in plan.cells if not planfile.missing(cell, facts, plan)]
        if best is None or len(able) > len(best.able):
            best = batch.Host(interpreter, facts, able, able)
    if best is None:
        raise RefusedError(words(_NO_INTERPRETER))
    return best


def _interpreters(python: str | None, words: Words) -> list[Any]:
    """Return what is asked: the interpreter that was named, else this one and those at hand."""
    from faultbook.verification import finding

    if python:
        try:
            found: list[Any] = finding.find_interpreters([python])
        except finding.UnknownInterpreterError as error:
            raise RefusedError(words(_NOT_AN_INTERPRETER).format(name=python), USAGE) from error
        if found[0].trouble:
            raise RefusedError(words(_TOO_OLD).format(name=python), USAGE)
        return found
    own = finding.look(finding.Candidate(sys.executable, "faultbook's own"))
    others = (one for one in finding.find_interpreters() if one.prefix != own.prefix or not own.prefix)
    return [own, *others]


def free_gpus(plan: Any, *, shared: bool, words: Words) -> Any:
    """Return the GPUs to run on: one, or as many as a program needs. Raises RefusedError where all are in use."""
    from faultbook.verification import worker

    gpu_pool = worker.GpuPool(watched=not shared)
    if gpu_pool.all_busy():
        raise RefusedError(words(_BUSY).format(used=", ".join(map(str, gpu_pool.busy.values()))))
    gpu_pool.limit(max([1, *(cell["job"]["gpus"] for cell in plan.cells)]))
    return gpu_pool
