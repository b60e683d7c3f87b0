"""Which interpreters are here, and what each says of itself. Standard library only, so that asking is quick."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

WORKER = Path(__file__).with_name("worker.py")
MADE_HERE = Path(".venvs")  # what `make verify` makes


class ProbeError(Exception):
    """An interpreter could not describe itself."""


def describe_all(pythons: Iterable[str] = ()) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Probe the named interpreters, or else those usually at hand that have a framework; yield each with its facts.

    Raises ProbeError when an interpreter that was named cannot be started.
    """
    named = [Path(shutil.which(python) or python) for python in pythons]
    candidates = named or list(_usual())
    with ThreadPoolExecutor(len(candidates) or 1) as pool:  # each waits for a process of its own
        asked = [pool.submit(describe, python) for python in candidates]
        for python, answer in zip(candidates, asked, strict=True):
            try:
                facts = answer.result()
            except ProbeError:
                if named:
                    raise
                continue
            if named or facts["distributions"].keys() - {"numpy"}:
                yield python.absolute(), facts


def _usual() -> Iterator[Path]:
    yield from sorted(MADE_HERE.glob("*/bin/python"))
    here = Path(sys.prefix).resolve()
    for folder in os.get_exec_path():
        candidate = Path(folder) / "python3"
        if candidate.exists() and here not in candidate.absolute().parents:
            yield candidate
            return


def describe(python: Path) -> dict[str, Any]:
    """Ask an interpreter to describe itself: what `worker.py probe` prints. Raises ProbeError."""
    command = [str(python.absolute()), "-I", str(WORKER), "probe"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
        facts: dict[str, Any] = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        why = "what it prints is no description of a Python" if isinstance(error, ValueError) else error
        message = f"{python} cannot be used to run snippets: {why}. Name a Python 3.9 or later with --python"
        raise ProbeError(message) from error
    return facts
