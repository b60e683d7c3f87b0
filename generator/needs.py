"""What a claim needs of a machine, and whether an environment has it.

A need is a word (`gpu`, `two-gpus`, `torch-cpu-build`, `torch-cuda-build`, `network`), a size
(`gpu-memory:16GiB`) or a requirement on a distribution (`torch>=2.5`). The frameworks that a
snippet imports are needs too; nobody has to write them down.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

WORDS = frozenset({"gpu", "two-gpus", "torch-cpu-build", "torch-cuda-build", "network"})
GPU_NEEDS = frozenset({"gpu", "two-gpus"})
MEMORY = re.compile(r"^gpu-memory:([0-9]+)GiB$")

# Import name → the distributions, any one of which provides it.
FRAMEWORKS: Mapping[str, tuple[str, ...]] = {
    "torch": ("torch",),
    "torchvision": ("torchvision",),
    "triton": ("triton",),
    "tensorflow": ("tensorflow", "tensorflow-cpu"),
    "keras": ("keras",),
    "jax": ("jax",),
    "cupy": ("cupy-cuda13x", "cupy-cuda12x", "cupy"),
    "numba": ("numba",),
    "numpy": ("numpy",),
}


def is_known(need: str) -> bool:
    """Tell whether a need is written in a form that can be judged."""
    if need in WORDS or MEMORY.match(need):
        return True
    try:
        requirement = Requirement(need)
    except InvalidRequirement:
        return False
    names = {name for group in FRAMEWORKS.values() for name in group}
    known = canonicalize_name(requirement.name) in names or requirement.name.startswith(("nvidia-", "cuda-"))
    return known and not requirement.url


def needs_gpu(needs: tuple[str, ...]) -> bool:
    """Tell whether any need asks for a device."""
    return any(need in GPU_NEEDS or MEMORY.match(need) for need in needs)


@cache
def imported_frameworks(tree: ast.Module) -> tuple[str, ...]:
    """Return the frameworks a program imports, as import names, sorted."""
    roots: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            roots.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            roots.add(node.module.partition(".")[0])
    return tuple(sorted(roots & FRAMEWORKS.keys()))


def unmet(need: str, distributions: Mapping[str, str], gpu_memory_gib: tuple[float, ...], *, torch_cuda: bool) -> bool:
    """Tell whether an environment with these distributions and GPUs (memory of each, in GiB) lacks a need."""
    words = {
        "gpu": len(gpu_memory_gib) >= 1,
        "two-gpus": len(gpu_memory_gib) >= 2,
        "torch-cpu-build": "torch" in distributions and not torch_cuda,
        "torch-cuda-build": "torch" in distributions and torch_cuda,
        "network": False,  # snippets run without one
    }
    if need in words:
        return not words[need]
    memory = MEMORY.match(need)
    if memory:
        return not gpu_memory_gib or max(gpu_memory_gib) < float(memory.group(1))
    if need in FRAMEWORKS:
        return not any(name in distributions for name in FRAMEWORKS[need])
    return _requirement_unmet(Requirement(need), distributions)


def _requirement_unmet(requirement: Requirement, distributions: Mapping[str, str]) -> bool:
    for name in FRAMEWORKS.get(requirement.name, (str(canonicalize_name(requirement.name)),)):
        version = distributions.get(name)
        if version is None:
            continue
        try:
            return not requirement.specifier.contains(Version(version).public, prereleases=True)
        except InvalidVersion:
            return True
    return True
