"""Which environments on a GPU host decide how many of the claims that wait, the most useful first."""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.evidence.records import Environment
from generator.judge.needs import first_unmet
from generator.verify.environments import environment_from
from generator.verify.interpreters import LIST
from generator.verify.recipes import CUDA_OF_TORCH, LOCKS, PIN

GPU_LIST = LIST.with_name("gpu.toml")
ASSUMED_GPU = {"name": "any", "memory_mib": 24 * 1024, "compute_capability": "", "mig": ""}
Needs = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GpuEnvironment:
    """What can be installed on a GPU host: its name, what for, what pip is to install, and what that gives."""

    name: str
    about: str
    pip: tuple[str, ...]
    environment: Environment


@dataclass(frozen=True, slots=True)
class Step:
    """An environment in the order of use: how many claims it can decide, how many of them first, how many so far."""

    listed: GpuEnvironment
    able: int
    added: int
    total: int

    @property
    def install(self) -> str:
        """Return what pip is to install, as a shell takes it."""
        return shlex.join(self.listed.pip)


def gpu_environments() -> tuple[GpuEnvironment, ...]:
    """Read the list of environments for a GPU host."""
    listed = tomllib.loads(GPU_LIST.read_text(encoding="utf-8"))
    return tuple(
        GpuEnvironment(name, given["about"], tuple(given["pip"]), _would_be(given)) for name, given in listed.items()
    )


def _would_be(given: Mapping[str, Any]) -> Environment:
    """Return the environment on a host with one GPU of 24 GiB and a C compiler."""
    distributions = dict(PIN.findall((LOCKS / given["lock"]).read_text(encoding="utf-8")))
    distributions |= dict(pin.split("==") for pin in given.get("also", ()))
    facts = {
        "python": "",
        "implementation": "",
        "system": "",
        "libc": "",
        "isolation": {},
        "simulated_driver": None,
        "kind": "device",
        "driver": "any",
        "compiler": "any",
        "gpus": [ASSUMED_GPU],
        "distributions": distributions,
        "torch_cuda": CUDA_OF_TORCH if "torch" in distributions else None,
    }
    return environment_from(facts)


def steps(claims: Sequence[Needs], listed: Iterable[GpuEnvironment]) -> Iterator[Step]:
    """Yield environments, each time the one that decides most of the claims that no earlier one does."""
    able = {one.name: _able(claims, one.environment) for one in listed}
    left, waiting = dict(zip(able, listed, strict=True)), set(range(len(claims)))
    while left:
        best = max(left, key=lambda name: len(able[name] & waiting))
        added = able[best] & waiting
        if not added:
            return
        waiting -= added
        yield Step(left.pop(best), len(able[best]), len(added), len(claims) - len(waiting))


def _able(claims: Sequence[Needs], environment: Environment) -> set[int]:
    return {place for place, needs in enumerate(claims) if first_unmet(needs, environment) is None}
