"""Evidence on disk: what runs were seen to do, one file per entry and environment.

Observations say what happened and nothing about what it means. Files are written by rename, keys
sorted, one observation per snippet, so that a diff in review shows what changed. A store of runs in
progress has one file per observation instead, so that any number of writers can share it.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from generator.evidence.records import (
    FORMAT,
    RECORDED_LATER,
    Environment,
    EvidenceFile,
    Observation,
    R,
    Record,
    StoredObservation,
    first_error,
)
from generator.files import printable, read_file, show
from generator.problems import Location, Problem, clip

RESTORE = "restore it from version control, or delete it: its programs are then run again"
ANOTHER_FORMAT = "it is of another format"
MAX_BYTES = 16 * 1024 * 1024  # of one file


class _Stamp(BaseModel):
    """What every format of a file has."""

    format: int = FORMAT


@dataclass(slots=True)
class Evidence:
    """Everything recorded: environments by id, observations by entry and environment."""

    environments: dict[str, Environment] = field(default_factory=dict)
    observations: dict[tuple[str, str], dict[str, Observation]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def of(self, entry: str) -> Iterator[tuple[Environment, dict[str, Observation]]]:
        """Yield the environments an entry was run in, ours first, by name, with observations by snippet name."""
        # By the environments, which are dozens: the keys are many more, and this is asked for each claim.
        keyed = [(environment, (entry, environment.id)) for environment in self.environments.values()]
        known = [(environment, self.observations[key]) for environment, key in keyed if key in self.observations]
        yield from sorted(known, key=lambda pair: _place(pair[0]))

    def add(self, entry: str, environment: Environment, observation: Observation) -> None:
        """Keep an observation, replacing an older one of the same snippet."""
        self.environments[environment.id] = environment
        self.observations.setdefault((entry, environment.id), {})[observation.snippet] = observation


def _place(environment: Environment) -> tuple[bool, bool, str, str]:
    """Say where an environment stands among others: ours first, then those with a GPU, then by name."""
    return bool(environment.contributed), not environment.gpus, environment.name, environment.id


def load_evidence(*folders: Path) -> Evidence:
    """Load evidence folders; where two observed the same, the newer observation wins, on one day the later folder's."""
    evidence = Evidence()
    for folder in folders:
        evidence.environments.update(load_environments(folder, evidence.problems))
        for entry_id in entries_in(folder):
            _load_entry(folder, entry_id, evidence)
    return evidence


def load_environments(folder: Path, problems: list[Problem]) -> dict[str, Environment]:
    """Load the records of environments in a folder, by id; add to the problems what cannot be read."""
    found: dict[str, Environment] = {}
    for path in sorted((folder / "environments").glob("*.json")):
        environment = _read(path, Environment, problems)
        if environment and _stands_where(path, folder, f"environments/{environment.id}", problems):
            found[environment.id] = environment
    return found


def entries_in(folder: Path) -> list[str]:
    """Return the ids of the entries that an evidence folder has files of."""
    return [path.relative_to(folder).as_posix() for path in sorted(folder.glob("*/*")) if path.is_dir()]


def load_entry_evidence(folder: Path, entry_id: str, environments: Mapping[str, Environment]) -> Evidence:
    """Load what one folder holds of one entry; `environments` are all that it has records of."""
    evidence = Evidence(dict(environments))
    _load_entry(folder, entry_id, evidence)
    return evidence


def _load_entry(folder: Path, entry_id: str, evidence: Evidence) -> None:
    if not (folder / entry_id).is_dir():
        return
    found: dict[str, dict[str, Observation]] = {}
    for path in sorted((folder / entry_id).glob("*.json")):
        file = _read(path, EvidenceFile, evidence.problems)
        if file and _stands_where(path, folder, f"{file.entry}/{file.environment}", evidence.problems):
            seen = found.setdefault(file.environment, {})
            for observation in file.observations:
                _keep_newer(seen, observation)
    for path in sorted((folder / entry_id).glob("*/*.json")):
        stored = read_stored(path, folder, evidence.problems)
        if stored:
            _keep_newer(found.setdefault(stored.environment, {}), stored.observation)
    for environment, observations in found.items():
        _report_unknown_environment(folder, entry_id, environment, evidence)
        seen = evidence.observations.setdefault((entry_id, environment), {})
        for observation in observations.values():
            _keep_newer(seen, observation)


def read_stored(path: Path, store: Path, problems: list[Problem]) -> StoredObservation | None:
    """Read a file of a store; add to the problems why it says nothing."""
    stored = _read(path, StoredObservation, problems)
    if stored is None:
        return None
    place = f"{stored.entry}/{stored.environment}/{stored.observation.snippet}"
    return stored if _stands_where(path, store, place, problems) else None


def _keep_newer(seen: dict[str, Observation], observation: Observation) -> None:
    older = seen.get(observation.snippet)
    if older is None or older.date <= observation.date:
        seen[observation.snippet] = observation


def merge_evidence(first: Evidence, second: Evidence, is_current: Callable[[str, str, Observation], bool]) -> Evidence:
    """Merge two: of two observations of a program the current one stays, else the newer, on one day the second.

    `is_current` is asked with the ids of entry and environment, and the observation.
    """
    merged = Evidence({**first.environments, **second.environments}, problems=[*first.problems, *second.problems])
    for key in dict.fromkeys((*first.observations, *second.observations)):
        seen = merged.observations[key] = dict(first.observations.get(key, {}))
        for name, observation in second.observations.get(key, {}).items():
            ranks = [(is_current(*key, one), one.date) for one in (seen.get(name), observation) if one]
            if ranks[0] <= ranks[-1]:
                seen[name] = observation
    return merged


def _report_unknown_environment(folder: Path, entry_id: str, environment: str, evidence: Evidence) -> None:
    if environment in evidence.environments or (folder / "environments" / f"{environment}.json").exists():
        return
    places = (folder / entry_id / f"{environment}.json", folder / entry_id / environment)
    path = next(path for path in places if path.exists())
    message = f"there is no record of the environment {environment}"
    record = show(folder / "environments" / f"{environment}.json")
    hint = f"restore {record}, or delete this file: its programs are then run again"
    evidence.problems.append(Problem(Location(show(path)), "EVID001", message, hint))


def _read(path: Path, kind: type[R], problems: list[Problem]) -> R | None:
    content = read_file(path, path.name, MAX_BYTES, "evidence")
    if isinstance(content, Problem):
        words = content.message.removeprefix("the file cannot be read: ")
    else:
        try:
            record = kind.model_validate_json(content)
        except ValidationError as error:
            words = ANOTHER_FORMAT if _has_another_format(content) else first_error(error)
        else:
            if getattr(record, "format", FORMAT) == FORMAT:
                return record
            words = ANOTHER_FORMAT
    problems.append(Problem(Location(show(path)), "EVID001", f"evidence cannot be read: {words}", RESTORE))
    return None


def _has_another_format(content: bytes) -> bool:
    try:
        return _Stamp.model_validate_json(content).format != FORMAT
    except ValidationError:
        return False


def _stands_where(path: Path, folder: Path, name: str, problems: list[Problem]) -> bool:
    """Tell whether a file stands under the name of what it holds; a copy elsewhere speaks for nothing."""
    if path == folder / f"{name}.json":
        return True
    message = f"evidence cannot be read: it belongs into {clip(printable(name))}.json"
    problems.append(Problem(Location(show(path)), "EVID001", message, RESTORE))
    return False


def replace_evidence(folder: Path, evidence: Evidence) -> list[Path]:
    """Make a folder hold exactly this evidence, and the environments it was seen in; return the files that changed."""
    evidence.observations = {key: seen for key, seen in evidence.observations.items() if seen}
    changed = write_evidence(folder, evidence)
    kept = {folder / entry / f"{environment}.json" for entry, environment in evidence.observations}
    kept |= {folder / "environments" / f"{environment}.json" for _entry, environment in evidence.observations}
    for path in sorted({*folder.glob("*/*/*.json"), *folder.glob("environments/*.json")} - kept):
        path.unlink()
        changed.append(path)
    return changed


def write_evidence(folder: Path, evidence: Evidence, entries: Iterable[str] | None = None) -> list[Path]:
    """Write evidence below a folder (all of it, or of some entries); return the files that changed."""
    wanted = None if entries is None else set(entries)
    changed: list[Path] = []
    used: set[str] = set()
    for (entry, environment), seen in sorted(evidence.observations.items()):
        if environment not in evidence.environments or (wanted is not None and entry not in wanted):
            continue  # what is known of no environment is evidence of nothing
        used.add(environment)
        ordered = tuple(seen[name] for name in sorted(seen))
        record = EvidenceFile(entry=entry, environment=environment, observations=ordered)
        path = folder / entry / f"{environment}.json"
        changed.extend([path] if _write(path, record) else [])
    for environment in sorted(used):
        path = folder / "environments" / f"{environment}.json"
        changed.extend([path] if _write(path, evidence.environments[environment]) else [])
    return changed


def store_observation(store: Path, entry: str, environment: Environment, observation: Observation) -> None:
    """Put one observation on disk, in a file of its own, before returning. Any number of writers may do so at once."""
    store_environment(store, environment)
    path = store / entry / environment.id / f"{observation.snippet}.json"
    _write(path, StoredObservation(entry=entry, environment=environment.id, observation=observation))


def store_environment(store: Path, environment: Environment) -> None:
    """Put the record of an environment into a store, also in the place of one that cannot be read."""
    _write(store / "environments" / f"{environment.id}.json", environment)


def stored_observation(store: Path, entry: str, environment: str, snippet: str) -> Observation | None:
    """Return what a store holds of a program in an environment, if it holds something that can be read."""
    stored = _read(store / entry / environment / f"{snippet}.json", StoredObservation, [])
    return stored.observation if stored else None


def _without_recorded_later(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {key: item for key, item in value.items() if item is not None or key not in RECORDED_LATER}
        return {key: _without_recorded_later(item) for key, item in kept.items()}
    return [_without_recorded_later(item) for item in value] if isinstance(value, list) else value


def _write(path: Path, record: Record) -> bool:
    stored = _without_recorded_later(record.model_dump(mode="json"))
    text = json.dumps(stored, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    if path.is_file() and path.read_bytes() == text.encode():  # bytes: what is there may be no text at all
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)  # of a full disk, say
        raise
    return True
