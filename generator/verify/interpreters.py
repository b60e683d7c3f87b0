"""Which interpreters are here, and what each says of itself. Standard library only, so that asking is quick."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from generator.verify.descriptions import WORKER, keep, kept, state_of

MADE_HERE = Path(".venvs")  # what `make verify` makes
STAMP = ".made"  # in an environment's folder once all of it is installed
LIST = Path(__file__).parents[2] / "requirements/environments.toml"
SIMULATED_DRIVER = MADE_HERE / "simulated-driver/libcuda.so.1"
LOOKS_FOR_A_DRIVER = frozenset({"cupy-cuda13x", "cupy-cuda12x", "numba-cuda", "tensorflow", "jax-cuda13-plugin"})


class ProbeError(Exception):
    """An interpreter could not describe itself."""


class Described(NamedTuple):
    """An interpreter, what it says of itself, and the folder of libraries that its programs are to find first."""

    python: Path
    facts: dict[str, Any]
    libraries: str = ""


def describe_all(pythons: Iterable[str] = ()) -> Iterator[Described]:
    """Probe the named interpreters, or else those usually at hand that have a framework; yield each with its facts.

    Behind each that looks for a driver it comes once more with a simulated one, where that has been made. Raises
    ProbeError when an interpreter that was named cannot be started.
    """
    named = [Path(shutil.which(python) or python) for python in pythons]
    candidates = named or list(_usual())
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:  # each waits for processes of its own
        asked = [pool.submit(_as_it_is_and_simulated, python) for python in candidates]
        for answer in asked:
            try:
                found = answer.result()
            except ProbeError:
                if named:
                    raise
                continue
            yield from (one for one in found if named or one.facts["distributions"].keys() - {"numpy"})


def _as_it_is_and_simulated(python: Path) -> list[Described]:
    found = [Described(python.absolute(), _known(python))]
    if SIMULATED_DRIVER.exists() and looks_for_a_driver(found[0].facts):
        libraries = str(SIMULATED_DRIVER.parent.absolute())
        found.append(Described(python.absolute(), _known(python, libraries), libraries))
    return found


def _known(python: Path, libraries: str = "") -> dict[str, Any]:
    """Return what an interpreter says of itself. Only of one made here do its files tell whether that has changed."""
    if not python.is_relative_to(MADE_HERE):
        return describe(python, libraries)
    state = state_of(python, libraries)  # before it is asked: a package may be installed meanwhile
    facts = kept(python, libraries, state)
    if facts is None:
        facts = describe(python, libraries)
        keep(python, libraries, state, facts)
    return facts


def looks_for_a_driver(facts: Mapping[str, Any]) -> bool:
    """Tell whether anything in an environment looks for the CUDA driver library."""
    return bool(facts["torch_cuda"] or facts["distributions"].keys() & LOOKS_FOR_A_DRIVER)


def _usual() -> Iterator[Path]:
    yield from _made_here()
    here = Path(sys.prefix).resolve()
    for folder in os.get_exec_path():
        candidate = Path(folder) / "python3"
        if candidate.exists() and here not in candidate.absolute().parents:
            yield candidate
            return


def _made_here() -> list[Path]:
    """Return the interpreters below `.venvs/`: of the list in its order those that are whole, then any others."""
    listed = {name: place for place, name in enumerate(tomllib.loads(LIST.read_text(encoding="utf-8")))}
    folders = (python.parents[1] for python in MADE_HERE.glob("*/bin/python"))
    whole = [folder for folder in folders if folder.name not in listed or (folder / STAMP).exists()]
    return [folder / "bin/python" for folder in sorted(whole, key=lambda one: (listed.get(one.name, len(listed)), one))]


def describe(python: Path, libraries: str = "") -> dict[str, Any]:
    """Ask an interpreter to describe itself: what `worker.py probe` prints. Raises ProbeError.

    `libraries` is a folder whose libraries its programs are to find before any others.
    """
    command = [str(python.absolute()), "-I", str(WORKER), "probe"]
    surroundings = {**os.environ, "LD_LIBRARY_PATH": libraries} if libraries else None
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True, env=surroundings)
        facts: dict[str, Any] = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        why = "what it prints is no description of a Python" if isinstance(error, ValueError) else error
        message = f"{python} cannot be used to run snippets: {why}. Name a Python 3.9 or later with --python"
        raise ProbeError(message) from error
    return facts
