"""Evidence on disk: what runs were seen to do, one file per entry and environment.

Observations say what happened and nothing about what it means. Files are written by rename, keys
sorted, one observation per snippet and mode, so that a diff in review shows what changed.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from generator.problems import Location, Problem, relative_to_cwd

FORMAT = 1
RESTORE = "restore it from version control, or delete it and run make verify"
PROTOCOL = 1  # of verify/worker.py: what a run reports and under what conditions it runs
R = TypeVar("R", bound="Record")


class Record(BaseModel):
    """Base of what is stored: frozen, and a field unknown to this version is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class _Stamp(BaseModel):
    """What every format of a file has."""

    format: int = FORMAT


class Gpu(Record):
    """One device: memory in MiB, compute capability such as `9.0`."""

    name: str
    memory_mib: int
    compute_capability: str
    mig: str


class Environment(Record):
    """Where snippets ran. `id` is a hash of what can change an outcome; `name` is for people."""

    format: int = FORMAT
    id: str
    name: str
    python: str
    implementation: str
    system: str
    libc: str
    distributions: dict[str, str]
    torch_cuda: str | None
    driver: str | None
    gpus: tuple[Gpu, ...]
    isolation: dict[str, str]

    @property
    def gpu_memory_gib(self) -> tuple[float, ...]:
        """Return the memory of each GPU in GiB."""
        return tuple(gpu.memory_mib / 1024 for gpu in self.gpus)


class Raised(Record):
    """An uncaught exception: class names (along the MRO), message, the line Python prints, and its causes' lines."""

    classes: tuple[str, ...]
    message: str
    line: str
    chain: tuple[str, ...] = ()


class Observation(Record):
    """What one run of one snippet did. Times in seconds, memory in MiB."""

    snippet: str
    key: str
    mode: str
    date: str
    exit_code: int | None
    signal: str | None
    timed_out: bool
    reported: bool
    exception: Raised | None
    device_sync: int | None
    stdout: str
    stderr: str
    seconds: float
    peak_memory_mib: int
    imported: tuple[str, ...] = ()


class EvidenceFile(Record):
    """All observations of one entry in one environment."""

    format: int = FORMAT
    entry: str
    environment: str
    observations: tuple[Observation, ...]


def environment_id(facts: dict[str, Any]) -> str:
    """Hash what can change an outcome: interpreter, frameworks, driver, GPUs."""
    names = ("python", "implementation", "system", "distributions", "torch_cuda", "driver", "gpus")
    return _digest({name: facts[name] for name in names})[:16]


def observation_key(content: bytes, mode: str, environment: str) -> str:
    """Hash what an observation depends on. Prose, expectation, host and date are not in it."""
    parts = {"content": hashlib.sha256(content).hexdigest(), "mode": mode, "protocol": PROTOCOL}
    return _digest({**parts, "environment": environment})


def _digest(value: Any) -> str:
    canonical = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


@dataclass(slots=True)
class Evidence:
    """Everything recorded: environments by id, observations by entry and environment."""

    environments: dict[str, Environment] = field(default_factory=dict)
    observations: dict[tuple[str, str], dict[str, Observation]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def of(self, entry: str) -> Iterator[tuple[Environment, dict[str, Observation]]]:
        """Yield the environments an entry was run in, by name, with observations by snippet name."""
        found = [(env, seen) for (name, env), seen in self.observations.items() if name == entry]
        known = [(self.environments[env], seen) for env, seen in found if env in self.environments]
        yield from sorted(known, key=lambda pair: (not pair[0].gpus, pair[0].name, pair[0].id))

    def add(self, entry: str, environment: Environment, observation: Observation) -> None:
        """Keep an observation, replacing an older one of the same snippet."""
        self.environments[environment.id] = environment
        self.observations.setdefault((entry, environment.id), {})[observation.snippet] = observation


def load_evidence(*folders: Path) -> Evidence:
    """Load evidence folders; where two observed the same, the newer observation wins, on one day the later folder's."""
    evidence = Evidence()
    for folder in folders:
        for path in sorted((folder / "environments").glob("*.json")):
            environment = _read(path, Environment, evidence.problems)
            if environment and _stands_where(path, folder, f"environments/{environment.id}", evidence.problems):
                evidence.environments[environment.id] = environment
        for path in sorted(folder.glob("*/*/*.json")):
            found = _read(path, EvidenceFile, evidence.problems)
            if found and _stands_where(path, folder, f"{found.entry}/{found.environment}", evidence.problems):
                seen = evidence.observations.setdefault((found.entry, found.environment), {})
                for observation in found.observations:
                    older = seen.get(observation.snippet)
                    if older is None or older.date <= observation.date:
                        seen[observation.snippet] = observation
        _report_unknown_environments(folder, evidence)
    return evidence


def _report_unknown_environments(folder: Path, evidence: Evidence) -> None:
    for entry, environment in evidence.observations:
        path = folder / entry / f"{environment}.json"
        record = folder / "environments" / f"{environment}.json"
        if environment not in evidence.environments and path.is_file() and not record.exists():
            message = f"there is no record of the environment {environment}"
            hint = f"restore {relative_to_cwd(record)}, or delete this file and run make verify"
            evidence.problems.append(Problem(Location(relative_to_cwd(path)), "EVID001", message, hint))


def _read(path: Path, kind: type[R], problems: list[Problem]) -> R | None:
    try:
        content = path.read_bytes()
        if _Stamp.model_validate_json(content).format == FORMAT:
            return kind.model_validate_json(content)
        words = "it is of another format"
    except OSError as error:
        words = str(error.strerror)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        words = f"{place}: {first['msg']}" if place else first["msg"]
    message = f"evidence cannot be read: {words}"
    problems.append(Problem(Location(relative_to_cwd(path)), "EVID001", message, RESTORE))
    return None


def _stands_where(path: Path, folder: Path, name: str, problems: list[Problem]) -> bool:
    """Tell whether a file stands under the name of what it holds; a copy elsewhere speaks for nothing."""
    if path == folder / f"{name}.json":
        return True
    message = f"evidence cannot be read: it belongs into {name}.json"
    problems.append(Problem(Location(relative_to_cwd(path)), "EVID001", message, RESTORE))
    return False


def import_evidence(folder: Path, store: Path, programs: Mapping[str, Collection[str]]) -> list[Path]:
    """Merge a store into a folder; drop what no entry's program stands behind; return the files that changed.

    `programs` maps entry ids to the names of their programs.
    """
    merged = load_evidence(folder, store)
    for (entry, _environment), seen in merged.observations.items():
        for name in set(seen) - set(programs.get(entry, ())):
            del seen[name]
    merged.observations = {key: seen for key, seen in merged.observations.items() if seen}
    changed = write_evidence(folder, merged)
    kept = {folder / entry / f"{environment}.json" for entry, environment in merged.observations}
    kept |= {folder / "environments" / f"{environment}.json" for _entry, environment in merged.observations}
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


def _write(path: Path, record: Record) -> bool:
    text = json.dumps(record.model_dump(mode="json"), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    Path(temporary).chmod(0o644)
    Path(temporary).replace(path)
    return True
