"""`generator gpu`: evidence from the GPU in this machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
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
from generator.commands.report import contradictions, judged_claims, verdict_lines
from generator.commands.running import Attempt, announcement, busy_line, run_with_progress, what_is_here
from generator.commands.shared import load_or_exit, refuse_unknown
from generator.commands.verifying import due, missing_here
from generator.content.loader import Content
from generator.terminal.hints import make_command
from generator.verify.environments import Host, hosts_of
from generator.verify.interpreters import ProbeError, look_around
from generator.verify.plan import Cell, Wanted, programs_for_gpu, runnable
from generator.verify.planfile import MISSING
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
    for line in _left_out(loaded, hosts, wanted):
        say(line)
    if not any(_can_run(loaded, hosts, wanted)):
        asked = ", ".join(dict.fromkeys(str(host.python) for host in hosts))
        say(f"nothing was run: {asked} can run none of it; name what has the frameworks with PYTHON= (--python)")
        sys.exit(NOTHING_RAN)
    cells = due(loaded, hosts, wanted)
    if not cells:
        say("nothing is due: all that this machine can run of it has run")
        return
    say(announcement(loaded, cells, minutes))
    try:
        attempt = run_with_progress(loaded, cells, minutes=minutes)
    except KeyboardInterrupt:
        say(f"stopped: what had ended is recorded, and the same command does the rest\n{_keep(content)}")
        sys.exit(INTERRUPTED)
    sys.exit(_report(loaded, cells, attempt))


def _can_run(content: Content, hosts: Sequence[Host], wanted: Wanted) -> Iterator[str]:
    """Yield each program asked for that a host can run."""
    for entry in content.entries:
        if entry.id in (wanted.entries or (entry.id,)):
            names = programs_for_gpu(entry)
            found = (snippet.name for host in hosts for snippet in runnable(entry, host, wanted.roles))
            yield from (name for name in found if name in names)


def _left_out(content: Content, hosts: Sequence[Host], wanted: Wanted) -> Iterator[str]:
    """Say how many claims cannot be run here, and what is missing, in words."""
    reasons = missing_here(content, hosts, wanted)
    if reasons:
        named = (
            ("gpu" if name == "no_gpu" else name.removeprefix("needs:"), count) for name, count in reasons.most_common()
        )
        what = ", ".join(f"{MISSING.get(name, name)} ({count})" for name, count in named)
        yield f"left out  {counted(reasons.total(), 'claim')} that need: {what}"


def _hosts_with_gpu(content: Path, pythons: Sequence[str], *, shared_gpu: bool) -> list[Host]:
    """Find the hosts that have a GPU, and say what was asked; where there is none, say why and exit."""
    try:
        at_hand = look_around(pythons, shared_gpu=shared_gpu)
    except ProbeError as error:
        raise UsageProblem(str(error)) from error
    hosts = list(hosts_of(at_hand.described))
    say("\n".join(what_is_here(at_hand.asked, hosts)))
    if shared_gpu:
        say("shared    programs also run beside others on the GPU; the record says that nobody watched its memory")
    found = [host for host in hosts if host.environment.gpus]
    reason = busy_line(found)
    if found and not reason:
        return found
    elsewhere = f"there is no GPU here; {make_command('gpu-plan', content)} writes a file to take to one"
    say(f"nothing was run: {reason or elsewhere}")
    sys.exit(NOTHING_RAN)


def _report(content: Content, cells: Sequence[Cell], attempt: Attempt) -> int:
    """Say what came of the entries that ran; return the exit code."""
    recorded = recorded_evidence(content)
    ran = {cell.entry.id for cell in cells}
    shown = replace(content, entries=tuple(entry for entry in content.entries if entry.id in ran))
    for line in contradictions(shown, recorded):
        say(line)
    for cell, trouble in attempt.failed:
        say(f"no evidence of {cell.name} in {cell.host.environment.name}: {trouble}")
    judged = list(judged_claims(shown, recorded))
    say("\n".join(verdict_lines(judged)))
    contradicted = sum(item.verdict.word == "contradicted" for item in judged)
    say(
        f"ran       {counted(attempt.ran, 'program')} of {counted(len(ran), 'entry', 'entries')}; "
        f"{len(attempt.failed)} gave no evidence; claims contradicted: {contradicted}"
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
