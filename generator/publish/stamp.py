"""Tell whether a build would change anything, without building: the whole of it, or nothing.

A stamp holds one hash of the names, sizes and times of all that a build reads, and one of what it wrote.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from generator.publish.writer import CHECKED, MARK, Published

STAMPS = Path(".cache/built")


@dataclass(frozen=True, slots=True)
class Stamp:
    """A finished build: what it read and with what settings, what it wrote, and what it said."""

    inputs: str
    settings: str
    outputs: str
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
    return stamp if stamp.outputs == _outputs_digest(site_dir, stamp.files) else None


def _last(site_dir: Path) -> Stamp | None:
    try:
        found = json.loads(_stamp_path(site_dir).read_text(encoding="utf-8"))
        return Stamp(**{**found, "said": tuple(found["said"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None


def remember(site_dir: Path, inputs: str, settings: str, published: Published, said: Iterable[str]) -> None:
    """Write the stamp of a finished build."""
    outputs = _outputs_digest(site_dir, published.files)
    stamp = Stamp(inputs, settings, outputs, published.files, published.pages, tuple(said))
    path = _stamp_path(site_dir)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(asdict(stamp)), encoding="utf-8")
    unfinished.replace(path)


def _stamp_path(site_dir: Path) -> Path:
    return STAMPS / f"{hashlib.sha256(str(site_dir.resolve()).encode()).hexdigest()[:16]}.json"


def _outputs_digest(site_dir: Path, files: int) -> str:
    """Return a hash of the names, sizes and times of a site's files; of a very large site, only that it is there."""
    if files > CHECKED:
        return str((site_dir / MARK).is_file())
    lines: list[str] = []
    waiting = [str(site_dir)]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as items:
                listed = sorted(items, key=lambda item: item.name)
        except OSError:
            return ""
        lines.append(folder)
        for item in listed:
            if item.is_dir(follow_symlinks=False):
                waiting.append(item.path)
            else:
                state = item.stat(follow_symlinks=False)
                lines.append(f"{item.name} {state.st_size} {state.st_mtime_ns}")
    return hashlib.sha256("\n".join(lines).encode(errors="surrogateescape")).hexdigest()
