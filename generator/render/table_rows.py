"""The rows of the tables as models: what a column is called, what type it has, and what it says.

A field with a text in every language becomes a column for each: `title_en`, `title_zh`. All texts are Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, get_args

from generator.content.model import Reproduction, Role, Statement, Text
from generator.evidence.records import Environment, Kind, Mode
from generator.judge.catalogue import JudgedEntry
from generator.judge.grades import Grade, grade_of
from generator.judge.verdicts import JudgedClaim, Verdict, Word
from generator.render.addresses import Addresses
from generator.render.api_form import Out
from generator.render.claims import title_of

Value = str | int | float | bool | date | None


class ClaimRow(Out):
    """A claim of an entry: what is said, what it is about, and what is known of it."""

    entry: str
    """Id of its entry."""
    claim: str
    """Its id, unique in its entry."""
    role: Role
    """reproduce: a program that raises the error; workaround: one with a cure; dead-end: one with a popular change that
    does not cure; claim: a popular statement put to the test.
    """
    title: Text
    """What it is called, in Markdown; of a statement, the statement itself."""
    finding: Text | None
    """What is so instead, or what the run shows (role claim)."""
    causes: str
    """Ids of the causes that it is about, with blanks between them."""
    grade: Grade
    """What backs it: gpu, run, simulated, source, nothing."""
    verdict: Word
    """The most telling verdict of all environments."""
    not_run: str | None
    """Why it did not run, where it did not."""
    needs: str
    """What a machine must have, with blanks between the words."""
    basis: str | None
    """The source that says so where no run stands behind it."""
    address: Text
    """Where it stands on the entry's page."""


class RunRow(Out):
    """A run of a claim's program in one environment, and the verdict on it."""

    entry: str
    """Id of the entry."""
    claim: str
    """Id of the claim, unique in its entry."""
    role: Role
    """Role of the claim."""
    program: str
    """File name of the program, beside the entry's page."""
    environment: str
    """Id of the environment: see the table of environments."""
    kind: Kind
    """device: with a real GPU; no-device: without any; simulated-driver: with a stand-in for the driver library."""
    verdict: Word
    """What the run means for the claim."""
    reason: str | None
    """Why, where the verdict needs a reason."""
    date: date
    """Day of the run."""
    mode: Mode
    """fork: frameworks were loaded before it began; exec: a fresh interpreter."""
    runs: int
    """How often it ran: the run itself and its repetitions."""
    exit_code: int | None
    """Null where a signal ended it."""
    signal: str | None
    """Name of the signal that ended it."""
    timed_out: bool
    """True: it ran longer than it may, and was stopped."""
    exception: str | None
    """Class name of the uncaught exception that ended it."""
    error: str | None
    """First line of what Python printed of that exception."""
    device_error: int | None
    """CUresult of a last synchronization with the device; 0: no error was left there; null: none was tried."""
    seconds: float
    """How long it ran, in seconds."""
    peak_memory_mib: int
    """The most memory that it held, in MiB."""
    peak_gpu_memory_mib: int | None
    """The most GPU memory that it held, in MiB; null where that is not known."""


class EnvironmentRow(Out):
    """An environment in which programs ran."""

    environment: str
    """Its id, a hash of what can change an outcome."""
    name: str
    """Its name, for people."""
    kind: Kind
    """device: with a real GPU; no-device: without any; simulated-driver: with a stand-in for the driver library."""
    python: str
    """Version of Python."""
    system: str
    """Operating system and architecture."""
    libc: str
    """C library and its version."""
    packages: str
    """Packages and their versions, as pip takes them, with blanks between them."""
    torch_cuda: str | None
    """CUDA version that PyTorch was built for; null: none."""
    driver: str | None
    """Version of the NVIDIA driver."""
    gpus: str
    """Names of the GPUs, with a semicolon between them."""
    compiler: str | None
    """The C compiler and its version."""
    contributed: str | None
    """Where a reader's run came from (an issue's address); null where we ran it."""


def claim_rows(entry: JudgedEntry, addresses: Addresses) -> Iterator[ClaimRow]:
    """Yield a row for each claim of an entry."""
    for item in entry.judged:
        page = {code: addresses.absolute(addresses.entry(entry.id, code)) for code in addresses.site.locale_codes}
        yield ClaimRow(
            entry=entry.id,
            claim=item.claim.id,
            role=item.role,
            title=title_of(entry, item),
            finding=getattr(item.claim, "finding", None),
            causes=" ".join(_causes(entry, item)),
            grade=grade_of(item),
            verdict=item.verdict.word,
            not_run=item.verdict.reason or None if item.verdict.word == "not_run" else None,
            needs=" ".join(item.needs),
            basis=getattr(item.claim, "basis", None) or item.verdict.source,
            address={code: f"{path}#{item.anchor}" for code, path in page.items()},
        )


def _causes(entry: JudgedEntry, item: JudgedClaim) -> Iterator[str]:
    if isinstance(item.claim, Reproduction):
        yield item.claim.cause
    elif not isinstance(item.claim, Statement):
        yield from (cause.id for cause in entry.loaded.entry.causes_of(item.claim))


def run_rows(entry: JudgedEntry) -> Iterator[RunRow]:
    """Yield a row for each verdict that is of a run."""
    return (
        row for item in entry.judged for verdict in item.verdicts if (row := _run_row(entry, item, verdict)) is not None
    )


def _run_row(entry: JudgedEntry, item: JudgedClaim, verdict: Verdict) -> RunRow | None:
    seen, environment = verdict.observation, verdict.environment
    if seen is None or environment is None:
        return None
    raised = seen.exception
    return RunRow(
        entry=entry.id,
        claim=item.claim.id,
        role=item.role,
        program=seen.snippet,
        environment=environment.id,
        kind=environment.kind,
        verdict=verdict.word,
        reason=verdict.reason or None,
        date=date.fromisoformat(seen.date),
        mode=seen.mode,
        runs=1 + len(seen.repeats),
        exit_code=seen.exit_code,
        signal=seen.signal,
        timed_out=seen.timed_out,
        exception=raised.name if raised else None,
        error=raised.first_line if raised else None,
        device_error=seen.device_sync,
        seconds=seen.seconds,
        peak_memory_mib=seen.peak_memory_mib,
        peak_gpu_memory_mib=seen.peak_gpu_memory_mib,
    )


def environment_row(environment: Environment) -> EnvironmentRow:
    """Return the row of an environment."""
    same = ("name", "kind", "python", "system", "libc", "torch_cuda", "driver", "compiler", "contributed")
    return EnvironmentRow(
        **{name: getattr(environment, name) for name in same},
        environment=environment.id,
        packages=" ".join(f"{name}=={version}" for name, version in sorted(environment.distributions.items())),
        gpus="; ".join(gpu.name for gpu in environment.gpus),
    )


def columns(row: type[Out], locales: tuple[str, ...]) -> dict[str, type]:
    """Return the columns of a table and the type of their values: str, int, float, bool or date."""
    found: dict[str, type] = {}
    for name, field in row.model_fields.items():
        kind = _kind(field.annotation)
        names = [f"{name}_{code}" for code in locales] if kind is dict else [name]
        found.update(dict.fromkeys(names, str if kind is dict else kind))
    return found


def _kind(annotation: Any) -> type:
    """Return the type of a field's values: that of one of its words, or the first of several."""
    while not isinstance(annotation, type) or hasattr(annotation, "__args__"):
        if getattr(annotation, "__origin__", None) is dict:
            return dict
        annotation = get_args(annotation)[0]
        if isinstance(annotation, str):
            return str
    return annotation


def values(row: Out, locales: tuple[str, ...]) -> tuple[Value, ...]:
    """Return the values of a row, in the order of the columns."""
    found: list[Value] = []
    for name, field in type(row).model_fields.items():
        value = getattr(row, name)
        if _kind(field.annotation) is dict:
            found += [None if value is None else value[code] for code in locales]
        else:
            found.append(value)
    return tuple(found)
