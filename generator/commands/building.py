"""The work of `generator build`: run what is due, build, say what came of it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from generator.build.loading import InvalidContentError, recorded_evidence
from generator.build.pool import WorkerLostError
from generator.build.scan import Scan, scan
from generator.build.site import build_site
from generator.commands.options import (
    INTERRUPTED,
    UsageProblem,
    no_host,
)
from generator.commands.report import count_lines, unconfirmed
from generator.commands.running import Attempt, announcement, run_with_progress, without_busy_gpus
from generator.commands.shared import fail, load_or_exit
from generator.commands.verifying import due
from generator.content.loader import Content
from generator.paths import local_store
from generator.problems import ReportFormat, format_problems
from generator.publish.writer import Published, PublishError
from generator.render.frame.layout import LayoutError
from generator.render.frame.theme import ThemeError
from generator.store import StoreError
from generator.terminal.hints import make_command
from generator.terminal.progress import shown_progress
from generator.verify.attempts import without_evidence
from generator.verify.environments import Host, hosts_of
from generator.verify.interpreters import AtHand, ProbeError, look_around
from generator.verify.plan import ALL
from generator.verify.progress import counted

SHOWN = 2  # interpreters that were asked and have no framework


def hosts_at_hand(pythons: Sequence[str], *, shared_gpu: bool) -> tuple[AtHand, list[Host]]:
    """Return what is here to run programs with. Raises UsageProblem for an interpreter that cannot be asked."""
    try:
        at_hand = look_around(pythons, shared_gpu=shared_gpu)
    except ProbeError as error:
        raise UsageProblem(str(error)) from error
    return at_hand, list(hosts_of(at_hand.described))


def where_programs_ran(at_hand: AtHand, hosts: Sequence[Host], command: str) -> str:
    """Say where programs could run, and where no framework was found, which interpreters were asked."""
    names = ", ".join(host.environment.name for host in hosts)
    if any(not host.is_plain for host in hosts):
        return names
    asked = [one.python for one in at_hand.asked if not one.trouble]
    if not asked:
        return names
    others = f" and {len(asked) - SHOWN} more" if len(asked) > SHOWN else ""
    found = f"no framework in {', '.join(asked[:SHOWN])}{others}; name another with {command} PYTHON=…"
    return f"{names}, programs of the standard library only: {found}" if names else found


@dataclass(frozen=True, slots=True)
class Mode:
    """What `--verify` asks for, and for how many minutes; None: as long as it takes."""

    word: str
    minutes: float | None

    @property
    def repeats_failures(self) -> bool:
        """Tell whether a run that gave no evidence is tried again."""
        return self.word in ("require", "all")


def build_all(  # noqa: PLR0913, PLR0917 - what the command line says, and what was found
    content: Path,
    form: ReportFormat,
    address: str | None,
    hosts: Sequence[Host],
    site_dir: Path,
    mode: Mode,
    seen: Scan,
) -> tuple[Scan, tuple[str, ...], Published, bool]:
    """Return the inputs that were read, what there is to say, what was published, whether every run gave evidence.

    `seen` are the inputs as they were found just now.
    """
    attempt = Attempt()
    if hosts:
        attempt = _run_due(content, form, address, hosts, mode)
    elif mode.word == "require":
        raise click.ClickException(f"--verify require: {no_host(content)}")
    try:
        with shown_progress() as progress:
            seen = scan(content) if attempt.ran else seen
            built = build_site(content, site_dir, address, progress, seen)
    except (InvalidContentError, ThemeError, LayoutError, PublishError, StoreError, WorkerLostError) as error:
        fail(error, form)
    shown = format_problems(built.warnings, form) if built.warnings or form == "json" else ""
    said = ((shown,) if shown else ()) + tuple(count_lines(built)) + tuple(_afterwards(content, attempt))
    return seen, said, built.published, not attempt.failed and not attempt.left


def _run_due(content: Path, form: ReportFormat, address: str | None, hosts: Sequence[Host], mode: Mode) -> Attempt:
    """Run what is due on these hosts, for as long as asked."""
    with shown_progress() as progress:
        progress.stage("checking the content")
        loaded, _warnings = load_or_exit(content, form, address)
    if mode.word == "require" and all(host.is_plain for host in hosts):
        raise click.ClickException(f"--verify require: {no_host(content)}")
    try:
        attempt = _run(loaded, hosts, mode)
    except KeyboardInterrupt:
        click.echo("stopped: what had ended is recorded, and the next start does the rest; nothing was built", err=True)
        sys.exit(INTERRUPTED)
    if mode.word == "require":
        _require(loaded, hosts)
    return attempt


def _run(content: Content, hosts: Sequence[Host], mode: Mode) -> Attempt:
    """Run what is due, and announce it before: programs that fill a GPU are not to come as a surprise."""
    cells = due(content, hosts, ALL)
    if not mode.repeats_failures:
        tried = without_evidence(local_store(content.root), cells)
        cells = [cell for cell in cells if cell not in tried]
    able = without_busy_gpus(cells)
    busy = len(cells) - len(able)
    if not able:
        return Attempt(left=busy)
    click.echo(announcement(content, able, mode.minutes), err=True)
    attempt = run_with_progress(content, able, minutes=mode.minutes)
    return replace(attempt, left=attempt.left + busy)


def _afterwards(content: Path, attempt: Attempt) -> list[str]:
    lines = []
    if attempt.left:
        lines.append(f"left      {counted(attempt.left, 'program')} for the next time; VERIFY=all runs all of them")
    if attempt.ran > len(attempt.failed):
        lines.append(f"keep it   {make_command('evidence', content)}, then commit {content}/evidence")
    return lines


def _require(loaded: Content, hosts: Sequence[Host]) -> None:
    missed = unconfirmed(loaded, recorded_evidence(loaded), [host.environment for host in hosts])
    if missed:
        click.echo("\n".join(missed), err=True)
        raise click.ClickException("--verify require: not every claim that can run here is confirmed")
