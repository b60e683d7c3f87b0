"""The command line of maintainers: parse, one call, print."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import click
from rich.console import Console
from rich.progress import Progress

from generator.build import InvalidContentError, build_site, find_problems, load_valid, recorded_evidence
from generator.evidence import import_evidence, load_evidence
from generator.loader import Content, load_content
from generator.plate import PlateError
from generator.problems import Problem, ReportFormat, format_problems, has_errors
from generator.publish import Published, PublishError
from generator.report import build_summary, contradictions, count_lines, judged_claims, unconfirmed, verdict_lines
from generator.scaffold import ScaffoldError, start_entry
from generator.theme import ThemeError
from generator.unchanged import find_unchanged, inputs_digest, remember
from generator.verify.engine import LOCAL_STORE, run_cells
from generator.verify.environments import Host, ProbeError, find_hosts
from generator.verify.plan import Cell, plan

CONTENT_OPTION = click.option(
    "--content", default="content", show_default=True, type=click.Path(path_type=Path), help="The content folder."
)
FORMAT_OPTION = click.option(
    "--format",
    "form",
    default="text",
    show_default=True,
    type=click.Choice(["text", "github", "json"]),
    help="How problems are printed.",
)
PYTHON_OPTION = click.option(
    "--python",
    "pythons",
    multiple=True,
    help="An interpreter to run snippets with; may be repeated. Default: those at hand.",
)
NO_HOST = "no interpreter with a framework is at hand: run `make verify`, or name one with --python"


def _web_address(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    if value and not value.startswith(("https://", "http://")):
        raise click.BadParameter(f"'{value}' is no web address: write it whole, such as https://example.org/errors/")
    return value


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Check, verify and build a Faultbook site."""


@main.command()
@CONTENT_OPTION
@FORMAT_OPTION
def check(content: Path, form: ReportFormat) -> None:
    """Check content and print every problem with its place. Exit 1 if there are errors."""
    loaded = load_content(content)
    problems = find_problems(loaded)
    _print_problems(problems, form)
    if form == "text":
        _say(f"{len(loaded.entries)} entries checked: {_tally(problems)}")
    sys.exit(1 if has_errors(problems) else 0)


@main.command()
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
    inputs = inputs_digest(content, settings)
    before = find_unchanged(site_dir, inputs)
    if before:
        counts, published = before.said, Published(before.files, 0, 0, before.pages)
    else:
        counts, published = _build(content, form, address, hosts, site_dir, require=mode == "require")
        remember(site_dir, inputs_digest(content, settings), published, counts)
    names = [host.environment.name for host in hosts]
    _say(build_summary(counts, published, names, site_dir, time.monotonic() - started))


@main.command()
@CONTENT_OPTION
@PYTHON_OPTION
@click.argument("entries", nargs=-1)
@click.option("--plan", "only_plan", is_flag=True, help="Print what would run, and run nothing.")
@click.option("--again", is_flag=True, help="Run also what is recorded already.")
def verify(content: Path, pythons: tuple[str, ...], entries: tuple[str, ...], *, only_plan: bool, again: bool) -> None:
    """Run snippets on this machine. Exit 1 if a claim is contradicted, 3 if nothing could run."""
    loaded, _warnings = _load_valid(content)
    unknown = sorted(set(entries) - {entry.id for entry in loaded.entries})
    if unknown:
        raise click.ClickException(f"there is no entry {', '.join(unknown)}: name entries as <domain>/<slug>")
    hosts = _hosts(pythons)
    cells = [
        cell
        for cell in plan(loaded, recorded_evidence(content), hosts, again=again)
        if not entries or cell.entry.id in entries
    ]
    if only_plan:
        for cell in cells:
            _say(f"{cell.entry.id}/{cell.snippet.name} in {cell.host.environment.name}")
        _say(f"{len(cells)} to run")
        return
    if not hosts:
        _say(NO_HOST)
        sys.exit(3)
    _run(cells)
    seen = recorded_evidence(content)
    contradicted = contradictions(loaded, seen)
    _say("\n".join([*contradicted, *verdict_lines(judged_claims(loaded, seen))]))
    sys.exit(1 if contradicted else 0)


@main.group()
def evidence() -> None:
    """Work with recorded observations."""


@evidence.command("import")
@CONTENT_OPTION
@click.option(
    "--from",
    "store",
    default=LOCAL_STORE,
    show_default=True,
    type=click.Path(path_type=Path),
    help="Where the observations are.",
)
def import_observations(content: Path, store: Path) -> None:
    """Promote observations from a store into the content folder, for review and commit."""
    loaded, _warnings = _load_valid(content)
    recorded = load_evidence(store)
    if not recorded.observations:
        raise click.ClickException(f"{store} holds no observations: run `make verify` first")
    programs = {entry.id: set(entry.snippets) for entry in loaded.entries}
    for path in import_evidence(content / "evidence", store, programs):
        _say(f"{'wrote' if path.exists() else 'deleted'} {path}")
    promoted = load_evidence(content / "evidence")
    _say("\n".join((*contradictions(loaded, promoted), *verdict_lines(judged_claims(loaded, promoted)))))


@main.command()
@CONTENT_OPTION
@click.option(
    "--site", "site_dir", default="site", show_default=True, type=click.Path(path_type=Path), help="The built site."
)
@click.option("--port", default=8000, show_default=True, help="The port on this machine.")
def serve(content: Path, site_dir: Path, port: int) -> None:
    """Show the site on this machine; rebuild what changes and reload the page."""
    from generator.serve import serve_site  # its web server is of use to this command alone

    serve_site(content, site_dir, port)


@main.command()
@CONTENT_OPTION
@click.argument("entry_id")
def new(content: Path, entry_id: str) -> None:
    """Start an entry: a folder with an entry.yaml and a reproduction to fill in."""
    try:
        path = start_entry(content, entry_id)
    except ScaffoldError as error:
        raise click.ClickException(str(error)) from error
    _say(f"wrote {path}: fill it in, then run `make check`")


def _build(
    content: Path, form: ReportFormat, address: str | None, hosts: list[Host], site_dir: Path, *, require: bool
) -> tuple[tuple[str, ...], Published]:
    loaded, warnings = _load_valid(content, form, address)
    _run(plan(loaded, recorded_evidence(content), hosts))
    if require:
        _require(loaded, hosts)
    try:
        built = build_site(loaded, site_dir)
    except (InvalidContentError, ThemeError, PlateError, PublishError) as error:
        _fail(error, form)
    shown = format_problems(warnings, form) if warnings or form == "json" else ""
    return ((shown,) if shown else ()) + tuple(count_lines(built)), built.published


def _load_valid(
    content: Path, form: ReportFormat = "text", address: str | None = None
) -> tuple[Content, list[Problem]]:
    try:
        return load_valid(content, address)
    except InvalidContentError as error:
        _fail(error, form)


def _hosts(pythons: Iterable[str]) -> list[Host]:
    try:
        return list(find_hosts(pythons))
    except ProbeError as error:
        raise click.ClickException(str(error)) from error


def _run(cells: list[Cell]) -> None:
    if not cells:
        return
    terminal = sys.stderr.isatty()
    with Progress(console=Console(stderr=True), disable=not terminal, transient=True) as progress:
        task = progress.add_task("running snippets", total=len(cells))
        for cell, observation in run_cells(cells):
            progress.advance(task)
            if not terminal:
                ended = observation.signal or ("deadline" if observation.timed_out else f"exit {observation.exit_code}")
                click.echo(f"ran {cell.entry.id}/{cell.snippet.name}: {ended}, {observation.seconds} s", err=True)


def _require(loaded: Content, hosts: list[Host]) -> None:
    if not hosts:
        raise click.ClickException(f"--verify require: {NO_HOST}")
    missed = unconfirmed(loaded, recorded_evidence(loaded.root), {host.environment.id for host in hosts})
    if missed:
        click.echo("\n".join(missed), err=True)
        raise click.ClickException("--verify require: not every claim that can run here is confirmed")


def _print_problems(problems: list[Problem], form: ReportFormat) -> None:
    if problems or form == "json":
        click.echo(format_problems(problems, form))


def _tally(problems: list[Problem]) -> str:
    errors = sum(problem.severity == "error" for problem in problems)
    return f"{errors} errors, {len(problems) - errors} warnings"


def _fail(error: Exception, form: ReportFormat) -> NoReturn:
    if isinstance(error, InvalidContentError):
        _print_problems(error.problems, form)
    click.echo(f"Error: {error}", err=True)
    sys.exit(1)


def _say(text: str) -> None:
    click.echo(text)
