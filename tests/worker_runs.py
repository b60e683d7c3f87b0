"""Programs run by the worker, for tests: in a fork or in a fresh interpreter, one or a table side by side."""

import contextlib
import functools
import os
import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from generator.evidence.records import Observation
from generator.verify import worker

REPOSITORY = Path(__file__).parents[1]
NAME = "program.py"
MODES = ("fork", "exec")
SHARED = ("json", "random", "tempfile")  # what a forked program finds imported


def job(program: str, *, preload: Iterable[str] = SHARED, deadline: float = 20.0, **changes: Any) -> dict[str, Any]:
    """Return the job of a program; in a fork, it finds some of the standard library imported."""
    return worker.job_of(NAME, textwrap.dedent(program), preload=list(preload), deadline=deadline, **changes)


best_isolation = functools.cache(worker.best_isolation)


@contextlib.contextmanager
def session_of(
    isolation: dict[str, str] | None = None, *, python: str = sys.executable, cards: worker.Cards | None = None
) -> Iterator[worker.Session]:
    """Open a session, with the most isolation to be had here unless another is given, and close it in the end."""
    isolation = best_isolation(python) if isolation is None else isolation
    session = worker.Session(python, isolation, [str(REPOSITORY)], cards)
    try:
        yield session
    finally:
        session.close()


class Runner:
    """Runs programs in one session and one mode. What is no observation is a failure, unless asked for by `raw`."""

    def __init__(self, session: worker.Session, mode: str) -> None:
        self.session, self.mode, self.tables = session, mode, {}

    def __call__(self, program: str, **changes: Any) -> Observation:
        seen = self.started(program, **changes)
        assert "harness" not in seen, seen["harness"]
        return Observation.model_validate({**seen, "key": ""})

    def raw(self, program: str, **changes: Any) -> dict[str, Any]:
        """Return what the session says."""
        return self.session.run(job(program, **changes), self.mode)

    def started(self, program: str, *, deadline: float = 20.0, **changes: Any) -> dict[str, Any]:
        """Return what the session says of a program that had the time to start, which takes long under load."""
        seen = self.raw(program, deadline=deadline, **changes)
        if seen.get("harness", "").startswith("the program was not started") and deadline < 20.0:
            return self.started(program, deadline=2 * deadline, **changes)
        return seen

    def table(self, *programs: str, threads: int = 4, **changes: Any) -> dict[str, Observation]:
        """Run all programs of a table side by side, once, and return what was seen of each."""
        name = (programs, tuple(changes.items()))
        if name not in self.tables:
            found = side_by_side(lambda program: self(program, **changes), programs, threads=threads)
            self.tables[name] = dict(zip(programs, found, strict=True))
        return self.tables[name]


def side_by_side(run: Callable[[Any], Any], cases: Iterable[Any], *, threads: int = 4) -> list[Any]:
    """Call a function with each case, some at a time."""
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, cases))


def processes_with(text: str) -> list[int]:
    """Return the processes, this one apart, whose command line or environment holds a text. Zombies do not count."""
    pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return [pid for pid in pids if pid != os.getpid() and has(pid, text)]


def has(pid: int, text: str) -> bool:
    """Tell whether the command line or environment of a process holds a text."""
    for name in ("cmdline", "environ"):
        with contextlib.suppress(OSError):
            if text.encode() in Path(f"/proc/{pid}/{name}").read_bytes():
                return True
    return False


def soon(happens: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Tell whether something becomes true in time."""
    give_up = time.monotonic() + seconds
    while not happens():
        if time.monotonic() > give_up:
            return False
        time.sleep(0.02)
    return True


@functools.cache
def pythons() -> dict[str, str]:
    """Return the Pythons from 3.9 on that are at hand, by version: those on the path, and those that pyenv made."""
    named = [shutil.which(f"python3.{minor}") for minor in range(9, 15)]
    made = sorted(Path.home().glob(".pyenv/versions/*/bin/python"))
    found = {}
    for python in [
        sys.executable,
        *map(str, made),
        *(path for path in named if path and "shims" not in path),
        "/usr/bin/python3",
    ]:
        version = "import platform, sys; print(platform.python_version(), sys.version_info >= (3, 9))"
        with contextlib.suppress(OSError):
            told = subprocess.run([python, "-I", "-c", version], capture_output=True, text=True, check=False).stdout
            if told.endswith(" True\n"):
                found.setdefault(told.split()[0], python)
    return found


def build_library(folder: Path, source: str, name: str) -> Path:
    """Compile a shared library that stands in for one of the driver's. Once loaded, it is found by its bare name."""
    code = folder / f"{name}.c"
    code.write_text(source)
    subprocess.run(["cc", "-shared", "-fPIC", f"-Wl,-soname,{name}", "-o", folder / name, code], check=True)
    return folder / name
