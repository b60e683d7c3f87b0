"""Evidence on disk: what runs were seen to do, one file per entry and environment.

Observations say what happened and nothing about what it means. Files are written by rename, keys
sorted, one observation per snippet, so that a diff in review shows what changed. A store of runs in
progress has one file per observation instead, so that any number of writers can share it.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, FiniteFloat, StringConstraints, ValidationError

from generator.problems import Location, Problem
from generator.reading import printable, read_file, show
from generator.yamltree import clip

FORMAT = 2
RESTORE = "restore it from version control, or delete it: its programs are then run again"
ANOTHER_FORMAT = "it is of another format"
PROTOCOL = 3  # of verify/worker.py: what a run reports and under what conditions it runs
MAX_BYTES = 16 * 1024 * 1024  # of one file
R = TypeVar("R", bound="Record")
Kind = Literal["device", "no-device", "simulated-driver"]
# Not written where they are null: files of before they were recorded stay as they are, byte by byte.
RECORDED_LATER = ("assertions", "seconds_after_imports", "contributed")
SIMULATED: Kind = "simulated-driver"
Mode = Literal["fork", "exec"]
EnvironmentId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]  # the name of a file, and an address


def _is_day(value: str) -> str:
    try:
        if date.fromisoformat(value).isoformat() == value:
            return value
    except ValueError:
        pass
    message = "must be a day that exists, as 2026-11-21"
    raise ValueError(message)


Day = Annotated[str, AfterValidator(_is_day)]


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
    """Where snippets ran. `id` is a hash of what can change an outcome; `name` is for people.

    `kind`: with a real device, without any, or with a stand-in for the driver library (`simulated_driver` is its
    version), which makes frameworks print their messages and says nothing of devices. `compiler` is the C compiler.
    `contributed`: where a reader's run came from (an issue's address); `None` where we ran it ourselves.
    """

    format: int = FORMAT
    id: EnvironmentId
    name: Annotated[str, StringConstraints(pattern=r"\S")]
    python: str
    implementation: str
    system: str
    libc: str
    distributions: dict[str, str]
    torch_cuda: str | None
    kind: Kind
    driver: str | None
    simulated_driver: str | None
    gpus: tuple[Gpu, ...]
    compiler: str | None
    isolation: dict[str, str]
    contributed: str | None = None

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

    @property
    def name(self) -> str:
        """Return the name of its class, as Python prints it."""
        return next(iter(self.classes), "")

    @property
    def first_line(self) -> str:
        """Return the first line of what Python prints; a class without a name leaves nothing to print."""
        return next(iter(self.line.splitlines()), "")


class Outcome(Record):
    """How one run ended: all that a verdict is made of. Time in seconds.

    `device_sync` is a CUresult, 0 for success; `exit_requested`: it called `sys.exit` before its last line was done.
    `assertions`: how many of its own assertions its main thread evaluated and found true; `seconds_after_imports`: how
    long a program that is expected to hang was watched after its imports. Both are absent where they are not known.
    """

    exit_code: int | None
    signal: str | None
    timed_out: bool
    reported: bool
    exception: Raised | None
    exit_requested: bool = False
    assertions: int | None = None
    device_sync: int | None
    stderr: str
    seconds: FiniteFloat
    seconds_after_imports: FiniteFloat | None = None

    @property
    def seconds_watched(self) -> float:
        """Return how long the program itself was seen to run, its imports left out where that is known."""
        return self.seconds if self.seconds_after_imports is None else self.seconds_after_imports


class Observation(Outcome):
    """What the run of one snippet did. Memory in MiB.

    `mode` is `fork` (the frameworks were loaded before) or `exec` (a fresh interpreter); `audited` tells that an
    exec run confirmed a fork run. `repeats` are further runs of the same. `violations` say which fences of the
    isolation the program ran into; such an observation is evidence of nothing and is not stored.
    """

    snippet: str
    key: str
    mode: Mode
    date: Day
    stdout: str
    peak_memory_mib: int
    peak_gpu_memory_mib: int | None = None
    imported: tuple[str, ...] = ()
    audited: bool = False
    repeats: tuple[Outcome, ...] = ()
    violations: tuple[str, ...] = ()


class EvidenceFile(Record):
    """All observations of one entry in one environment."""

    format: int = FORMAT
    entry: str
    environment: str
    observations: tuple[Observation, ...]


class StoredObservation(Record):
    """One observation of one entry in one environment, in a file of its own."""

    format: int = FORMAT
    entry: str
    environment: str
    observation: Observation


def environment_id(facts: dict[str, Any]) -> str:
    """Hash what can change an outcome: interpreter, frameworks, driver, GPUs, compiler, isolation.

    What was contributed is an environment of its own, so that it never mixes with what we ran.
    """
    names = (
        *("python", "implementation", "system", "distributions", "torch_cuda"),
        *("kind", "driver", "simulated_driver", "gpus", "compiler", "isolation"),
    )
    contributed = {"contributed": facts["contributed"]} if facts.get("contributed") else {}
    return _digest({**{name: facts[name] for name in names}, **contributed})[:16]


def program_digest(content: bytes, files: Mapping[str, bytes], variables: Mapping[str, str]) -> str:
    """Hash a program, the files that lie beside it when it runs, and the environment variables it is given."""
    beside = {name: hashlib.sha256(file).hexdigest() for name, file in files.items()}
    return _digest({"content": hashlib.sha256(content).hexdigest(), "files": beside, "variables": dict(variables)})


def observation_key(program: str, mode: str, environment: str) -> str:
    """Hash what an observation depends on. Prose, expectation, host and date are not in it."""
    return _digest({"program": program, "mode": mode, "protocol": PROTOCOL, "environment": environment})


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
        for path in sorted((folder / "environments").glob("*.json")):
            environment = _read(path, Environment, evidence.problems)
            if environment and _stands_where(path, folder, f"environments/{environment.id}", evidence.problems):
                evidence.environments[environment.id] = environment
        for path in sorted(folder.glob("*/*/*.json")):
            found = _read(path, EvidenceFile, evidence.problems)
            if found and _stands_where(path, folder, f"{found.entry}/{found.environment}", evidence.problems):
                seen = evidence.observations.setdefault((found.entry, found.environment), {})
                for observation in found.observations:
                    _keep_newer(seen, observation)
        _load_stored(folder, evidence)
        _report_unknown_environments(folder, evidence)
    return evidence


def _load_stored(folder: Path, evidence: Evidence) -> None:
    for path in sorted(folder.glob("*/*/*/*.json")):
        stored = read_stored(path, folder, evidence.problems)
        if stored:
            _keep_newer(evidence.observations.setdefault((stored.entry, stored.environment), {}), stored.observation)


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


def _report_unknown_environments(folder: Path, evidence: Evidence) -> None:
    for entry, environment in evidence.observations:
        path = next(
            (path for path in (folder / entry / f"{environment}.json", folder / entry / environment) if path.exists()),
            None,
        )
        record = folder / "environments" / f"{environment}.json"
        if environment not in evidence.environments and path and not record.exists():
            message = f"there is no record of the environment {environment}"
            hint = f"restore {show(record)}, or delete this file: its programs are then run again"
            evidence.problems.append(Problem(Location(show(path)), "EVID001", message, hint))


def _read(path: Path, kind: type[R], problems: list[Problem]) -> R | None:
    content = read_file(path, show(path), MAX_BYTES, "evidence")
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


def first_error(error: ValidationError) -> str:
    """Say in a few words what is wrong first, and where."""
    first = error.errors(include_url=False)[0]
    place, message = ".".join(map(str, first["loc"])), first["msg"].removeprefix("Value error, ")
    return f"{place}: {message}" if place else message


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
