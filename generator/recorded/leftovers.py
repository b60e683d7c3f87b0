"""What can be deleted: observations and files that nothing is made from any more."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.content.loader import Content
from generator.content.programs import Snippet
from generator.evidence.records import StoredObservation
from generator.evidence.store import Evidence, load_evidence, read_stored, replace_evidence
from generator.problems import Problem
from generator.recorded.promotion import programs_of

BEING_WRITTEN_SECONDS = 3600.0  # a younger file may belong to a run that is under way
GONE = "its program is gone"
CHANGED = "its program has changed"
UNUSED = "no observation is from this environment"
Programs = Mapping[tuple[str, str], Snippet]


@dataclass(frozen=True, slots=True)
class Leftover:
    """A file that can go, or one observation in a file that stays."""

    path: Path
    why: str
    snippet: str = ""

    def __str__(self) -> str:
        return f"{self.path}{f' ({self.snippet})' if self.snippet else ''}: {self.why}"


def clear(content: Content, store: Path, *, stale: bool = False, dry_run: bool = False) -> list[Leftover]:
    """Delete what is left over in a store and in the content's evidence; return what it was.

    `stale`: also committed observations of programs that have changed since.
    """
    folder, programs = content.root / "evidence", programs_of(content)
    committed = load_evidence(folder)
    found = [*_in_store(programs, store, committed), *_being_written_no_more(folder)]
    if not dry_run:
        for leftover in found:
            _delete(leftover.path, store)
    found.extend(_from_folder(programs, folder, committed, stale=stale))
    if not dry_run:
        replace_evidence(folder, committed)
    return found


def _in_store(programs: Programs, store: Path, committed: Evidence) -> Iterator[Leftover]:
    used: set[str] = set()
    environments = load_evidence(store).environments
    for path in _files(store, "*/*/*/*.json"):
        problems: list[Problem] = []
        stored = read_stored(path, store, problems)
        why = _why_not(programs, stored, committed) if stored else problems[0].message
        if stored and stored.environment not in environments:
            why = f"there is no record of the environment {stored.environment}"
        if why:
            yield Leftover(path, why)
        elif stored:
            used.add(stored.environment)
    yield from (Leftover(path, "the store had another layout then") for path in _files(store, "*/*/*.json"))
    for path in _files(store, "environments/*.json"):
        if path.stem not in environments:
            yield Leftover(path, "it cannot be read")
        elif path.stem not in used and _is_old(path):
            yield Leftover(path, UNUSED)
    yield from _being_written_no_more(store)


def _why_not(programs: Programs, stored: StoredObservation, committed: Evidence) -> str:
    """Say why an observation in a store can go, or nothing where it cannot."""
    observation = stored.observation
    program = programs.get((stored.entry, observation.snippet))
    if program is None:
        return GONE
    if not program.is_seen_in(observation, stored.environment):
        return CHANGED
    same = committed.observations.get((stored.entry, stored.environment), {}).get(observation.snippet) == observation
    return "the content holds it" if same and stored.environment in committed.environments else ""


def _from_folder(programs: Programs, folder: Path, committed: Evidence, *, stale: bool) -> Iterator[Leftover]:
    """Take from committed evidence what can go, and yield it."""
    for (entry, environment), seen in sorted(committed.observations.items()):
        for name, observation in sorted(seen.items()):
            program = programs.get((entry, name))
            changed = program is not None and not program.is_seen_in(observation, environment)
            if program is None or (stale and changed):
                del seen[name]
                path = folder / entry / f"{environment}.json"
                yield Leftover(path, GONE if program is None else CHANGED, name)
    used = {environment for (_entry, environment), seen in committed.observations.items() if seen}
    for environment in sorted(committed.environments.keys() - used):
        yield Leftover(folder / "environments" / f"{environment}.json", UNUSED)


def _being_written_no_more(folder: Path) -> Iterator[Leftover]:
    for path in _files(folder, "**/.writing-*"):
        if _is_old(path):
            yield Leftover(path, "a writer was killed and left it")


def _files(folder: Path, pattern: str) -> list[Path]:
    return sorted(path for path in folder.glob(pattern) if path.is_file())


def _is_old(path: Path) -> bool:
    try:
        return time.time() - path.stat().st_mtime > BEING_WRITTEN_SECONDS
    except OSError:  # its writer has renamed it meanwhile
        return False


def _delete(path: Path, root: Path) -> None:
    """Delete a file, and the folders that it leaves empty."""
    path.unlink(missing_ok=True)
    for folder in path.parents:
        if not folder.is_relative_to(root) or folder == root:
            return
        with contextlib.suppress(OSError):  # not empty
            folder.rmdir()
