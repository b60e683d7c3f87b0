"""Running controls: each in every environment at hand in which its workaround can run, in a fresh interpreter."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.content.loader import Content, LoadedEntry
from generator.evidence.control_runs import CLEAN, DIGITS, ControlRun
from generator.evidence.records import Environment, Outcome
from generator.judge.controls import Control, controls_of
from generator.judge.expectations import NO_ASSERTION, mismatch
from generator.judge.needs import first_unmet
from generator.judge.verdicts import needs_of
from generator.verify.engine import run_cells
from generator.verify.environments import Host
from generator.verify.plan import Cell, distinct
from generator.verify.run import Ran


@dataclass(frozen=True, slots=True)
class DueControl:
    """A control and a host to run it on."""

    entry: LoadedEntry
    control: Control
    host: Host

    @property
    def place(self) -> tuple[str, str, str, str]:
        """Return what tells its run from others."""
        program = self.control.snippet.digest[:DIGITS]
        return self.entry.id, self.control.workaround, program, self.host.environment.id


def due_controls(
    content: Content, hosts: Sequence[Host], entries: Collection[str] = (), *, again: bool = False
) -> list[DueControl]:
    """Return the controls that have not run yet on hosts that can run their workarounds."""
    found: list[DueControl] = []
    for entry in content.entries:
        if entries and entry.id not in entries:
            continue
        seen = {(*run[:3], run.environment) for run in entry.control_runs}
        due = _possible(entry, distinct(entry, hosts))
        found.extend(one for one in due if again or one.place not in seen)
    return found


def _possible(entry: LoadedEntry, hosts: Sequence[Host]) -> Iterator[DueControl]:
    for workaround in entry.entry.workarounds:
        needs = needs_of(entry, workaround)
        for control in controls_of(entry, workaround):
            for host in hosts:
                if first_unmet(needs, host.environment) is None:
                    yield DueControl(entry, control, host)


def run_controls(due: Sequence[DueControl]) -> Iterator[tuple[DueControl, ControlRun | None, str]]:
    """Run controls; yield each with its run, or with none and what went wrong with the run itself."""
    with tempfile.TemporaryDirectory() as store:  # what controls do is evidence of no claim
        for number, batch in enumerate(_batches(due)):
            cells = {(cell.name, cell.host.environment.id): one for cell, one in batch}
            for cell, ran in run_cells([cell for cell, _one in batch], Path(store, str(number))):
                one = cells[cell.name, cell.host.environment.id]
                yield one, _record(one, ran), ran.harness


def _batches(due: Sequence[DueControl]) -> list[list[tuple[Cell, DueControl]]]:
    """Part controls so that no two together bear the name of the same program in the same environment."""
    batches: list[list[tuple[Cell, DueControl]]] = []
    seen: Counter[tuple[str, str]] = Counter()
    for one in due:
        cell = Cell(one.entry, one.control.snippet, one.host, "a control")
        place = cell.name, one.host.environment.id
        if seen[place] == len(batches):
            batches.append([])
        batches[seen[place]].append((cell, one))
        seen[place] += 1
    return batches


def _record(one: DueControl, ran: Ran) -> ControlRun | None:
    if ran.observation is None or not ran.is_evidence:
        return None
    environment = one.host.environment
    return ControlRun(
        *one.place[:3], environment.kind, environment.id, _ending(one.entry, ran.observation, environment)
    )


def _ending(entry: LoadedEntry, outcome: Outcome, environment: Environment) -> str:
    """Say how a control ended. A reproduction asserts nothing, so its clean end needs no assertion."""
    reason = mismatch(entry.entry, "completes", outcome, environment)
    return CLEAN if reason in ("", NO_ASSERTION) else reason
