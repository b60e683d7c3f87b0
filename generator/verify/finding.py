"""Which interpreters of this machine have frameworks, each seen as its user's `python -c` sees it.

Standard library only, Python 3.9 or later: it is also part of the plan for a GPU host and of the package that users
install.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from . import worker

LOOK = """
import json, site, sys
user = site.getusersitepackages() if site.ENABLE_USER_SITE else ""
base = site.getuserbase() if user else ""
folders = [folder for folder in sys.path if folder]
print(json.dumps([list(sys.version_info[:3]), sys.executable, sys.prefix, user, base, folders]))
"""
LOOK_SECONDS, PROBE_SECONDS = 60, 300
OLDEST = (3, 9)
CONDA_HOMES = ("miniconda3", "anaconda3", "miniforge3", "mambaforge", "micromamba")
ELSEWHERE = ("/opt/conda/bin/python", "/opt/venv/bin/python", "/usr/local/bin/python3", "/usr/bin/python3")
# numpy alone is no reason to take an interpreter: nearly every one has it.
NO_REASON = "numpy"
WHERE = {"PYTHONPATH": "PYTHONPATH", "PYTHONUSERBASE": "the user's own site-packages"}


class Candidate(NamedTuple):
    """An interpreter that may be here, and how a person would name it."""

    python: str
    how: str


class Interpreter(NamedTuple):
    """An interpreter that was asked. `packages`: variables by which it finds frameworks outside its own folders."""

    python: str
    how: str
    version: tuple[int, ...] = ()
    prefix: str = ""
    frameworks: dict[str, str] = {}  # noqa: RUF012 - never changed
    packages: dict[str, str] = {}  # noqa: RUF012
    trouble: str = ""

    def has_frameworks(self) -> bool:
        """Tell whether there is a framework that programs would run with."""
        return bool(self.frameworks.keys() - {NO_REASON})

    def line(self) -> str:
        """Say what was found, in one line."""
        if self.trouble:
            return f"{self.python} ({self.how}): {self.trouble}"
        parts = ("nvidia-", "cuda-")
        shown = [f"{name} {version}" for name, version in self.frameworks.items() if not name.startswith(parts)]
        found = ", ".join(shown) or "no framework"
        version = ".".join(map(str, self.version))
        through = " (in {})".format(" and ".join(map(WHERE.__getitem__, self.packages))) if self.packages else ""
        return f"{self.python} ({self.how}): Python {version}, {found}{through}"


class UnknownInterpreterError(Exception):
    """What somebody named is not an interpreter that can be used; the text says what can be named."""


def find_interpreters(named: Iterable[str] = (), leave_out: Iterable[str] = ()) -> list[Interpreter]:
    """Ask the named interpreters, or else the active ones, and where none of these has a framework, all others.

    `leave_out` are prefixes of environments that are not the user's. Raises UnknownInterpreterError.
    """
    chosen = [named_candidate(name) for name in named]
    if chosen:
        return _ask(chosen, ())
    found = _ask(active(), leave_out)
    if not any(map(Interpreter.has_frameworks, found)):
        known = {(one.prefix, os.path.realpath(one.python)) for one in found}
        others = _ask(inactive(), leave_out)
        found += [one for one in others if (one.prefix, os.path.realpath(one.python)) not in known and not one.trouble]
    return found


def _ask(candidates: Iterable[Candidate], leave_out: Iterable[str]) -> list[Interpreter]:
    """Look at each candidate once, whatever it is called."""
    once: dict[str, Candidate] = {}
    for candidate in candidates:
        once.setdefault(candidate.python, candidate)
    refused = {os.path.realpath(folder) for folder in leave_out}
    found: dict[tuple[str, str], Interpreter] = {}
    with ThreadPoolExecutor(8) as pool:
        for looked in pool.map(look, once.values()):
            if os.path.realpath(looked.prefix) not in refused or not looked.prefix:
                found.setdefault((looked.prefix, os.path.realpath(looked.python)), looked)
    return list(found.values())


def look(candidate: Candidate) -> Interpreter:
    """Start an interpreter as its user would, and see which frameworks it finds and where."""
    command = [candidate.python, "-c", LOOK]
    try:
        done = subprocess.run(command, cwd="/", capture_output=True, text=True, timeout=LOOK_SECONDS, check=True)
        version, executable, prefix, user, base, folders = json.loads(done.stdout.splitlines()[-1])
    except FileNotFoundError:
        return Interpreter(candidate.python, candidate.how, trouble="there is no such file")
    except OSError as error:
        return Interpreter(candidate.python, candidate.how, trouble=f"it cannot be started ({error.strerror})")
    except (subprocess.SubprocessError, ValueError, IndexError):
        return Interpreter(candidate.python, candidate.how, trouble="it is not Python 3.9 or later")
    if tuple(version) < OLDEST:
        trouble = "Python {} is too old: programs need 3.9 or later".format(".".join(map(str, version)))
        return Interpreter(candidate.python, candidate.how, prefix=prefix, trouble=trouble)
    packages = {}
    named = [folder for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder in folders]
    if worker.distributions(named):
        packages["PYTHONPATH"] = os.pathsep.join(map(os.path.abspath, named))
    if user in folders and worker.distributions([user]):
        packages["PYTHONUSERBASE"] = base
    frameworks = dict(sorted(worker.distributions(folders).items()))
    python = executable if "/shims/" in candidate.python else os.path.abspath(candidate.python)
    return Interpreter(python, candidate.how, tuple(version), prefix, frameworks, packages)


def named_candidate(name: str) -> Candidate:
    """Return the interpreter that a person names: a path, an environment's folder, a command, a conda environment."""
    if os.path.isdir(name):
        return Candidate(os.path.join(name, "bin", "python"), "named")
    if os.sep in name or shutil.which(name):
        return Candidate(shutil.which(name) or name, "named")
    known = dict(conda_environments())
    if name in known:
        return Candidate(known[name], f"conda environment {name}")
    listed = " (conda environments here: {})".format(", ".join(sorted(known))) if known else ""
    message = "'%s' is not an interpreter: name a path, an environment's folder, a command, or a conda environment%s"
    raise UnknownInterpreterError(message % (name, listed))


def active() -> Iterator[Candidate]:
    """Yield the interpreters that a shell as this one starts by name."""
    for variable, how in (("VIRTUAL_ENV", "the active virtual environment"), ("CONDA_PREFIX", "the active conda env")):
        if os.environ.get(variable):
            yield Candidate(os.path.join(os.environ[variable], "bin", "python"), how)
    for folder in os.get_exec_path():
        for name in ("python3", "python"):
            path = os.path.join(folder, name)
            if os.access(path, os.X_OK):
                yield Candidate(path, f"{name} on PATH")


def inactive() -> Iterator[Candidate]:
    """Yield interpreters that are usually somewhere: of conda, of notebooks, of pyenv, of containers."""
    for name, python in conda_environments():
        yield Candidate(python, f"conda environment {name}")
    yield from _of_notebooks()
    versions = os.path.expanduser("~/.pyenv/versions")
    for name in _listed(versions):
        yield Candidate(os.path.join(versions, name, "bin", "python"), f"pyenv {name}")
    for path in ELSEWHERE:
        if os.access(path, os.X_OK):
            yield Candidate(path, "usual place")


def conda_environments() -> Iterator[tuple[str, str]]:
    """Yield the name and the interpreter of each conda environment that is known here."""
    prefixes = []
    try:
        with open(os.path.expanduser("~/.conda/environments.txt"), encoding="utf-8") as file:
            prefixes = [line.strip() for line in file if line.strip()]
    except OSError:
        pass  # conda writes it when it first makes an environment
    roots = [os.environ.get("MAMBA_ROOT_PREFIX", ""), *(os.path.expanduser("~/" + name) for name in CONDA_HOMES)]
    if os.environ.get("CONDA_EXE"):
        roots.append(os.path.dirname(os.path.dirname(os.environ["CONDA_EXE"])))
    for root in filter(None, roots):
        prefixes += [root, *(os.path.join(root, "envs", name) for name in _listed(os.path.join(root, "envs")))]
    for prefix in dict.fromkeys(prefixes):
        python = os.path.join(prefix, "bin", "python")
        if os.access(python, os.X_OK):
            yield (os.path.basename(prefix), python)


def _of_notebooks() -> Iterator[Candidate]:
    folder = os.path.expanduser("~/.local/share/jupyter/kernels")
    for name in _listed(folder):
        try:
            with open(os.path.join(folder, name, "kernel.json"), encoding="utf-8") as file:
                python = json.load(file)["argv"][0]
        except (OSError, ValueError, LookupError, TypeError):
            continue
        if os.path.isabs(python) and os.access(python, os.X_OK):
            yield Candidate(python, f"Jupyter kernel {name}")


def _listed(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def describe(python: str, libraries: str = "", packages: dict[str, str] | None = None) -> dict[str, Any]:
    """Return what an interpreter says of itself: what the worker's command `probe` prints.

    `libraries` is a folder whose libraries its programs find before any others. Raises OSError,
    subprocess.SubprocessError or ValueError.
    """
    surroundings = {name: text for name, text in os.environ.items() if name not in worker.PACKAGE_VARIABLES}
    surroundings.update(packages or {})
    if libraries:
        surroundings["LD_LIBRARY_PATH"] = libraries
    command = [python, "-I", worker.SCRIPT, "probe"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PROBE_SECONDS, check=True, env=surroundings)
    facts: dict[str, Any] = json.loads(done.stdout)
    return facts


def without_frameworks(found: Iterable[Interpreter]) -> Interpreter | None:
    """Return an interpreter for programs of the standard library alone: the first asked, or the base of this one."""
    usable = [one for one in found if not one.trouble]
    if usable:
        return usable[0]
    base = look(Candidate(os.path.join(sys.base_prefix, "bin", "python3"), "the Python of this command"))
    return None if base.trouble else base
