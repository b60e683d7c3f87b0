"""What the processes of the worker send each other as JSON, and what it is given and gives back: types, nothing else.

The modules of the worker import this for a type checker alone: a program should find as little imported as it would
without the worker, and `typing` is a slow import.
"""

from __future__ import annotations

from typing import TypedDict, Union, final

Isolation = dict[str, str]  # what is isolated ("network", "processes", "files") → how
Position = tuple[int, int]  # line, from 1, and column in bytes


class Marks(TypedDict):
    """Places in a program where calls are inserted: behind assertions that count and behind the last import."""

    asserts: list[Position] | None  # None: not known
    imports: Position | None


class ProgramMarks(Marks):
    """Marks with the descriptor on which the program says that its imports are done, if anybody waits for that."""

    imported: int | None


class Hint(TypedDict, total=False):
    """What a claim expects of a run, in data; one of its keys, or `classes` and `parts`."""

    any: list[Hint]
    hangs: float  # seconds
    exits: int | str  # an exit code or the name of a signal
    texts: list[list[str]]  # any of these, each as parts in this order
    classes: list[str]
    parts: list[str]
    clean: bool


class Program(TypedDict):
    """What is run: `files` are put beside it, by name."""

    name: str
    source: str
    files: dict[str, str]
    marks: Marks


class JobSettings(TypedDict, total=False):
    """What the supervisor needs to know to run a program. All of it has a default."""

    files: dict[str, str]
    marks: Marks
    variables: dict[str, str]
    preload: list[str]  # modules that the zygote imports, in mode `fork`
    mode: str  # `fork` or `exec`
    gpus: int  # how many it needs
    deadline: float  # seconds
    hangs: float | None  # how many seconds after its imports it is enough to have seen it run
    repeat: int
    audit: bool  # run again in mode `exec` also where the fork confirms
    hints: list[Hint]


class Job(JobSettings):
    """A program and all that the supervisor needs to know to run it."""

    name: str
    source: str


class Request(TypedDict):
    """What the supervisor asks a zygote for; the program lies in the folder as `job.json`."""

    folder: str
    mode: str
    deadline: float
    hangs: float | None
    isolation: Isolation
    folder_bytes: int
    environment: dict[str, str]


class RunEnd(TypedDict, total=False):
    """How a run ended, by its guardian; or `refused` by the zygote; or `harness`: why nothing can be said of it."""

    harness: str
    refused: str
    status: int  # as of waitpid
    peak_kib: int
    seconds: float
    after_imports: float  # seconds, of a program that was expected to hang and was ended
    timed_out: bool
    touched: list[str]  # violations seen from outside
    gone: bool  # every process of the run


class ExceptionRecord(TypedDict):
    """An exception as Python prints it, with the lines of those behind it."""

    classes: list[str]
    message: str
    line: str
    chain: list[str]


class Report(TypedDict, total=False):
    """What the process of a program reports; `refused`: why it did not run it."""

    refused: str
    protocol: int
    exception: ExceptionRecord | None
    exit_requested: bool
    assertions: int | None
    errnos: list[int]
    device_sync: int | None  # CUresult
    imported: list[str]


class Outcome(TypedDict):
    """What may differ when a program runs again."""

    exit_code: int | None
    signal: str | None
    timed_out: bool
    reported: bool
    exception: ExceptionRecord | None
    exit_requested: bool
    assertions: int | None
    device_sync: int | None
    stderr: str
    seconds: float
    seconds_after_imports: float | None


class SingleRun(Outcome):
    """What was seen of one run."""

    snippet: str
    mode: str
    date: str
    stdout: str
    peak_memory_mib: int
    peak_gpu_memory_mib: int | None
    imported: list[str]
    violations: list[str]


@final
class Observation(SingleRun, total=False):
    """The fields of an observation: of one run, with its repeats, and whether an audit agreed."""

    repeats: list[Outcome]
    audited: bool


@final
class NoObservation(TypedDict):
    """Why there is no observation: the harness failed, not the program."""

    harness: str


Result = Union[Observation, NoObservation]


class Gpu(TypedDict):
    """A GPU in the words of nvidia-smi."""

    name: str
    memory_mib: int | None
    compute_capability: str
    mig: str


class Facts(TypedDict):
    """What an interpreter says of itself and of the machine: what the command `probe` prints."""

    protocol: int
    python: str
    implementation: str
    system: str
    libc: str
    distributions: dict[str, str]
    torch_cuda: str | None
    kind: str
    driver: str | None
    simulated_driver: str | None
    gpus: list[Gpu]
    compiler: str | None
    isolation: Isolation
