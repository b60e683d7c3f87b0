"""`generator build`: check, run what is due within a budget, render, publish."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from generator.build import InvalidContentError, build_site, recorded_evidence
from generator.commands.options import (
    ADDRESS_OPTION,
    CONTENT_OPTION,
    FORMAT_OPTION,
    INTERRUPTED,
    PYTHON_OPTION,
    SHARED_OPTION,
    UsageProblem,
    no_host,
    say,
)
from generator.commands.report import build_summary, count_lines, unconfirmed
from generator.commands.running import Attempt, announcement, run_with_progress, without_busy_gpus
from generator.commands.shared import fail, load_or_exit
from generator.commands.verifying import due
from generator.content.loader import Content
from generator.paths import local_store
from generator.problems import ReportFormat, format_problems
from generator.publish.stamp import build_digest, find_unchanged, remember
from generator.publish.writer import Published, PublishError
from generator.render.frame.layout import PlateError
from generator.render.frame.theme import ThemeError
from generator.terminal.hints import make_command
from generator.terminal.progress import shown_progress
from generator.verify.attempts import without_evidence
from generator.verify.environments import Host, hosts_of
from generator.verify.interpreters import AtHand, ProbeError, look_around
from generator.verify.plan import ALL
from generator.verify.progress import counted

BUDGET_MINUTES = 3.0
SHOWN = 2  # interpreters that were asked and have no framework


@dataclass(frozen=True, slots=True)
class Mode:
    """What `--verify` asks for, and for how many minutes; None: as long as it takes."""

    word: str
    minutes: float | None

    @property
    def repeats_failures(self) -> bool:
        """Tell whether a run that gave no evidence is tried again."""
        return self.word in ("require", "all")


@click.command()
@CONTENT_OPTION
@FORMAT_OPTION
@PYTHON_OPTION
@SHARED_OPTION
@click.option(
    "--site",
    "site_dir",
    default="site",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Where the site goes.",
)
@ADDRESS_OPTION
@click.option(
    "--verify",
    "word",
    default="auto",
    show_default=True,
    type=click.Choice(["auto", "never", "require", "all"]),
    help="auto: run what is due here within the budget. never: only render. all: run all that is due, however long it "
    "takes. require: that, and fail if a claim that can run here is not confirmed.",
)
@click.option(
    "--budget",
    "minutes",
    default=BUDGET_MINUTES,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="Minutes for running programs, where --verify is auto.",
)
def build(  # noqa: PLR0913, PLR0917 - an option each
    content: Path,
    form: ReportFormat,
    pythons: tuple[str, ...],
    site_dir: Path,
    address: str | None,
    word: str,
    minutes: float,
    *,
    shared_gpu: bool,
) -> None:
    """Check content, run what is due on this machine, and build the site."""
    started = time.monotonic()
    mode = Mode(word, minutes if word == "auto" else None)
    at_hand = AtHand([], []) if word == "never" else _look_around(pythons, shared_gpu=shared_gpu)
    hosts = list(hosts_of(at_hand.described))
    settings = [address or "", word, form, *(host.environment.id for host in hosts)]
    inputs = build_digest(content, settings)
    before = find_unchanged(site_dir, inputs)
    if before:
        counts, published = before.said, Published(before.files, 0, 0, before.pages)
    else:
        counts, published, complete = _build(content, form, address, hosts, site_dir, mode)
        # Not where something changed meanwhile, be it by a run or by a hand, nor where a run is to be tried again.
        if complete and build_digest(content, settings) == inputs:
            remember(site_dir, inputs, published, counts)
    took = time.monotonic() - started
    say(
        build_summary(
            counts,
            published,
            _ran_on(at_hand, hosts, make_command("site", content, site_dir)),
            (content, site_dir),
            took,
        )
    )


def _look_around(pythons: Sequence[str], *, shared_gpu: bool) -> AtHand:
    try:
        return look_around(pythons, shared_gpu=shared_gpu)
    except ProbeError as error:
        raise UsageProblem(str(error)) from error


def _ran_on(at_hand: AtHand, hosts: Sequence[Host], command: str) -> str:
    """Say where programs could run, and where no framework was found, which interpreters were asked."""
    names = ", ".join(host.environment.name for host in hosts)
    if any(not host.is_plain for host in hosts):
        return names
    asked = [one.python for one in at_hand.asked if not one.trouble]
    if not asked:
        return names or "nothing here: recorded evidence only"
    others = f" and {len(asked) - SHOWN} more" if len(asked) > SHOWN else ""
    found = f"no framework in {', '.join(asked[:SHOWN])}{others}; name another with {command} PYTHON=…"
    return f"{names}, programs of the standard library only: {found}" if names else found


def _build(
    content: Path, form: ReportFormat, address: str | None, hosts: Sequence[Host], site_dir: Path, mode: Mode
) -> tuple[tuple[str, ...], Published, bool]:
    """Return what there is to say, what was published, and whether every run gave evidence."""
    with shown_progress() as progress:
        progress.stage("checking the content")
        loaded, warnings = load_or_exit(content, form, address)
    if mode.word == "require" and all(host.is_plain for host in hosts):
        raise click.ClickException(f"--verify require: {no_host(loaded.root)}")
    try:
        attempt = _run(loaded, hosts, mode)
    except KeyboardInterrupt:
        click.echo("stopped: what had ended is recorded, and the next start does the rest; nothing was built", err=True)
        sys.exit(INTERRUPTED)
    if mode.word == "require":
        _require(loaded, hosts)
    try:
        with shown_progress() as progress:
            built = build_site(loaded, site_dir, progress)
    except (InvalidContentError, ThemeError, PlateError, PublishError) as error:
        fail(error, form)
    shown = format_problems(warnings, form) if warnings or form == "json" else ""
    said = ((shown,) if shown else ()) + tuple(count_lines(built)) + tuple(_afterwards(loaded, attempt))
    return said, built.published, not attempt.failed and not attempt.left


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


def _afterwards(content: Content, attempt: Attempt) -> list[str]:
    lines = []
    if attempt.left:
        lines.append(f"left      {counted(attempt.left, 'program')} for the next time; VERIFY=all runs all of them")
    if attempt.ran > len(attempt.failed):
        lines.append(f"keep it   {make_command('evidence', content.root)}, then commit {content.root}/evidence")
    return lines


def _require(loaded: Content, hosts: Sequence[Host]) -> None:
    missed = unconfirmed(loaded, recorded_evidence(loaded), [host.environment for host in hosts])
    if missed:
        click.echo("\n".join(missed), err=True)
        raise click.ClickException("--verify require: not every claim that can run here is confirmed")
