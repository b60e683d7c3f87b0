"""The work of `generator build` before it builds: what is at hand to run programs with, and running what is due."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from generator.build.loading import recorded_evidence
from generator.commands.options import INTERRUPTED, UsageProblem, no_host
from generator.commands.report import unconfirmed
from generator.commands.running import Attempt, announcement, run_with_progress, without_busy_gpus
from generator.commands.shared import load_or_exit
from generator.commands.verifying import due
from generator.content.loader import Content
from generator.paths import local_store
from generator.problems import ReportFormat
from generator.terminal.progress import shown_progress
from generator.verify.attempts import without_evidence
from generator.verify.environments import Host, hosts_of
from generator.verify.interpreters import AtHand, ProbeError, look_around
from generator.verify.plan import ALL

STOPPED = "stopped: what had ended is recorded, and the next start does the rest; nothing was built"
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
class Due:
    """What `--verify` asks for: to run what is due on these hosts, for so many minutes; None: as long as it takes."""

    hosts: Sequence[Host]
    word: str
    minutes: float | None

    def run(self, content: Path, form: ReportFormat, address: str | None) -> Attempt:
        """Run it. Ends the command where it is interrupted, or where it requires what cannot be or did not come."""
        requires = self.word == "require"
        if requires and all(host.is_plain for host in self.hosts):
            raise click.ClickException(f"--verify require: {no_host(content)}")
        if not self.hosts:
            return Attempt()
        with shown_progress() as progress:
            progress.stage("checking the content")
            loaded, _warnings = load_or_exit(content, form, address)
        try:
            attempt = self._run(loaded)
        except KeyboardInterrupt:
            click.echo(STOPPED, err=True)
            sys.exit(INTERRUPTED)
        if requires:
            _require(loaded, self.hosts)
        return attempt

    def _run(self, content: Content) -> Attempt:
        """Run what is due, and announce it before: programs that fill a GPU are not to come as a surprise."""
        cells = due(content, self.hosts, ALL)
        if self.word == "auto":  # the others try again what gave no evidence
            tried = without_evidence(local_store(content.root), cells)
            cells = [cell for cell in cells if cell not in tried]
        able = without_busy_gpus(cells)
        busy = len(cells) - len(able)
        if not able:
            return Attempt(left=busy)
        click.echo(announcement(content, able, self.minutes), err=True)
        attempt = run_with_progress(content, able, minutes=self.minutes)
        return replace(attempt, left=attempt.left + busy)


def _require(loaded: Content, hosts: Sequence[Host]) -> None:
    missed = unconfirmed(loaded, recorded_evidence(loaded), [host.environment for host in hosts])
    if missed:
        click.echo("\n".join(missed), err=True)
        raise click.ClickException("--verify require: not every claim that can run here is confirmed")
