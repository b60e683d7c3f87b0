"""What the package that users install carries: each entry's programs, as plans that a reader's machine can run."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from generator.content.frameworks import FRAMEWORKS
from generator.evidence.records import PROTOCOL
from generator.evidence.store import Evidence
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.render.labels import label_of
from generator.verify.bundle import EPOCH, MODULES
from generator.verify.export import cell_of
from generator.verify.plan import recorded_seconds

FOLDER, PLANS = "verification", "plans.zip"
SOURCES = Path(__file__).parents[1] / "verify"
Plans = Mapping[str, Mapping[str, Any]]


def carried_plans(catalogue: Catalogue, evidence: Evidence) -> Plans:
    """Return a plan for each entry that has programs a reader can run, with what the site says of each claim."""
    seconds = recorded_seconds(evidence)
    common = {
        "protocol": PROTOCOL,
        "provides": FRAMEWORKS,
        "site": catalogue.site.address,
        "repository": catalogue.site.repository,
    }
    plans = {}
    for entry in catalogue.entries:
        cells = [_cell(entry, name, seconds) for name in _programs(entry)]
        if cells:
            plans[entry.id] = {**common, "cells": cells}
    return plans


def _programs(entry: JudgedEntry) -> list[str]:
    """Return the programs of an entry in page order, each once."""
    return list(dict.fromkeys(item.snippet.name for item in entry.judged if item.snippet and item.runs_at_readers))


def _cell(entry: JudgedEntry, name: str, seconds: Callable[[str, str], float]) -> dict[str, Any]:
    items = [item for item in entry.judged if item.snippet and item.snippet.name == name and item.runs_at_readers]
    cell = cell_of(entry.loaded, entry.loaded.snippets[name], items, 1, seconds)
    for claim, item in zip(cell["claims"], items, strict=True):
        claim.update(verdict=item.verdict.word, label=label_of(item, item.verdict).text)
    return cell


def lay_out(folder: Path, plans: Plans) -> None:
    """Make the package that runs plans: the modules that a GPU host gets too, unchanged, and the plans."""
    folder.mkdir()
    (folder / "__init__.py").write_text('"""Runs an entry\'s programs."""\n', encoding="utf-8")
    for name in MODULES:
        (folder / name).write_bytes((SOURCES / name).read_bytes())
    (folder / PLANS).write_bytes(_packed(plans))


def _packed(plans: Plans) -> bytes:
    """Return a zip file with a plan for each entry. The same plans give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for entry, plan in sorted(plans.items()):
            text = json.dumps(plan, ensure_ascii=False, sort_keys=True)
            archive.writestr(zipfile.ZipInfo(f"{entry}.json", EPOCH), text, zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()
