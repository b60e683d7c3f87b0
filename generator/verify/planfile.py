"""A plan for another host: its cells, and which of them an environment there can run. Standard library only."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from . import worker

Facts = Mapping[str, Any]  # what the worker's command `probe` prints
Cell = Mapping[str, Any]  # a program with its job, its claims, and about how long it takes
MEMORY = re.compile(r"^gpu-memory:([0-9]+)GiB$")
REQUIREMENT = re.compile(r"^([A-Za-z0-9._-]+)\s*(.*)$")
CLAUSE = re.compile(r"^(>=|<=|==|!=|<|>)\s*([0-9]+(?:\.[0-9]+)*)$")
COMPARE: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": lambda here, there: here >= there,
    "<=": lambda here, there: here <= there,
    "==": lambda here, there: here == there,
    "!=": lambda here, there: here != there,
    "<": lambda here, there: here < there,
    ">": lambda here, there: here > there,
}
HAS: dict[str, Callable[[Facts], bool]] = {
    "gpu": lambda facts: len(facts["gpus"]) >= 1,
    "two-gpus": lambda facts: len(facts["gpus"]) >= 2,
    "no-driver": lambda facts: facts["kind"] == "no-device" and facts["driver"] is None,
    "simulated-driver": lambda facts: facts["kind"] == "simulated-driver",
    "torch-cpu-build": lambda facts: "torch" in facts["distributions"] and facts["torch_cuda"] is None,
    "torch-cuda-build": lambda facts: facts["torch_cuda"] is not None,
    "tensorflow-cuda-build": lambda facts: "tensorflow" in facts["distributions"],
    "c-compiler": lambda facts: facts["compiler"] is not None,
    "network": lambda _facts: False,
}
MISSING = {
    "gpu": "a GPU",
    "two-gpus": "two GPUs",
    "c-compiler": "a C compiler (cc) in {}".format(worker.PATH.replace(":", ", ")),
    "torch-cuda-build": "a PyTorch built with CUDA",
    "torch-cpu-build": "a CPU build of PyTorch",
    "tensorflow-cuda-build": "a TensorFlow built with CUDA",
    "no-driver": "a machine without a driver",
    "simulated-driver": "a simulated driver",
}


DRIVES_A_GPU = {"torch": "torch-cuda-build", "tensorflow": "tensorflow-cuda-build"}


class PlanError(Exception):
    """A plan cannot be used; the text says why and what to do."""


class Plan(NamedTuple):
    """A plan: its cells, and for each framework the distributions any one of which provides it."""

    cells: list[Cell]
    provides: Mapping[str, list[str]]


def read_plan(text: str, where: str) -> Plan:
    """Parse a plan. Raises PlanError."""
    try:
        document = json.loads(text)
    except ValueError as error:
        raise PlanError(f"{where} cannot be read ({error}): export it again") from error
    if not isinstance(document, dict) or not isinstance(document.get("cells"), list):
        raise PlanError(f"{where} is not a plan: export it again")
    if document.get("protocol") != worker.PROTOCOL:
        message = "%s has protocol %s, this worker has %s: export it again"
        raise PlanError(message % (where, document.get("protocol"), worker.PROTOCOL))
    return Plan(document["cells"], document.get("provides", {}))


def asks_for_gpu(cell: Cell) -> bool:
    """Tell whether a claim of a cell needs a GPU."""
    return any(_are_of_a_gpu(claim["needs"]) for claim in cell["claims"])


def _are_of_a_gpu(needs: Iterable[str]) -> bool:
    return any(need in ("gpu", "two-gpus") or MEMORY.match(need) for need in needs)


def missing(cell: Cell, facts: Facts, plan: Plan) -> str:
    """Say what an environment lacks for every claim of a cell, or nothing where it can run it."""
    here = facts["distributions"]
    for group in cell["distributions"]:
        if not any(name in here for name in group):
            return str(group[0])
    lacking = [first_missing(claim["needs"], facts, plan) for claim in cell["claims"]]
    return "" if not all(lacking) else lacking[0]


def first_missing(needs: Sequence[str], facts: Facts, plan: Plan) -> str:
    """Say what an environment lacks first of what a claim needs, or nothing."""
    implied = [build for framework, build in DRIVES_A_GPU.items() if framework in needs] if _are_of_a_gpu(needs) else ()
    return next((MISSING.get(need, need) for need in (*needs, *implied) if not is_met(need, facts, plan)), "")


def is_met(need: str, facts: Facts, plan: Plan) -> bool:
    """Tell whether an environment has what is needed; where that cannot be told here, that it has."""
    if need in HAS:
        return HAS[need](facts)
    memory = MEMORY.match(need)
    if memory:
        return any(gpu["memory_mib"] / 1024 >= float(memory.group(1)) for gpu in facts["gpus"])
    named = REQUIREMENT.match(need)
    if not named:
        return True
    name = re.sub(r"[-_.]+", "-", named.group(1)).lower()
    versions = (facts["distributions"].get(one) for one in plan.provides.get(name, [name]))
    version = next((found for found in versions if found), None)
    return version is not None and all(_holds(clause.strip(), version) for clause in named.group(2).split(","))


def _holds(clause: str, version: str) -> bool:
    """Compare release numbers; any other clause is left to the host that imports the results."""
    found = CLAUSE.match(clause)
    if not found:
        return True
    here, there = release(version), release(found.group(2))
    length = max(len(here), len(there))
    return COMPARE[found.group(1)]((*_padded(here, length), _stage(version)), (*_padded(there, length), 0))


def _stage(version: str) -> int:
    """Return where a version stands beside the release of its numbers: -1 before, 0 is the release, 1 after."""
    rest = version.partition("+")[0].lstrip("0123456789.")
    return 0 if not rest else 1 if "post" in rest or rest.startswith("-") else -1


def release(version: str) -> tuple[int, ...]:
    """Return the release numbers at the beginning of a version."""
    numbers = re.match(r"[0-9]+(\.[0-9]+)*", version)
    return tuple(map(int, numbers.group().split("."))) if numbers else ()


def _padded(numbers: tuple[int, ...], length: int) -> tuple[int, ...]:
    return numbers + (0,) * (length - len(numbers))
