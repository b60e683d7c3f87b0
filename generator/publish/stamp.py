"""Tell whether a build would change anything, without building: the whole of it, or nothing.

A stamp holds one hash of everything a build reads and one of what it wrote (names, sizes, times). There
is no finer bookkeeping: when anything differs, everything is rendered anew, which takes seconds.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from generator.content.lookup_cases import cases_folder
from generator.paths import inputs_digest
from generator.publish.writer import Published

STAMPS = Path(".cache/built")
READ_BY_EVERY_BUILD = ("generator", "faultbook", "templates", "site_overrides", "mkdocs.yml", "requirements/site.txt")


@dataclass(frozen=True, slots=True)
class Stamp:
    """A finished build: what it read, what it wrote, and what it said."""

    inputs: str
    outputs: str
    files: int
    pages: int
    said: tuple[str, ...]


def build_digest(content_root: Path, settings: Iterable[str]) -> str:
    """Hash everything a build reads, and settings given by the caller, apart."""
    own = hashlib.sha256("\n".join(settings).encode()).hexdigest()
    cases = str(cases_folder(content_root))  # a warning may be about one
    return f"{inputs_digest(content_root, (*READ_BY_EVERY_BUILD, cases), ())} {own}"


def was_built_from(site_dir: Path, content_root: Path) -> Stamp | None:
    """Return the stamp of the last build of a site if nothing changed since, whatever its settings were."""
    read = build_digest(content_root, ()).partition(" ")[0]
    stamp = _last(site_dir)
    if stamp is None or not stamp.inputs.startswith(f"{read} "):
        return None
    return find_unchanged(site_dir, stamp.inputs)


def find_unchanged(site_dir: Path, inputs: str) -> Stamp | None:
    """Return the stamp of the last build of a site if it read the same and all it wrote is still as it was."""
    stamp = _last(site_dir)
    return stamp if stamp and stamp.inputs == inputs and stamp.outputs == _outputs_digest(site_dir) else None


def _last(site_dir: Path) -> Stamp | None:
    try:
        found = json.loads(_stamp_path(site_dir).read_text(encoding="utf-8"))
        return Stamp(**{**found, "said": tuple(found["said"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None


def remember(site_dir: Path, inputs: str, published: Published, said: Iterable[str]) -> None:
    """Write the stamp of a finished build."""
    stamp = Stamp(inputs, _outputs_digest(site_dir), published.files, published.pages, tuple(said))
    path = _stamp_path(site_dir)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(asdict(stamp)), encoding="utf-8")
    unfinished.replace(path)


def _stamp_path(site_dir: Path) -> Path:
    return STAMPS / f"{hashlib.sha256(str(site_dir.resolve()).encode()).hexdigest()[:16]}.json"


def _outputs_digest(site_dir: Path) -> str:
    digest = hashlib.sha256()
    top = str(site_dir)
    for folder, folders, names in os.walk(top):
        folders.sort()
        digest.update(f"{folder[len(top) :]}/\n".encode(errors="surrogateescape"))
        for name in sorted(names):
            state = os.lstat(f"{folder}/{name}")  # thousands of files: a Path for each takes longer than asking
            digest.update(f"{name} {state.st_size} {state.st_mtime_ns}\n".encode(errors="surrogateescape"))
    return digest.hexdigest()
