"""What a command reads, as one hash: whether anything has changed since it was last run. Standard library only."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STORES = Path(".cache/observations")  # what ran here, a folder for each content folder
WAIVERS_FILE = "waivers.yaml"


def local_store(content_root: Path) -> Path:
    """Return the folder of what ran here for a content folder: what ran for another is nothing to it."""
    return STORES / os.path.relpath(content_root.resolve()).replace("/", "-")


def inputs_digest(content_root: Path, sources: Iterable[str], settings: Iterable[str]) -> str:
    """Hash content, local observations, those of the generator's own files that are named, and settings."""
    surroundings = (sys.version, str(content_root.resolve()), *_day(content_root), *settings)
    digest = hashlib.sha256("\n".join(surroundings).encode())
    for top in (content_root, local_store(content_root), *(ROOT / name for name in sources)):
        for path in _files(str(top)):
            with open(path, "rb") as file:  # noqa: PTH123 - thousands of files: a Path for each takes longer than reading
                digest.update(f"{path}\n".encode(errors="surrogateescape") + hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


def _day(content_root: Path) -> list[str]:
    """Return today where there are waivers: one that held yesterday may have ended."""
    return [str(datetime.now(UTC).date())] if (content_root / WAIVERS_FILE).exists() else []


def _files(top: str) -> Iterator[str]:
    """Yield every file below a folder, or the file itself, in a fixed order."""
    if os.path.isfile(top):  # noqa: PTH113 - see above
        yield top
        return
    for folder, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        yield from (f"{folder}/{name}" for name in sorted(names) if os.path.isfile(f"{folder}/{name}"))  # noqa: PTH113
