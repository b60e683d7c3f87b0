"""What a command takes: seconds, processor time and memory of all its processes, and what it writes into a folder."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

PAUSE = 0.05  # seconds between two looks at the memory, at least
SHARE = 20  # of the time, that looking may take: one part of so many
TAIL = 3000  # characters of what a command that failed said


class Usage(NamedTuple):
    """What a command took: seconds by the clock, of processor time, and its peak of memory in MiB.

    The memory is the sum over all its processes, with what several share divided among them (PSS), looked at again and
    again: a peak of less than 0.05 s may be missed.
    """

    wall: float
    cpu: float
    peak_mib: float
    output: str


class Written(NamedTuple):
    """What a folder holds after a command, and what of that the command wrote: files and bytes."""

    files: int
    size: int
    written: int
    written_size: int
    deleted: int


ASIDE = "set-aside"  # what earlier measurements built
State = dict[str, tuple[int, int, int]]


def set_aside(folder: Path, name: str) -> None:
    """Move what an earlier build left in a folder out of the way; `delete_set_aside` deletes it after the last one.

    ext4 does not use an inode again for minutes after its file was deleted, and looks at each that it passes over: a
    build right after thousands of files were deleted took a seventh more processor time.
    """
    if (folder / name).exists():
        aside = folder / ASIDE
        aside.mkdir(exist_ok=True)
        (folder / name).rename(aside / f"{len(list(aside.iterdir()))}-{name}")


def delete_set_aside(folder: Path) -> None:
    """Delete what earlier builds left in a folder."""
    shutil.rmtree(folder / ASIDE, ignore_errors=True)


def descendants(pid: int) -> Iterator[int]:
    """Yield a process and every process below it."""
    yield pid
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text(encoding="ascii").split():
                yield from descendants(int(child))


def memory_of(pid: int) -> int:
    """Return the memory of a process and those below it, in KiB."""
    total = 0
    for process in descendants(pid):
        with contextlib.suppress(OSError):
            lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
            total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total


class Watch:
    """Looks at the memory of a process and those below it until it is stopped; `peak_mib` is the most it saw."""

    def __init__(self, pid: int) -> None:
        self.peak_mib = 0.0
        self._pid = pid
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while True:
            started = time.monotonic()
            self.peak_mib = max(self.peak_mib, memory_of(self._pid) / 1024)
            if self._ended.wait(max(PAUSE, SHARE * (time.monotonic() - started))):
                return

    def stop(self) -> None:
        """End looking."""
        self._ended.set()
        self._thread.join()


def measured(command: Sequence[str], cwd: Path, settings: Mapping[str, str]) -> Usage:
    """Run a command to its end; raise RuntimeError, with what it said last, if it fails."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        started = time.perf_counter()
        process = subprocess.Popen(command, cwd=cwd, env=settings, stdout=output, stderr=subprocess.STDOUT)
        watch = Watch(process.pid)
        _pid, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        watch.stop()
        output.seek(0)
        said = output.read()
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)}: exit code {process.returncode}\n{said[-TAIL:]}")
    return Usage(wall, used.ru_utime + used.ru_stime, watch.peak_mib, said)


def state_of(folder: Path) -> State:
    """Return what tells whether a file of a folder was written: for each its number on the disk, time and size."""
    state: State = {}
    for place, _folders, names in os.walk(folder):
        for name in names:
            found = os.lstat(f"{place}/{name}")  # hundreds of thousands of files: a Path for each takes longer
            state[os.path.relpath(f"{place}/{name}", folder)] = (found.st_ino, found.st_mtime_ns, found.st_size)
    return state


def written_between(before: State, after: State) -> Written:
    """Return what a folder holds and what was written into it between two looks."""
    written = [size for name, (*_, size) in after.items() if before.get(name) != after[name]]
    sizes = [size for _number, _time, size in after.values()]
    return Written(len(after), sum(sizes), len(written), sum(written), len(before.keys() - after.keys()))
