"""Which interpreters are here, and what each of them is as an environment."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.evidence import Environment, environment_id

WORKER = Path(__file__).with_name("worker.py")
MADE_HERE = Path(".venvs")  # what `make verify` makes
SHOWN_IN_NAME = ("torch", "tensorflow", "tensorflow-cpu", "jax", "cupy-cuda13x", "cupy-cuda12x", "numba-cuda")


class ProbeError(Exception):
    """An interpreter could not describe itself."""


@dataclass(frozen=True, slots=True)
class Host:
    """An interpreter on this machine and the environment it is."""

    python: Path
    environment: Environment


def find_hosts(pythons: Iterable[str] = ()) -> Iterator[Host]:
    """Probe the named interpreters, or else those usually at hand that have a framework.

    Raises ProbeError when an interpreter that was named cannot be started.
    """
    named = [Path(shutil.which(python) or python) for python in pythons]
    seen: set[str] = set()
    for python in named or _usual():
        try:
            host = probe(python)
        except ProbeError:
            if named:
                raise
            continue
        wanted = named or host.environment.distributions.keys() - {"numpy"}
        if wanted and host.environment.id not in seen:
            seen.add(host.environment.id)
            yield host


def _usual() -> Iterator[Path]:
    yield from sorted(MADE_HERE.glob("*/bin/python"))
    here = Path(sys.prefix).resolve()
    for folder in os.get_exec_path():
        candidate = Path(folder) / "python3"
        if candidate.exists() and here not in candidate.absolute().parents:
            yield candidate
            return


def probe(python: Path) -> Host:
    """Ask an interpreter to describe itself. Raises ProbeError."""
    command = [str(python.absolute()), "-I", str(WORKER), "probe"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
        facts = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        message = f"{python} cannot be used to run snippets: {error}. Name a Python 3.9 or later with --python"
        raise ProbeError(message) from error
    facts.pop("protocol")
    return Host(python.absolute(), environment_from(facts))


def environment_from(facts: dict[str, Any]) -> Environment:
    """Make the environment record of a probe's answer."""
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
