"""What is recorded of runs: environments and observations, and the hashes by which they are found again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, FiniteFloat, StringConstraints, ValidationError

FORMAT = 2
PROTOCOL = 3  # of verify/worker/: what a run reports and under what conditions it runs
R = TypeVar("R", bound="Record")
Kind = Literal["device", "no-device", "simulated-driver"]
# Not written where they are null: files of before they were recorded stay as they are, byte by byte.
RECORDED_LATER = ("assertions", "seconds_after_imports", "contributed", "job")
CANONICAL = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))  # what hashes are made of
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

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Gpu(Record):
    """One GPU."""

    name: str
    """As the driver calls it."""
    memory_mib: int
    """Its memory in MiB."""
    compute_capability: str
    """Such as 9.0."""
    mig: str
    """Its MIG mode: Enabled, Disabled, or [N/A]."""


class Environment(Record):
    """Where programs ran."""

    format: int = FORMAT
    """Version of the form of evidence files."""
    id: EnvironmentId
    """A hash of what can change an outcome."""
    name: Annotated[str, StringConstraints(pattern=r"\S")]
    """For people."""
    python: str
    """Version of Python."""
    implementation: str
    """Implementation of Python, such as CPython."""
    system: str
    """Operating system and architecture."""
    libc: str
    """C library and its version."""
    distributions: dict[str, str]
    """Installed package → version."""
    torch_cuda: str | None
    """CUDA version that PyTorch was built for; null: none."""
    kind: Kind
    """device: with a real GPU; no-device: without any; simulated-driver: with a stand-in for the driver library, which
    makes frameworks print their messages and says nothing of devices.
    """
    driver: str | None
    """Version of the NVIDIA driver."""
    simulated_driver: str | None
    """Version of the stand-in."""
    gpus: tuple[Gpu, ...]
    """The GPUs that programs saw."""
    compiler: str | None
    """The C compiler and its version."""
    isolation: dict[str, str]
    """What programs were kept from: fence → how."""
    contributed: str | None = None
    """Where a reader's run came from (an issue's address); null where we ran it."""

    @property
    def gpu_memory_gib(self) -> tuple[float, ...]:
        """Return the memory of each GPU in GiB."""
        return tuple(gpu.memory_mib / 1024 for gpu in self.gpus)


class Raised(Record):
    """An uncaught exception."""

    classes: tuple[str, ...]
    """Names of its class and of those that it derives from (the MRO)."""
    message: str
    """Its text."""
    line: str
    """What Python prints of it, after the traceback."""
    chain: tuple[str, ...] = ()
    """The same of the exceptions behind it."""

    @property
    def name(self) -> str:
        """Return the name of its class, as Python prints it."""
        return next(iter(self.classes), "")

    @property
    def first_line(self) -> str:
        """Return the first line of what Python prints; a class without a name leaves nothing to print."""
        return next(iter(self.line.splitlines()), "")


class Outcome(Record):
    """How one run ended: all that a verdict is made of."""

    exit_code: int | None
    """Null where a signal ended it."""
    signal: str | None
    """Name of the signal that ended it."""
    timed_out: bool
    """True: it ran longer than it may, and was stopped."""
    reported: bool
    """True: the worker lived to say how it ended."""
    exception: Raised | None
    """The uncaught exception that ended it."""
    exit_requested: bool = False
    """True: it called `sys.exit` before its last line was done."""
    assertions: int | None = None
    """How many of its own assertions its main thread evaluated and found true; null where that is not known."""
    device_sync: int | None
    """CUresult of a last synchronization with the device; 0: no error was left there; null: none was tried."""
    stderr: str
    """What it wrote there, clipped where it is long."""
    seconds: FiniteFloat
    """How long it ran, in seconds."""
    seconds_after_imports: FiniteFloat | None = None
    """Seconds for which a program that is expected to hang was watched after its imports; null for others."""

    @property
    def seconds_watched(self) -> float:
        """Return how long the program itself was seen to run, its imports left out where that is known."""
        return self.seconds if self.seconds_after_imports is None else self.seconds_after_imports


class Observation(Outcome):
    """What the run of one program did."""

    snippet: str
    """File name of the program."""
    key: str
    """A hash of all that the run depends on."""
    mode: Mode
    """fork: frameworks were loaded before it began; exec: a fresh interpreter."""
    date: Day
    """Day of the run."""
    stdout: str
    """What it wrote there, clipped where it is long."""
    peak_memory_mib: int
    """The most memory that it held, in MiB."""
    peak_gpu_memory_mib: int | None = None
    """The most GPU memory that it held, in MiB; null where that is not known."""
    imported: tuple[str, ...] = ()
    """Frameworks that it imported."""
    audited: bool = False
    """True: a run in a fresh interpreter confirmed a run with frameworks loaded beforehand."""
    repeats: tuple[Outcome, ...] = ()
    """How further runs of the same ended."""
    violations: tuple[str, ...] = ()
    """Fences of the isolation that it ran into; such a run is evidence of nothing."""
    job: str | None = None
    """The batch job of a cluster that ran it, whose log is there; null where there was none."""


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
    return hashlib.sha256(CANONICAL.encode(value).encode()).hexdigest()


def first_error(error: ValidationError) -> str:
    """Say in a few words what is wrong first, and where."""
    first = error.errors(include_url=False)[0]
    place, message = ".".join(map(str, first["loc"])), first["msg"].removeprefix("Value error, ")
    return f"{place}: {message}" if place else message
