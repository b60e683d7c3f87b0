"""Runs that gave no evidence, kept beside what ran, so that not every build tries them again."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

from generator.evidence.records import observation_key
from generator.verify.plan import Cell

NAME = "without-evidence.json"


def without_evidence(store: Path, cells: Iterable[Cell]) -> list[Cell]:
    """Return the cells among these that ran here, as they would run now, and gave no evidence."""
    keys = _read(store)
    return [cell for cell in cells if _key(cell) in keys]


def note_attempts(store: Path, cells: Iterable[Cell], failed: Iterable[Cell]) -> None:
    """Remember which of the cells that were run gave no evidence."""
    before = _read(store)
    now = (before - {_key(cell) for cell in cells}) | {_key(cell) for cell in failed}
    if now == before:
        return
    store.mkdir(parents=True, exist_ok=True)
    unfinished = store / f".{NAME}.{os.getpid()}"
    unfinished.write_text(json.dumps(sorted(now), indent=1) + "\n", encoding="utf-8")
    unfinished.replace(store / NAME)


def _read(store: Path) -> set[str]:
    try:
        return set(json.loads((store / NAME).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return set()


def _key(cell: Cell) -> str:
    return f"{cell.name} {observation_key(cell.snippet.digest, 'any', cell.host.environment.id)}"
