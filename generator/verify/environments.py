"""Interpreters at hand, each as the environment that it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.evidence import Environment, environment_id
from generator.verify.interpreters import describe, describe_all

SHOWN_IN_NAME = ("torch", "tensorflow", "tensorflow-cpu", "jax", "cupy-cuda13x", "cupy-cuda12x", "numba-cuda")
Described = tuple[Path, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Host:
    """An interpreter on this machine and the environment it is."""

    python: Path
    environment: Environment


def find_hosts(pythons: Iterable[str] = ()) -> Iterator[Host]:
    """Probe the named interpreters, or else those usually at hand that have a framework; each environment once.

    Raises ProbeError when an interpreter that was named cannot be started.
    """
    return hosts_of(describe_all(pythons))


def hosts_of(described: Iterable[Described]) -> Iterator[Host]:
    """Make hosts of interpreters and what they said of themselves; each environment once."""
    seen: set[str] = set()
    for python, facts in described:
        host = Host(python, environment_from(facts))
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
    shown = [name for name in SHOWN_IN_NAME if name in distributions]
    parts.extend(name.removesuffix("-cpu") + distributions[name].partition("+")[0] for name in shown)
    if facts["torch_cuda"]:
        parts.append("cu" + facts["torch_cuda"].replace(".", ""))
    cudnn = next((version for name, version in distributions.items() if name.startswith("nvidia-cudnn")), None)
    if cudnn:
        parts.append("cudnn" + ".".join(cudnn.split(".")[:2]))
    parts.append("py" + "".join(facts["python"].split(".")[:2]))
    return "-".join(parts)
