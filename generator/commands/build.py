"""`generator build`: check, run what is due within a budget, render, publish."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import click

from generator.build.scan import scan
from generator.commands.options import (
    ADDRESS_OPTION,
    CONTENT_OPTION,
    FORMAT_OPTION,
    PYTHON_OPTION,
    SHARED_OPTION,
    UsageProblem,
    say,
)
from generator.commands.report import build_summary
from generator.problems import ReportFormat
from generator.publish.stamp import find_unchanged, remember, settings_digest
from generator.publish.writer import Published
from generator.terminal.hints import make_command
from generator.verify.environments import Host, hosts_of
from generator.verify.interpreters import AtHand, ProbeError, look_around

BUDGET_MINUTES = 3.0
SHOWN = 2  # interpreters that were asked and have no framework


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
    at_hand = AtHand([], []) if word == "never" else _look_around(pythons, shared_gpu=shared_gpu)
    hosts = list(hosts_of(at_hand.described))
    settings = settings_digest([address or "", word, form, *(host.environment.id for host in hosts)])
    seen = scan(content)
    before = find_unchanged(site_dir, seen.stamp, settings)
    if before:
        counts, published = before.said, Published(before.files, 0, 0, before.pages)
    else:
        from generator.commands.building import Mode, build_all  # of use only where something has changed

        mode = Mode(word, minutes if word == "auto" else None)
        counts, published, complete = build_all(content, form, address, hosts, site_dir, mode)
        # Not where something changed meanwhile, be it by a run or by a hand, nor where a run is to be tried again.
        if complete and seen.is_settled and scan(content).stamp == seen.stamp:
            remember(site_dir, seen.stamp, settings, published, counts)
    took = time.monotonic() - started
    ran_on = _ran_on(at_hand, hosts, make_command("site", content, site_dir))
    say(build_summary(counts, published, ran_on, (content, site_dir), took))


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
