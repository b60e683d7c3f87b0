"""Check content, build the site, show it, start an entry: parse, one call, print."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from generator.build import InvalidContentError, build_site, find_problems, recorded_evidence
from generator.commands.options import CONTENT_OPTION, FORMAT_OPTION, PYTHON_OPTION, UsageProblem, no_host, say
from generator.commands.shared import fail, load_or_exit, print_problems
from generator.commands.verifying import due, run_with_progress
from generator.hints import make_command
from generator.loader import Content, load_content
from generator.plate import PlateError
from generator.problems import ReportFormat, format_problems, has_errors, relative_to_cwd
from generator.progress import shown_progress
from generator.publish import Published, PublishError
from generator.report import build_summary, checked_line, count_lines, unconfirmed
from generator.scaffold import ScaffoldError, start_entry
from generator.theme import ThemeError
from generator.unchanged import build_digest, find_unchanged, remember
from generator.verify.environments import Host, find_hosts
from generator.verify.interpreters import ProbeError
from generator.verify.plan import ALL


def _web_address(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    if value and not value.startswith(("https://", "http://")):
        raise click.BadParameter(f"'{value}' is no web address: write it whole, such as https://example.org/errors/")
    return value


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
@click.option(
    "--address",
    envvar="SITE_ADDRESS",
    callback=_web_address,
    help="The site's address, in place of the one in site.yaml.",
)
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
    took = time.monotonic() - started
    say(build_summary(counts, published, names, (content, site_dir), took))


@click.command()
@CONTENT_OPTION
@click.option(
    "--site", "site_dir", default="site", show_default=True, type=click.Path(path_type=Path), help="The built site."
)
@click.option("--port", default=8000, show_default=True, help="The port on this machine.")
def serve(content: Path, site_dir: Path, port: int) -> None:
    """Show the site on this machine; rebuild what changes and reload the page."""
    from generator.serve import serve_site  # its web server is of use to this command alone

    serve_site(content, site_dir, port)


@click.command()
@CONTENT_OPTION
@click.argument("entry_id")
def new(content: Path, entry_id: str) -> None:
    """Start an entry: a folder with an entry.yaml and a reproduction to fill in, and a test of look-up for ours."""
    try:
        written = start_entry(content, entry_id)
    except ScaffoldError as error:
        raise click.ClickException(str(error)) from error
    paths = ", ".join(relative_to_cwd(path) for path in written)
    say(f"wrote {paths}: fill them in, then run `{make_command('check', content)}`")


def _build(
    content: Path, form: ReportFormat, address: str | None, hosts: list[Host], site_dir: Path, *, require: bool
) -> tuple[tuple[str, ...], Published, bool]:
    """Return what there is to say, what was published, and whether every run gave evidence."""
    with shown_progress() as progress:
        progress.stage("checking the content")
        loaded, warnings = load_or_exit(content, form, address)
    failed = run_with_progress(due(loaded, hosts, ALL))
    if require:
        _require(loaded, hosts)
    try:
        with shown_progress() as progress:
            built = build_site(loaded, site_dir, progress)
    except (InvalidContentError, ThemeError, PlateError, PublishError) as error:
        fail(error, form)
    shown = format_problems(warnings, form) if warnings or form == "json" else ""
    return ((shown,) if shown else ()) + tuple(count_lines(built)), built.published, not failed


def _require(loaded: Content, hosts: list[Host]) -> None:
    if not hosts:
        raise click.ClickException(f"--verify require: {no_host(loaded.root)}")
    missed = unconfirmed(loaded, recorded_evidence(loaded), [host.environment for host in hosts])
    if missed:
        click.echo("\n".join(missed), err=True)
        raise click.ClickException("--verify require: not every claim that can run here is confirmed")


def _hosts(pythons: tuple[str, ...]) -> list[Host]:
    try:
        return list(find_hosts(pythons))
    except ProbeError as error:
        raise UsageProblem(str(error)) from error
