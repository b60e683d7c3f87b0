"""What the browser needs to tell a reader which rows are theirs: the versions behind a row, as data beside its words.

`site_overrides/assets/environment.js` reads it, and says in `fit` what an item may hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.content.model import Cause, Symptom, VersionRow
from generator.judge.catalogue import JudgedEntry
from generator.judge.version_table import TestedRow, stated_rows

# The words of the version table → the names that environment.js has for what is no package.
NAMES = {"Python": "python", "CUDA": "torch-cuda", "driver": "nvidia-driver"}
BESIDE = ("numpy", "nvidia-cudnn", *NAMES)  # what a row names beside the packages that it is about


def tested_fit(row: TestedRow, says: str, name: str) -> dict[str, Any]:
    """Return what is tested in a row; `says` is its result and `name` its environment, in the page's language."""
    gpus = [gpu.name for gpu in row.environment.gpus[:1]]
    versions: dict[str, str | None] = {
        NAMES.get(name, name): version for name, version in row.packages if name not in gpus
    }
    if "torch" in versions:
        versions["torch-cuda"] = row.environment.torch_cuda  # null: a build without CUDA
    about = [name for name, _version in row.packages if not name.startswith(BESIDE) and name not in gpus]
    about.sort(
        key=lambda name: name.startswith("nvidia-")
    )  # rows are compared by the first: by framework before library
    found = {
        "kind": "tested",
        "id": row.environment.id,
        "name": name,
        "says": says,
        "versions": versions,
        "subjects": about or next(([name] for name in versions if name != "numpy"), []),
    }
    return {**found, "gpu": gpus[0]} if gpus else found


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
