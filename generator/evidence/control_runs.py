"""`controls.txt`: how the controls of workarounds ended, a line for each control and environment.

Written by `python -m generator controls`. A line holds the entry, the workaround, the hash of the control's program,
the kind and the id of the environment, and `clean` or how the run ended otherwise.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from generator.files import decode, read_file, show
from generator.problems import Location, Problem
from generator.terminal.hints import generator_command

CONTROLS_FILE = "controls.txt"
MAX_BYTES = 4 * 1024 * 1024
CLEAN = "clean"
DIGITS = 16  # of a hash: enough to tell the controls of one workaround apart
BEGINNING = """\
# How programs of workarounds ended without their cure: entry, workaround, program, environment, ending.
# Written by `python -m generator controls`. Where one ended `clean`, the workaround's run shows no cure.
"""


class ControlRun(NamedTuple):
    """How one control ended in one environment."""

    entry: str
    workaround: str
    program: str
    kind: str
    environment: str
    ending: str


def load_control_runs(root: Path, problems: list[Problem]) -> dict[str, tuple[ControlRun, ...]]:
    """Read the file, by entry; a content folder need have none."""
    path = root / CONTROLS_FILE
    if not os.path.lexists(path):
        return {}
    shown = show(path)
    content = read_file(path, shown, MAX_BYTES, "a text file")
    text = decode(shown, content) if isinstance(content, bytes) else content
    if isinstance(text, Problem):
        problems.append(text)
        return {}
    found: dict[str, tuple[ControlRun, ...]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if len(words) != len(ControlRun._fields):
            hint = f"run `{generator_command('controls', root)}`, which writes it"
            problems.append(Problem(Location(shown, number), "EVID001", "this line tells of no run", hint))
            continue
        run = ControlRun(*words)
        found[run.entry] = (*found.get(run.entry, ()), run)
    return found


def write_control_runs(root: Path, runs: Iterable[ControlRun]) -> None:
    """Write the file, sorted; delete it where there is nothing to write."""
    lines = sorted({" ".join(run) for run in runs})
    path = root / CONTROLS_FILE
    if lines:
        path.write_text(BEGINNING + "\n".join(lines) + "\n", encoding="utf-8")
    else:
        path.unlink(missing_ok=True)
