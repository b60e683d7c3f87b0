"""What the browser needs to tell a reader which rows are theirs: the versions behind a row, as data beside its words.

`site_overrides/assets/environment.js` reads it, and says in `fit` what an item may hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.content.model import Cause, Symptom, VersionRow
from generator.evidence.records import Environment
from generator.judge.catalogue import JudgedEntry
from generator.judge.version_table import TestedRow, stated_rows

# The words of the version table → the names that environment.js has for what is no package.
NAMES = {"Python": "python", "CUDA": "torch-cuda", "driver": "nvidia-driver"}
BESIDE = ("numpy", "nvidia-cudnn", *NAMES)  # what a row names beside the packages that it is about


def tested_fit(row: TestedRow, says: str, name: str) -> dict[str, Any]:
    """Return what is tested in a row; `says` is its result and `name` its environment, in the page's language."""
    gpus = _gpus(row.environment)
    versions: dict[str, str | None] = {
        NAMES.get(name, name): version for name, version in row.packages if name not in gpus
    }
    if "torch" in versions:
        versions["torch-cuda"] = row.environment.torch_cuda  # null: a build without CUDA
    found = {
        "kind": "tested",
        "id": row.environment.id,
        "name": name,
        "says": says,
        "versions": versions,
        "subjects": [NAMES.get(name, name) for name in subjects_of(row.packages, row.environment)],
    }
    return {**found, "gpu": gpus[0]} if gpus else found


def subjects_of(packages: Sequence[tuple[str, str]], environment: Environment) -> list[str]:
    """Return the packages that a row is about: frameworks, then libraries, or what stands first where there are none.

    Rows are compared by the first.
    """
    names = [name for name, _version in packages if name not in _gpus(environment)]
    about = [name for name in names if not name.startswith(BESIDE)]
    about.sort(key=lambda name: name.startswith("nvidia-"))
    return about or [name for name in names if name != "numpy"][:1]


def _gpus(environment: Environment) -> list[str]:
    return [gpu.name for gpu in environment.gpus[:1]]


def stated_fit(row: VersionRow, says: str) -> dict[str, Any]:
    """Return of which versions something is stated; `says` is what, in the page's language."""
    bounds = {"since": row.introduced, "fixed": row.fixed, "until": row.last_affected}
    return {"kind": "stated", "package": row.package, "says": says, **_given(bounds)}


def version_fits(entry: JudgedEntry, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return all version rows of an entry for a card of the look-up; what each says is a name, in no language.

    So is the kind of environment, `on`, which completes what it is called.
    """
    tested = [
        tested_fit(row, row.result, names[row.environment.id]) | {"on": row.environment.kind} for row in entry.tested
    ]
    return [*tested, *(stated_fit(row, row.status) for row in stated_rows(entry.loaded.entry))]


def wording_fit(symptom: Symptom) -> dict[str, Any] | None:
    """Return which versions print a wording, or None where that is not known."""
    bounds = _given({"since": symptom.since, "until": symptom.until})
    return {"kind": "wording", "package": symptom.package, **bounds} if symptom.package and bounds else None


def cause_fit(entry: JudgedEntry, cause: Cause, title: str) -> dict[str, Any] | None:
    """Return the environments in which a program of a cause raised the error; None for an only cause, or for none."""
    raised = {
        verdict.environment.id
        for item in entry.of_role("reproduce")
        if getattr(item.claim, "cause", None) == cause.id
        for verdict in item.verdicts
        if verdict.ran and verdict.word == "confirmed" and verdict.environment
    }
    alone = len(entry.loaded.entry.causes) == 1
    return {"kind": "cause", "id": cause.id, "name": title, "raised": sorted(raised)} if raised and not alone else None


def _given(bounds: dict[str, str | None]) -> dict[str, str]:
    return {name: version for name, version in bounds.items() if version}
