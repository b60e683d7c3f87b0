"""pip as its user sees it: how much is to come, and a line every few seconds while it lasts. Standard library only.

`python -m generator.terminal.installing LOCK` installs a lock file into the environment of this Python, where
nothing else is; `… LOCK FOLDER` into a folder, for programs of this Python that have it in PYTHONPATH.
"""

from __future__ import annotations

import contextlib
import os
import queue
import re
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NamedTuple

REQUIREMENTS = Path(__file__).parents[2] / "requirements"
SIZES = REQUIREMENTS / "sizes.toml"  # written by tools/lock.sh
OPTIONS = ("--no-input", "--disable-pip-version-check", "--require-hashes", "--progress-bar", "off")
EVERY = 4.0  # seconds
FILE = re.compile(
    r"(?:Downloading|Using cached|Processing) (?:\S*/)?(\S+\.(?:whl|tar\.gz|zip))(?: \(([\d.]+) (\w+)\)| \(from .*)?$"
)
UNITS = {"bytes": 1.0, "kB": 1e3, "MB": 1e6, "GB": 1e9}  # as pip writes them
Say = Callable[[str], None]


class Size(NamedTuple):
    """How much a lock file installs: packages, and the bytes of their files."""

    packages: int
    bytes: int


def size_of(lock: Path) -> Size | None:
    """Return how much a lock file installs, as far as somebody measured it."""
    try:
        measured = tomllib.loads(SIZES.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    found = measured.get(os.path.relpath(lock.resolve(), REQUIREMENTS.resolve()))
    return Size(found["packages"], found["bytes"]) if found else None


def shown(size: float) -> str:
    """Write a number of bytes for people."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.1f} MB"


@dataclass(slots=True)
class _Progress:
    """How far pip has come, by what it prints."""

    files: int = 0
    bytes: float = 0.0
    now: str = "looking at the package index"

    def read(self, line: str) -> None:
        """Take note of a line."""
        if found := FILE.match(line.strip()):
            name, number, unit = found.groups()
            self.files += 1
            self.bytes += float(number or 0) * UNITS.get(unit, 0.0)
            self.now = f"now {name.partition('-')[0]}" + (f" ({number} {unit})" if number else "")
        elif line.startswith("Installing collected packages"):
            self.now = "unpacking them"


def install(python: Path, lock: Path, say: Say, *options: str) -> list[str]:
    """Install a lock file; return the lines that pip says where it fails, at least one, and none where it does not."""
    command = [str(python), "-m", "pip", "install", *OPTIONS, *options, "-r", str(lock)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
    ) as process:
        assert process.stdout
        assert process.stderr
        errors: list[str] = []
        reader = threading.Thread(target=errors.extend, args=(process.stderr,))
        reader.start()
        last = _watch(process.stdout, say)
        reader.join()
    if not process.returncode:
        return []
    return "".join(errors).strip().splitlines() or [last or f"exit {process.returncode}"]


def _watch(output: IO[str], say: Say) -> str:
    """Say every few seconds how far pip has come, until its output ends; return its last line."""
    lines: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_read, args=(output, lines), daemon=True).start()
    progress, last = _Progress(), ""
    started = time.monotonic()
    due = started + EVERY
    while True:
        with contextlib.suppress(queue.Empty):
            line = lines.get(timeout=max(0.0, due - time.monotonic()))
            if not line:
                return last
            progress.read(line)
            last = line.strip() or last
        if (now := time.monotonic()) >= due:
            due = now + EVERY
            say(f"{progress.files} packages, {shown(progress.bytes)}, {now - started:.0f} s: {progress.now}")


def _read(output: IO[str], lines: queue.Queue[str]) -> None:
    """Put each line into a queue when it comes, and in the end an empty one."""
    for line in output:
        lines.put(line)
    lines.put("")


def main(arguments: Sequence[str]) -> int:
    """Install a lock file into the environment of this Python, or into a folder; return the exit code."""
    lock, *folder = map(Path, arguments)
    size = size_of(lock)
    how_much = f"{size.packages} packages (about {shown(size.bytes)}, once)" if size else lock.name
    _say(f"installing {how_much} into {(folder or [Path(sys.prefix)])[0].name}")
    beside = ("--no-deps", "--target", str(folder[0])) if folder else ()  # what they need is in the environment
    errors = install(Path(sys.executable), lock, _say, *beside)
    for line in errors or ["installed"]:  # the build that follows is silent while it starts
        _say(line)
    return 1 if errors else 0


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        _say("stopped")
        sys.exit(130)
