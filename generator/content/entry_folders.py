"""Which folders hold entries, and what stands below `entries/` in a place where nothing reads it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from generator.content.validation import nearest
from generator.files import leads_out, printable, show
from generator.problems import Location, Problem

ENTRY_FILE = "entry.yaml"
ENTRY_PLACE = "entries/<domain>/<slug>/entry.yaml"
YAML_NAME = re.compile(r".*\.y.*ml", re.DOTALL)


def find_entries(entries: Path) -> tuple[dict[str, Path], tuple[Problem, ...]]:
    """Return the folders that hold an entry, by id and in that order, and what stands in the wrong place."""
    found = list(_found(entries))
    folders = {one.relative_to(entries).as_posix(): one for one in found if isinstance(one, Path)}
    return folders, tuple(one for one in found if isinstance(one, Problem))


def _found(entries: Path) -> Iterator[Path | Problem]:
    if not entries.is_dir():
        yield _misplaced(entries, "there is no entries folder", f"create it: {ENTRY_PLACE}")
        return
    for domain in _folders_in(entries):
        if isinstance(domain, Problem):
            yield domain
            continue
        for folder in _folders_in(domain):
            yield from (folder,) if isinstance(folder, Problem) else _entry_in(folder, entries)


def _entry_in(folder: Path, entries: Path) -> Iterator[Path | Problem]:
    """Yield a folder if it holds an entry, and what is wrong with it."""
    parts = _parts_of(folder)
    if isinstance(parts, Problem):
        yield parts
        return
    names = [part.name for part in parts]
    if leads_out(folder, entries):
        yield _misplaced(folder, "the folder is a link that leads out", "put the folder itself there")
    elif ENTRY_FILE in names:
        yield folder
    elif names:
        near = nearest(ENTRY_FILE, names)
        hint = f"rename {printable(near)}" if near else "add it or delete the folder"
        yield _misplaced(folder, f"the folder has no {ENTRY_FILE}", hint)
    for part in parts:
        if _is_folder(part) and not part.is_symlink() and not _is_ignored(part):
            yield from _yaml_below(folder / part.name)


def _folders_in(folder: Path) -> Iterator[Path | Problem]:
    """Yield the folders in a folder of folders, by name, and a problem for each YAML file, as none is read there."""
    parts = _parts_of(folder)
    if isinstance(parts, Problem):
        yield parts
        return
    for part in parts:
        if _is_ignored(part):
            continue
        if _is_folder(part):
            yield folder / part.name
        elif YAML_NAME.fullmatch(part.name):
            yield _not_read(folder / part.name)


def _yaml_below(folder: Path) -> Iterator[Problem]:
    """Yield a problem for each YAML file in a folder and in those below it."""
    for part in _folders_in(folder):
        if isinstance(part, Problem):
            yield part
        elif not part.is_symlink():
            yield from _yaml_below(part)


def _parts_of(folder: Path) -> list[os.DirEntry[str]] | Problem:
    try:
        with os.scandir(folder) as parts:
            return sorted(parts, key=lambda part: part.name)
    except OSError as error:
        return _misplaced(folder, f"the folder cannot be read: {error.strerror}", "correct its permissions")


def _is_folder(part: os.DirEntry[str]) -> bool:
    try:
        return part.is_dir()
    except OSError:  # a link to itself
        return False


def _is_ignored(part: os.DirEntry[str]) -> bool:
    return part.name.startswith(".") or part.name == "__pycache__"


def _not_read(path: Path) -> Problem:
    return _misplaced(path, "the file is not read here", f"an entry is {ENTRY_PLACE}")


def _misplaced(path: Path, message: str, hint: str) -> Problem:
    return Problem(Location(show(path)), "ENT000", message, hint)
