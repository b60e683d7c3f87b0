"""Tell whether a build would change anything, without building: the whole of it, or nothing.

A stamp holds one hash of the names, sizes and times of all that a build reads, and one of what it wrote.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from generator.files import file_states
from generator.publish.writer import CHECKED, MARK, Published

STAMPS = Path(".cache/built")
PARTS = 2  # of a site, looked at at the same time


@dataclass(frozen=True, slots=True)
class Stamp:
    """A finished build: what it read and with what settings, what it wrote, and what it said."""

    inputs: str
    settings: str
    states_digest: str
    files: int
    pages: int
    said: tuple[str, ...]


def settings_digest(settings: Iterable[str]) -> str:
    """Return a hash of settings that a build was started with."""
    return hashlib.sha256("\n".join(settings).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Look:
    """A look at a site: what the last build of it noted, and what lies there now."""

    site_dir: Path
    last: Stamp | None
    states: Callable[[], str]
    """Returns a hash of the names, sizes and times of its files; of a very large one, nothing."""

    def unchanged(self, inputs: str, settings: str | None = None) -> Stamp | None:
        """Return the stamp of the last build if it read the same and all it wrote is still as it was.

        Without `settings`, whatever they were.
        """
        stamp = self.last
        if stamp is None or stamp.inputs != inputs or settings not in (None, stamp.settings):
            return None
        if stamp.files > CHECKED:
            return stamp if (self.site_dir / MARK).is_file() else None
        return stamp if stamp.states_digest == self.states() else None


def look_at(site_dir: Path, *, may_fork: bool = False) -> Look:
    """Look at a site: at its files in a process of its own, if this one `may_fork`, as it has one thread only."""
    last = _last(site_dir)

    if last is None or last.files > CHECKED:
        return Look(site_dir, last, str)
    if not may_fork:
        return Look(site_dir, last, lambda: digest_of_states(file_states(site_dir)))
    totals = [_beside(functools.partial(_total, file_states(site_dir, part, PARTS))) for part in range(PARTS)]
    return Look(site_dir, last, lambda: _digest(sum(total() for total in totals)))


def _beside(work: Callable[[], int]) -> Callable[[], int]:
    """Do something short in another process; return what waits for the result, which is 0 if it was killed.

    Standard library's pools take longer to import than there is to gain.
    """
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        try:
            os.write(writing, str(work()).encode())
        finally:
            os._exit(0)
    os.close(writing)

    @functools.cache
    def result() -> int:
        with open(reading, encoding="utf-8") as pipe:
            said = pipe.read()
        os.waitpid(process, 0)
        return int(said or 0)

    return result


def _last(site_dir: Path) -> Stamp | None:
    try:
        found = json.loads(_stamp_path(site_dir).read_text(encoding="utf-8"))
        return Stamp(**{**found, "said": tuple(found["said"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None


def remember(site_dir: Path, inputs: str, settings: str, published: Published, said: Iterable[str]) -> None:
    """Write the stamp of a finished build."""
    stamp = Stamp(inputs, settings, published.states_digest, published.files, published.pages, tuple(said))
    path = _stamp_path(site_dir)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(asdict(stamp)), encoding="utf-8")
    unfinished.replace(path)


def _stamp_path(site_dir: Path) -> Path:
    return STAMPS / f"{hashlib.sha256(str(site_dir.resolve()).encode()).hexdigest()[:16]}.json"


def digest_of_states(states: Iterable[tuple[str, int, int]]) -> str:
    """Return a hash of the names, sizes and times of files, in any order."""
    return _digest(_total(states))


def _total(states: Iterable[tuple[str, int, int]]) -> int:
    """Add hashes of files, which may be done in parts."""
    lines = (f"{name} {size} {modified}".encode(errors="surrogateescape") for name, size, modified in states)
    return sum(int.from_bytes(hashlib.blake2b(line, digest_size=16).digest()) for line in lines)


def _digest(total: int) -> str:
    return f"{total:x}"
