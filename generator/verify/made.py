"""Making the environments that claims ask for, each by one process at a time."""

from __future__ import annotations

import contextlib
import fcntl
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from generator.terminal.installing import install, shown
from generator.verify.interpreters import SIMULATED_DRIVER
from generator.verify.recipes import LOCKS, Recipe

STAND_IN = Path(__file__).with_name("simulated_driver.c")


class MakingError(Exception):
    """An environment could not be made; the text says why."""


def make(recipe: Recipe, tell: Callable[[str], None]) -> None:
    """Make an environment, unless another process has just made it; of one that cannot be made nothing stays.

    `tell` is called with a line on what is done, before it is. Raises MakingError.
    """
    what = f"the environment {recipe.name}"
    with _alone(recipe.folder, what, tell):
        if not recipe.is_made:
            tell(f"making {recipe.folder} ({how_much(recipe.download)} to download, once)")
            _make(recipe, what, tell)


def how_much(download: tuple[int, int] | None) -> str:
    """Say how much is downloaded: a range where alternatives differ, of which the package index may lack one."""
    if download is None:
        return "an amount that nobody has measured"
    least, most = map(shown, download)
    return f"about {least}" if least == most else f"{least} to {most}"


@contextlib.contextmanager
def _alone(folder: Path, what: str, tell: Callable[[str], None]) -> Iterator[None]:
    """Wait until no other process makes what is in a folder, and keep others from it."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        file = folder.with_name(f"{folder.name}.lock").open("w")
    except OSError as error:
        raise MakingError(f"{what} could not be made: {error}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            tell(f"waiting for another process, which is making {folder}")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _make(recipe: Recipe, what: str, tell: Callable[[str], None]) -> None:
    try:
        recipe.stamp.unlink(missing_ok=True)  # first: if this is killed, what is left is not taken for whole
        if recipe.folder.exists():
            shutil.rmtree(recipe.folder)
        _run_or_raise([sys.executable, "-m", "venv", str(recipe.folder)], what)
        for alternatives in recipe.install:
            _install(recipe, alternatives, what, tell)
        recipe.stamp.write_text(recipe.digest, encoding="utf-8")
    except (OSError, MakingError) as error:
        shutil.rmtree(recipe.folder, ignore_errors=True)
        if isinstance(error, MakingError):
            raise
        raise MakingError(f"{what} could not be made: {error}") from error


def _install(recipe: Recipe, alternatives: Sequence[str], what: str, tell: Callable[[str], None]) -> None:
    python = recipe.folder / "bin/python"
    for name, following in pairwise(alternatives):
        why = install(python, LOCKS / name, tell, "--no-deps")
        if not why:
            return
        tell(
            f"Warning: {what}: {name} cannot be installed ({why[-1]}), so {following} is: {recipe.otherwise}; "
            f"to try {name} again, delete {recipe.folder} and make it again"
        )
    last = alternatives[-1]
    _raise_if(install(python, LOCKS / last, tell, "--no-deps"), f"{what} (from {LOCKS / last})")


def make_simulated_driver(tell: Callable[[str], None]) -> None:
    """Compile the stand-in for the driver library, unless it is newer than its source. Raises MakingError.

    `tell` is called with a line where another process is at it.
    """
    what = "the simulated driver"
    with _alone(SIMULATED_DRIVER.parent, what, tell):
        if SIMULATED_DRIVER.exists() and SIMULATED_DRIVER.stat().st_mtime >= STAND_IN.stat().st_mtime:
            return
        if not shutil.which("cc"):
            raise MakingError(f"{what} needs a C compiler: install gcc and libc6-dev")
        SIMULATED_DRIVER.parent.mkdir(exist_ok=True)
        unfinished = SIMULATED_DRIVER.with_suffix(".unfinished")
        _run_or_raise(["cc", "-O1", "-shared", "-fPIC", "-o", str(unfinished), str(STAND_IN), "-ldl"], what)
        unfinished.replace(SIMULATED_DRIVER)


def _run_or_raise(command: Sequence[str], what: str) -> None:
    _raise_if(_run(command), what)


def _raise_if(why: Sequence[str], what: str) -> None:
    if why:
        raise MakingError(f"{what} could not be made: {' '.join(why[-3:])}")


def _run(command: Sequence[str]) -> list[str]:
    """Run a command; return the lines that it says where it fails, at least one, and none where it does not."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if not done.returncode:
        return []
    return (done.stderr or done.stdout).strip().splitlines() or [f"exit {done.returncode}"]
