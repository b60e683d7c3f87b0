"""Interpreters at hand, each as the environment that it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.evidence.records import SIMULATED, Environment, environment_id
from generator.verify.interpreters import Described, describe, look_around

# Distributions that tell environments apart, with the name under which they do.
SHOWN_IN_NAME = {
    "torch": "torch",
    "torchvision": "torchvision",
    "tensorflow": "tensorflow",
    "tensorflow-cpu": "tensorflow-cpu",
    "jax": "jax",
    "jax-cuda13-plugin": "cuda13-plugin",
    "cupy-cuda13x": "cupy-cuda13x",
    "cupy-cuda12x": "cupy-cuda12x",
    "numba-cuda": "numba-cuda",
    "ray": "ray",
    "opencv-python-headless": "opencv",
    "faiss-cpu": "faiss-cpu",
    "lightgbm": "lightgbm",
    "xgboost-cpu": "xgboost-cpu",
    "nvidia-cuda-nvcc": "nvcc",
    "nvidia-cuda-nvcc-cu12": "nvcc",
}


@dataclass(frozen=True, slots=True)
class Host:
    """An interpreter on this machine, the environment it is, and the rest of what `Described` says of it."""

    python: Path
    environment: Environment
    libraries: str = ""
    packages: tuple[tuple[str, str], ...] = ()
    is_plain: bool = False


def find_hosts(pythons: Iterable[str] = ()) -> Iterator[Host]:
    """Probe the named interpreters, or else those usually at hand that have a framework; each environment once.

    Raises ProbeError when an interpreter that was named cannot be started.
    """
    return hosts_of(look_around(pythons).described)


def hosts_of(described: Iterable[Described]) -> Iterator[Host]:
    """Make hosts of interpreters and what they said of themselves; each environment once."""
    seen: set[str] = set()
    for one in described:
        host = Host(one.python, environment_from(one.facts), one.libraries, one.packages, one.is_plain)
        if host.environment.id not in seen:
            seen.add(host.environment.id)
            yield host


def probe(python: Path) -> Host:
    """Ask an interpreter to describe itself. Raises ProbeError."""
    return Host(python.absolute(), environment_from(describe(python)))


def environment_from(facts: dict[str, Any]) -> Environment:
    """Make the environment record of a probe's answer."""
    facts = {name: fact for name, fact in facts.items() if name != "protocol"}
    return Environment.model_validate({**facts, "id": environment_id(facts), "name": _name(facts)})


def _name(facts: dict[str, Any]) -> str:
    gpus, distributions = facts["gpus"], facts["distributions"]
    parts = [re.sub(r"[^a-z0-9]+", "", gpus[0]["name"].lower().replace("nvidia", "")) if gpus else "cpu"]
    if facts["kind"] == SIMULATED:
        parts = ["simulated"]
    shown = ((name, short) for name, short in SHOWN_IN_NAME.items() if name in distributions)
    parts.extend(short + distributions[name].partition("+")[0] for name, short in shown)
    if facts["torch_cuda"]:
        parts.append("cu" + facts["torch_cuda"].replace(".", ""))
    cudnn = next((version for name, version in distributions.items() if name.startswith("nvidia-cudnn")), None)
    if cudnn:
        parts.append("cudnn" + ".".join(cudnn.split(".")[:2]))
    parts.append("py" + "".join(facts["python"].split(".")[:2]))
    if facts.get("contributed"):
        parts.append("contributed")
    return "-".join(parts)
