"""`generator gpu`: evidence from the GPU in this machine."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from generator.build import recorded_evidence
from generator.commands.options import (
    CONTENT_OPTION,
    CONTRADICTED,
    INTERRUPTED,
    LEFT,
    NOTHING_RAN,
    PYTHON_OPTION,
    ROLE_OPTION,
    SHARED_OPTION,
    USAGE,
    UsageProblem,
    say,
)
from generator.commands.running import Attempt, announcement, busy_line, run_with_progress, what_is_here
from generator.commands.shared import load_or_exit, refuse_unknown
from generator.commands.verifying import due, out_of_reach
from generator.hints import make_command
from generator.loader import Content
from generator.report import contradictions, judged_claims, verdict_lines
from generator.verify.environments import Host, hosts_of
from generator.verify.interpreters import ProbeError, look_around
from generator.verify.plan import Cell, Wanted
from generator.verify.progress import counted


@click.command()
@CONTENT_OPTION
@PYTHON_OPTION
@ROLE_OPTION
@SHARED_OPTION
@click.argument("entries", nargs=-1)
@click.option("--budget", "minutes", type=click.FloatRange(0, min_open=True), help="Minutes; the rest next time.")
def gpu(
    content: Path,
    pythons: tuple[str, ...],
    roles: tuple[str, ...],
    entries: tuple[str, ...],
    minutes: float | None,
    *,
    shared_gpu: bool,
) -> None:
    """Run the programs that claims about a GPU rest on, on the GPU in this machine.

    Exit 0: all have run. 1: a claim is contradicted. 2: wrong usage. 3: nothing can run here. 4: programs are left for
    another time.
    """
    loaded, _warnings = load_or_exit(content, code=USAGE, judged=False)
    refuse_unknown(entries, loaded)
    hosts = _hosts_with_gpu(content, pythons, shared_gpu=shared_gpu)
    wanted = Wanted(entries, roles, gpu=True)  # type: ignore[arg-type]
    cells = due(loaded, hosts, wanted)
    for line in out_of_reach(loaded, hosts, wanted):
        say(line)
    if not cells:
        say("nothing is due: what this machine can run of it has run")
    else:
        say(announcement(loaded, cells, minutes))
    try:
        attempt = run_with_progress(loaded, cells, minutes=minutes)
    except KeyboardInterrupt:
        say(f"stopped: what had ended is recorded, and the same command does the rest\n{_keep(content)}")
        sys.exit(INTERRUPTED)
    sys.exit(_report(loaded, cells, attempt))


def _hosts_with_gpu(content: Path, pythons: Sequence[str], *, shared_gpu: bool) -> list[Host]:
    """Find the hosts that have a GPU, and say what was asked; where there is none, say why and exit."""
    try:
        at_hand = look_around(pythons, shared_gpu=shared_gpu)
    except ProbeError as error:
        raise UsageProblem(str(error)) from error
    hosts = list(hosts_of(at_hand.described))
    say("\n".join(what_is_here(at_hand.asked, hosts)))
    found = [host for host in hosts if host.environment.gpus]
    reason = busy_line(found)
    if found and not reason:
        if all(host.is_plain for host in found):
            say("no Python with a framework: only programs of the standard library run; name one with PYTHON=")
        return found
    elsewhere = f"there is no GPU here; {make_command('gpu-plan', content)} writes a file to take to one"
    say(f"nothing was run: {reason or elsewhere}")
    sys.exit(NOTHING_RAN)


def _report(content: Content, cells: Sequence[Cell], attempt: Attempt) -> int:
    recorded = recorded_evidence(content)
    ran = {cell.entry.id for cell in cells}
    contradicted = contradictions(content, recorded)
    for line in contradicted:
        say(line)
    for cell, trouble in attempt.failed:
        say(f"no evidence of {cell.name} in {cell.host.environment.name}: {trouble}")
    judged = judged_claims(content, recorded)
    say("\n".join(verdict_lines(judged)))
    say(
        f"ran       {counted(attempt.ran, 'program')}, of {len(ran)} of the entries; "
        f"{len(attempt.failed)} gave no evidence; claims contradicted: {len(contradicted)}"
    )
    if attempt.left:
        say(f"left      {counted(attempt.left, 'program')}: run it again")
    if attempt.ran > len(attempt.failed):
        say(_keep(content.root))
    if contradicted:
        return CONTRADICTED
    return LEFT if attempt.left else 0


def _keep(content: Path) -> str:
    return f"keep it:  {make_command('evidence', content)}, then commit {content}/evidence"
