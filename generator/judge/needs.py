"""What a claim needs of a machine, and whether an environment has it.

A need is a word (`gpu`, `two-gpus`, `no-driver`, `simulated-driver`, `torch-cpu-build`, `torch-cuda-build`,
`tensorflow-cuda-build`, `c-compiler`, `network`), a size (`gpu-memory:16GiB`) or a requirement on a distribution
(`torch>=2.5`). The frameworks that a snippet imports are needs too; nobody has to write them down.

What runs with a simulated driver says nothing of a machine, so only claims that ask for one run there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from generator.content.frameworks import FRAMEWORKS
from generator.evidence.records import SIMULATED, Environment

HAS_WORD: Mapping[str, Callable[[Environment], bool]] = {
    "gpu": lambda here: len(here.gpus) >= 1,
    "two-gpus": lambda here: len(here.gpus) >= 2,
    "no-driver": lambda here: here.kind == "no-device" and here.driver is None,
    "simulated-driver": lambda here: here.kind == SIMULATED,
    "torch-cpu-build": lambda here: "torch" in here.distributions and here.torch_cuda is None,
    "torch-cuda-build": lambda here: "torch" in here.distributions and here.torch_cuda is not None,
    "tensorflow-cuda-build": lambda here: "tensorflow" in here.distributions,  # the other one is `tensorflow-cpu`
    "c-compiler": lambda here: here.compiler is not None,
    "network": lambda _here: False,  # snippets run without one
}
OWN_DRIVER = "own-driver"  # what a simulated driver lacks for every claim that does not ask for it
DRIVES_A_GPU = {"torch": "torch-cuda-build", "tensorflow": "tensorflow-cuda-build"}
GPU_NEEDS = frozenset({"gpu", "two-gpus"})
PLUGINS = ("nvidia-", "cuda-", "jax-cuda", "numba-cuda")  # how the names of what goes with frameworks begin
MEMORY = re.compile(r"^gpu-memory:([0-9]+)GiB$")


@lru_cache(maxsize=256)
def _requirement(need: str) -> Requirement:
    """Parse a need: the same few stand in many entries, and each is asked of every environment."""
    return Requirement(need)


def is_known(need: str) -> bool:
    """Tell whether a need is written in a form that can be judged."""
    if need in HAS_WORD or need in FRAMEWORKS or MEMORY.match(need):
        return True
    try:
        requirement = _requirement(need)
    except InvalidRequirement:
        return False
    names = {name for group in FRAMEWORKS.values() for name in group}
    name = canonicalize_name(requirement.name)
    known = name in names or name.startswith(PLUGINS)
    return known and not requirement.url


def needs_gpu(needs: tuple[str, ...]) -> bool:
    """Tell whether any need asks for a device."""
    return any(need in GPU_NEEDS or MEMORY.match(need) for need in needs)


def distributions_named(needs: tuple[str, ...]) -> frozenset[str]:
    """Return the distributions whose versions such needs speak of."""
    words = {need for need in needs if need not in HAS_WORD and not MEMORY.match(need)}
    named = {need if need in FRAMEWORKS else str(canonicalize_name(_requirement(need).name)) for need in words}
    named |= {need.partition("-")[0] for need in needs if need in HAS_WORD and need.endswith("-build")}
    return frozenset(name for one in named for name in FRAMEWORKS.get(one, (one,)))


def first_unmet(needs: tuple[str, ...], environment: Environment) -> str | None:
    """Return the first need that an environment lacks."""
    if environment.kind == SIMULATED and SIMULATED not in needs:
        return OWN_DRIVER
    return next((need for need in (*needs, *_implied(needs)) if _unmet(need, environment)), None)


def _implied(needs: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a need for a GPU says besides: a CPU build of a framework drives none."""
    return tuple(build for framework, build in DRIVES_A_GPU.items() if framework in needs) if needs_gpu(needs) else ()


def _unmet(need: str, environment: Environment) -> bool:
    if need in HAS_WORD:
        return not HAS_WORD[need](environment)
    memory = MEMORY.match(need)
    if memory:
        return not any(gib >= float(memory.group(1)) for gib in environment.gpu_memory_gib)
    if need in FRAMEWORKS:
        return not any(name in environment.distributions for name in FRAMEWORKS[need])
    return _requirement_unmet(_requirement(need), environment.distributions)


def _requirement_unmet(requirement: Requirement, distributions: Mapping[str, str]) -> bool:
    named = str(canonicalize_name(requirement.name))
    for name in FRAMEWORKS.get(named, (named,)):
        version = distributions.get(name)
        if version is None:
            continue
        try:
            return not requirement.specifier.contains(Version(version).public, prereleases=True)
        except InvalidVersion:
            return True
    return True
