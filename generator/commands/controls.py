"""`generator controls`: programs of workarounds, run without their cure."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generator.commands.options import CONTENT_OPTION, NOTHING_RAN, PYTHON_OPTION, USAGE, UsageProblem, no_host, say
from generator.commands.shared import load_or_exit, refuse_unknown
from generator.content.loader import Content
from generator.evidence.control_runs import CLEAN, DIGITS, ControlRun, write_control_runs
from generator.judge.controls import Control, controls_of
from generator.verify.controls import DueControl, due_controls, run_controls
from generator.verify.environments import find_hosts
from generator.verify.interpreters import ProbeError
from generator.verify.run import close_sessions


@click.command()
@CONTENT_OPTION
@PYTHON_OPTION
@click.argument("entries", nargs=-1)
@click.option("--again", is_flag=True, help="Run also what is recorded already.")
def controls(content: Path, pythons: tuple[str, ...], entries: tuple[str, ...], *, again: bool) -> None:
    """Run the programs of workarounds without their cure, where that can be told from their other changes.

    One that ends clean shows that its workaround's run is no sign of a cure. What is found goes into controls.txt.
    Exit 0: all that is due ran. 2: wrong usage. 3: there is no interpreter to run with, or a run failed.
    """
    loaded, _warnings = load_or_exit(content, code=USAGE, judged=False)
    refuse_unknown(entries, loaded)
    try:
        hosts = list(find_hosts(pythons))
    except ProbeError as error:
        raise UsageProblem(str(error)) from error
    if not hosts:
        say(no_host(content))
        sys.exit(NOTHING_RAN)
    due = due_controls(loaded, hosts, entries, again=again)
    found: dict[tuple[str, ...], ControlRun] = {_place(run): run for run in _current(loaded)}
    failed = False
    try:
        for one, run, trouble in run_controls(due):
            failed |= run is None
            say(_line(one, run.ending if run else f"no evidence: {trouble}"))
            if run:
                found[_place(run)] = run
    finally:
        close_sessions()
        write_control_runs(content, found.values())
    clean = {run[:2] for run in found.values()} - {run[:2] for run in found.values() if run.ending != CLEAN}
    for entry, workaround in sorted(clean):
        say(f"shows no cure: {entry} {workaround}: its program ends clean without the cure too")
    say(f"{len(due)} controls ran, {len(found)} on record, {len(clean)} workarounds show no cure")
    sys.exit(NOTHING_RAN if failed else 0)


def _place(run: ControlRun) -> tuple[str, ...]:
    return run.entry, run.workaround, run.program, run.environment


def _current(content: Content) -> list[ControlRun]:
    """Return the runs of before that are of controls as they are now."""
    programs = {
        (entry.id, control.workaround, control.snippet.digest[:DIGITS])
        for entry in content.entries
        for workaround in entry.entry.workarounds
        for control in controls_of(entry, workaround)
    }
    return [run for entry in content.entries for run in entry.control_runs if run[:3] in programs]


def _line(one: DueControl, ending: str) -> str:
    control: Control = one.control
    where = one.host.environment.name
    return f"{one.entry.id} {control.workaround} ({control.kind}, {control.reproduction}) in {where}: {ending}"
