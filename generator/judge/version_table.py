"""The version table: what was tested, what is stated, and never the one as the other.

A tested row is one point: this environment, this date. It is never widened into a range.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from packaging.version import InvalidVersion, Version

from generator.content.frameworks import FRAMEWORKS
from generator.content.model import Entry, VersionRow
from generator.evidence.records import Environment
from generator.judge.verdicts import JudgedClaim, Verdict

Result = Literal["reproduced", "not_reproduced", "partly", "otherwise"]


@dataclass(frozen=True, slots=True)
class TestedRow:
    """What the reproductions did in one environment."""

    environment: Environment
    packages: tuple[tuple[str, str], ...]
    result: Result
    date: str


def tested_rows(judged: tuple[JudgedClaim, ...]) -> tuple[TestedRow, ...]:
    """Return a row for each environment in which a reproduction ran."""
    seen: dict[str, list[tuple[JudgedClaim, Verdict]]] = {}
    environments: dict[str, Environment] = {}
    for item in judged:
        if item.role != "reproduce":
            continue
        for verdict in item.verdicts:
            if verdict.ran and verdict.environment and verdict.observation:
                environments[verdict.environment.id] = verdict.environment
                seen.setdefault(verdict.environment.id, []).append((item, verdict))
    return tuple(_row(environments[env], runs) for env, runs in seen.items())


def _row(environment: Environment, runs: list[tuple[JudgedClaim, Verdict]]) -> TestedRow:
    used = {need for item, _verdict in runs for need in item.needs}
    date = max(verdict.observation.date for _item, verdict in runs if verdict.observation)
    return TestedRow(environment, packages_of(environment, used), _result([verdict for _item, verdict in runs]), date)


def _result(verdicts: list[Verdict]) -> Result:
    raised = [verdict.word == "confirmed" for verdict in verdicts]
    if all(raised):
        return "reproduced"
    if any(raised) or any(verdict.word == "flaky" for verdict in verdicts):
        return "partly"
    # Only a program that ended without any error shows that this version does not raise this one.
    return "not_reproduced" if all(verdict.reason == "no_error" for verdict in verdicts) else "otherwise"


def packages_of(environment: Environment, used: set[str]) -> tuple[tuple[str, str], ...]:
    """Return the packages a reproduction used, then CUDA, cuDNN, driver and GPU where there are any."""
    wanted = {name for need in used for name in FRAMEWORKS.get(need, (need,))}
    found = [
        (name, version)
        for name, version in environment.distributions.items()
        if name in wanted or name.startswith("nvidia-cudnn")
    ]
    found.append(("Python", environment.python))
    if environment.torch_cuda and "torch" in used:
        found.append(("CUDA", environment.torch_cuda))
    if environment.driver:
        found.append(("driver", environment.driver))
    found.extend((gpu.name, f"sm_{gpu.compute_capability.replace('.', '')}") for gpu in environment.gpus[:1])
    return tuple(found)


def stated_rows(entry: Entry) -> tuple[VersionRow, ...]:
    """Return what vendors state, by package and version."""
    return tuple(
        sorted(
            entry.versions, key=lambda row: (row.package, order_of(row.introduced or row.fixed or row.last_affected))
        )
    )


def order_of(version: str | None) -> Version:
    """Return what a version is sorted by."""
    try:
        return Version(version or "0")
    except InvalidVersion:
        return Version("0")
