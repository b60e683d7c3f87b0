"""Tell whether a build would change anything, without building: the whole of it, or nothing.

A stamp holds one hash of the names, sizes and times of all that a build reads, and one of what it wrote.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from generator.files import file_states
from generator.publish.writer import CHECKED, MARK, Published

STAMPS = Path(".cache/built")


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


def find_unchanged(site_dir: Path, inputs: str, settings: str | None = None) -> Stamp | None:
    """Return the stamp of the last build of a site if it read the same and all it wrote is still as it was.

    Without `settings`, whatever they were.
    """
    stamp = _last(site_dir)
    if stamp is None or stamp.inputs != inputs or settings not in (None, stamp.settings):
        return None
    return stamp if _is_as_left(site_dir, stamp) else None


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
    lines = (f"{name} {size} {modified}" for name, size, modified in sorted(states))
    return hashlib.sha256("\n".join(lines).encode(errors="surrogateescape")).hexdigest()


def _is_as_left(site_dir: Path, stamp: Stamp) -> bool:
    """Tell whether a site is as a build left it; of a very large one, only whether it is there."""
    if stamp.files > CHECKED:
        return (site_dir / MARK).is_file()
    return stamp.states_digest == digest_of_states(file_states(site_dir))
