"""Check content, build the site, start an entry: parse, one call, print."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from generator.build import InvalidContentError, build_site, find_problems, recorded_evidence
from generator.commands.options import (
    ADDRESS_OPTION,
    CONTENT_OPTION,
    FORMAT_OPTION,
    NO_HOST,
    PYTHON_OPTION,
    UsageProblem,
    say,
)
from generator.commands.shared import fail, load_or_exit, print_problems
from generator.commands.verifying import due, run_with_progress
from generator.loader import Content, load_content
from generator.plate import PlateError
from generator.problems import ReportFormat, format_problems, has_errors
from generator.publish import Published, PublishError
from generator.report import build_summary, checked_line, count_lines, unconfirmed
from generator.scaffold import ScaffoldError, start_entry
from generator.theme import ThemeError
from generator.unchanged import build_digest, find_unchanged, remember
from generator.verify.environments import Host, find_hosts
from generator.verify.interpreters import ProbeError
from generator.verify.plan import ALL


@click.command()
@CONTENT_OPTION
@FORMAT_OPTION
def check(content: Path, form: ReportFormat) -> None:
    """Check content and print every problem with its place. Exit 1 if there are errors."""
    loaded = load_content(content)
    problems = find_problems(loaded)
    print_problems(problems, form)
    if form == "text":
        say(checked_line(loaded, problems))
    sys.exit(1 if has_errors(problems) else 0)


@click.command()
@CONTENT_OPTION
@FORMAT_OPTION
@PYTHON_OPTION
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
    "mode",
    default="auto",
    show_default=True,
    type=click.Choice(["auto", "require", "never"]),
    help="auto: run what is due here. require: fail too if what can run here is not confirmed. never: only render.",
)
def build(
    content: Path, form: ReportFormat, pythons: tuple[str, ...], site_dir: Path, address: str | None, mode: str
) -> None:
    """Check content, run what is due on this machine, and build the site."""
    started = time.monotonic()
    hosts = _hosts(pythons) if mode != "never" else []
    settings = [address or "", mode, form, *(host.environment.id for host in hosts)]
    inputs = build_digest(content, settings)
    before = find_unchanged(site_dir, inputs)
    if before:
        counts, published = before.said, Published(before.files, 0, 0, before.pages)
    else:
        counts, published, complete = _build(content, form, address, hosts, site_dir, require=mode == "require")
        # Not where something changed meanwhile, be it by a run or by a hand, nor where a run is to be tried again.
        if complete and build_digest(content, settings) == inputs:
            remember(site_dir, inputs, published, counts)
    names = [host.environment.name for host in hosts]
    say(build_summary(counts, published, names, site_dir, time.monotonic() - started))


@click.command()
@CONTENT_OPTION
@click.argument("entry_id")
def new(content: Path, entry_id: str) -> None:
    """Start an entry: a folder with an entry.yaml and a reproduction to fill in."""
    try:
        path = start_entry(content, entry_id)
    except ScaffoldError as error:
        raise click.ClickException(str(error)) from error
    say(f"wrote {path}: fill it in, then run `make check`")


def _build(
    content: Path, form: ReportFormat, address: str | None, hosts: list[Host], site_dir: Path, *, require: bool
) -> tuple[tuple[str, ...], Published, bool]:
    """Return what there is to say, what was published, and whether every run gave evidence."""
    loaded, warnings = load_or_exit(content, form, address)
    failed = run_with_progress(due(loaded, hosts, ALL))
    if require:
        _require(loaded, hosts)
    try:
        built = build_site(loaded, site_dir)
    except (InvalidContentError, ThemeError, PlateError, PublishError) as error:
        fail(error, form)
    shown = format_problems(warnings, form) if warnings or form == "json" else ""
    return ((shown,) if shown else ()) + tuple(count_lines(built)), built.published, not failed


def _require(loaded: Content, hosts: list[Host]) -> None:
    if not hosts:
        raise click.ClickException(f"--verify require: {NO_HOST}")
    missed = unconfirmed(loaded, recorded_evidence(loaded), [host.environment for host in hosts])
    if missed:
        click.echo("\n".join(missed), err=True)
        raise click.ClickException("--verify require: not every claim that can run here is confirmed")


def _hosts(pythons: tuple[str, ...]) -> list[Host]:
    try:
        return list(find_hosts(pythons))
    except ProbeError as error:
        raise UsageProblem(str(error)) from error
