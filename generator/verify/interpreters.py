"""Which interpreters are here to run programs with, and what each says of itself."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from generator.verify import finding
from generator.verify.descriptions import keep, kept, state_of
from generator.verify.finding import Interpreter, UnknownInterpreterError, find_interpreters, without_frameworks

MADE_HERE = Path(".venvs")  # what `make verify` makes
STAMP = ".made"  # in an environment's folder once all of it is installed
LIST = Path(__file__).parents[2] / "requirements/environments.toml"
SIMULATED_DRIVER = MADE_HERE / "simulated-driver/libcuda.so.1"
REMEDY = "Name a Python 3.9 or later with --python (make: PYTHON=)"
LOOKS_FOR_A_DRIVER = frozenset({"cupy-cuda13x", "cupy-cuda12x", "numba-cuda", "tensorflow", "jax-cuda13-plugin"})


class ProbeError(Exception):
    """An interpreter could not describe itself."""


class Described(NamedTuple):
    """An interpreter and what it says of itself.

    `libraries` is a folder whose libraries its programs find before any others, `packages` are variables by which they
    find frameworks outside the interpreter's own folders. `is_plain`: taken for want of one with a framework.
    """

    python: Path
    facts: dict[str, Any]
    libraries: str = ""
    packages: tuple[tuple[str, str], ...] = ()
    is_plain: bool = False


class AtHand(NamedTuple):
    """The interpreters to run programs with, and all that were asked."""

    described: list[Described]
    asked: list[Interpreter]


def look_around(pythons: Iterable[str] = (), *, shared_gpu: bool = False) -> AtHand:
    """Probe the named interpreters, or else those made here and those of the user that have a framework.

    Behind each that looks for a driver it comes once more with a simulated one, where that has been made. Without any
    framework, one Python is there for programs of the standard library. `shared_gpu`: nobody watches the memory of a
    GPU for other users. Raises ProbeError when an interpreter that was named cannot be started.
    """
    named = list(pythons)
    made = [] if named else [Interpreter(str(python), "made here") for python in _made_here()]
    try:
        asked = find_interpreters(named, [sys.prefix])
    except UnknownInterpreterError as error:
        raise ProbeError(f"{error}. {REMEDY}") from error
    chosen = [one for one in asked if named or (not one.trouble and one.has_frameworks())]
    plain = None if named or made or chosen else without_frameworks(asked)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:  # each waits for processes of its own
        answers = [pool.submit(_probed, one) for one in (*made, *chosen, *([plain] if plain else []))]
        found = [one for answer in answers for one in _answer(answer.result, must=bool(named))]
    described = [one for one in found if named or plain or one.facts["distributions"].keys() - {finding.NO_REASON}]
    if shared_gpu:
        described = [one._replace(facts=_unwatched(one.facts)) for one in described]
    return AtHand([one._replace(is_plain=plain is not None) for one in described], asked)


def _answer(result: Any, *, must: bool) -> list[Described]:
    try:
        found: list[Described] = result()
    except ProbeError:
        if must:
            raise
        return []
    return found


def _unwatched(facts: Mapping[str, Any]) -> dict[str, Any]:
    watched = {"GPU memory": "not watched"} if facts["gpus"] else {}
    return {**facts, "isolation": {**facts["isolation"], **watched}}


def _probed(interpreter: Interpreter) -> list[Described]:
    """Describe an interpreter as it is, and with a simulated driver."""
    python, packages = Path(interpreter.python).absolute(), tuple(sorted(interpreter.packages.items()))
    if interpreter.trouble:
        message = f"{interpreter.python} cannot be used to run programs: {interpreter.trouble}. {REMEDY}"
        raise ProbeError(message)
    found = [Described(python, _known(interpreter), "", packages)]
    if SIMULATED_DRIVER.exists() and looks_for_a_driver(found[0].facts):
        libraries = str(SIMULATED_DRIVER.parent.absolute())
        found.append(Described(python, _known(interpreter, libraries), libraries, packages))
    return found


def _known(interpreter: Interpreter, libraries: str = "") -> dict[str, Any]:
    """Return what an interpreter says of itself, now or at the last time if nothing has changed since."""
    python = Path(interpreter.python)
    looked = {**interpreter.frameworks, **interpreter.packages}
    state = state_of(python, libraries, looked)  # before it is asked: a package may be installed meanwhile
    facts = kept(python, libraries, state)
    if facts is None:
        facts = describe(python, libraries, interpreter.packages)
        keep(python, libraries, state, facts)
    return facts


def looks_for_a_driver(facts: Mapping[str, Any]) -> bool:
    """Tell whether anything in an environment looks for the CUDA driver library."""
    return bool(facts["torch_cuda"] or facts["distributions"].keys() & LOOKS_FOR_A_DRIVER)


def _made_here() -> Iterator[Path]:
    """Yield the interpreters below `.venvs/`: of the list in its order those that are whole, then any others."""
    listed = {name: place for place, name in enumerate(tomllib.loads(LIST.read_text(encoding="utf-8")))}
    folders = (python.parents[1] for python in MADE_HERE.glob("*/bin/python"))
    whole = [folder for folder in folders if folder.name not in listed or (folder / STAMP).exists()]
    for folder in sorted(whole, key=lambda one: (listed.get(one.name, len(listed)), one)):
        yield folder / "bin/python"


def describe(python: Path, libraries: str = "", packages: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Ask an interpreter to describe itself: what the worker's command `probe` prints. Raises ProbeError.

    `libraries` is a folder whose libraries its programs are to find before any others; `packages` are variables.
    """
    try:
        return finding.describe(str(python.absolute()), libraries, dict(packages or {}))
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        why = "what it prints is no description of a Python" if isinstance(error, ValueError) else error
        message = f"{python} cannot be used to run programs: {why}. {REMEDY}"
        raise ProbeError(message) from error
