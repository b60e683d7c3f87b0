"""The commands that work on what is recorded: parse, one call, print."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NoReturn

import click

from generator.build import recorded_evidence
from generator.commands.options import CONTENT_OPTION, NOTHING_RAN, UsageProblem, say
from generator.commands.report import contradictions, judged_claims, verdict_lines
from generator.commands.shared import load_or_exit, print_problems
from generator.content.loader import Content, LoadedEntry
from generator.evidence.records import Environment
from generator.evidence.store import Evidence, load_evidence
from generator.files import printable
from generator.judge.describe import ending
from generator.paths import local_store
from generator.problems import has_errors
from generator.recorded.acceptance import Accepted, propose, write_accepted
from generator.recorded.comparison import compare
from generator.recorded.comparison_text import as_json, as_text
from generator.recorded.contributed import is_contribution, read_contribution
from generator.recorded.junit import as_xml, junit_report
from generator.recorded.leftovers import clear
from generator.recorded.matching import NoSuchEnvironmentError, environments_like, one_environment
from generator.recorded.promotion import promote
from generator.recorded.results import Found, Results, read_results, read_store
from generator.terminal.hints import make_command

REFERENCE = re.compile(r"(?=.{1,200}\Z)(https?://[^\s<>\"'`\\\x00-\x1f]+|\w[\w #.:/-]*|#\d+)")
ENV_OPTION = click.option(
    "--env", "pattern", help="Only these environments: an id, the beginning of one, or a name with * in it."
)


def _reference(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    if value is not None and not REFERENCE.fullmatch(value):
        raise click.BadParameter("write an address, or a few words of letters, digits and # . : / _ - at most 200 long")
    return value


@click.group()
def evidence() -> None:
    """Work with recorded observations."""


# --- import ------------------------------------------------------------------------------------


@evidence.command("import")
@CONTENT_OPTION
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path),
    help="Where the observations are: the file of results from a GPU host, a store, an evidence folder, or with "
    "--contributed a reader's file. Default: what ran here.",
)
@click.option(
    "--contributed",
    "reference",
    metavar="REFERENCE",
    callback=_reference,
    help="Take the file that a reader's `faultbook verify` wrote, and mark its evidence with where it came from, such "
    "as the address of an issue.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be taken, and write nothing.")
def import_observations(content: Path, source: Path | None, reference: str | None, *, dry_run: bool) -> None:
    """Promote observations into the content folder, for review and commit. Exit 1 if some cannot be read."""
    loaded, _warnings = load_or_exit(content, judged=False)
    results = _results(loaded, source, reference)
    print_problems(results.problems, "text")
    if results.found:
        _take(loaded, results.found, dry_run=dry_run)
    if has_errors(results.problems):
        sys.exit(1)
    if not results.found:
        source = source or local_store(content)
        _nothing_to_do(f"Error: {source} holds no observations: run `{make_command('verify', content)}` first")


def _results(content: Content, source: Path | None, reference: str | None) -> Results:
    if reference is None and source and is_contribution(source):
        message = "is what a reader's `faultbook verify` wrote: look at it, then say where it came from"
        raise UsageProblem(f"{source} {message} with --contributed, such as the address of the issue")
    if reference is None:
        return read_results(source) if source else read_store(local_store(content.root))
    if source is None:
        raise UsageProblem("--contributed marks a reader's file: name that with --from")
    return read_contribution(source, content, reference)


def _take(content: Content, found: Sequence[Found], *, dry_run: bool) -> None:
    if dry_run:
        for item in found:
            say(f"would take {item}: {printable(ending(item.observation))}")
    promotion = promote(content, content.root / "evidence", found, dry_run=dry_run)
    say("\n".join(promotion.lines()))
    if dry_run:
        say("nothing was written")
        return
    promoted = load_evidence(content.root / "evidence")
    say("\n".join((*contradictions(content, promoted), *verdict_lines(judged_claims(content, promoted)))))


# --- gc ----------------------------------------------------------------------------------------


@evidence.command()
@CONTENT_OPTION
@click.option("--dry-run", is_flag=True, help="Say what would be deleted, and delete nothing.")
@click.option("--stale", is_flag=True, help="Delete also committed observations of programs that changed since.")
def gc(content: Path, *, dry_run: bool, stale: bool) -> None:
    """Delete observations and files that nothing is made from any more."""
    loaded, _warnings = load_or_exit(content, judged=False)
    leftovers = clear(loaded, local_store(content), stale=stale, dry_run=dry_run)
    verb = "would delete" if dry_run else "deleted"
    for leftover in leftovers:
        say(f"{verb} {leftover}")
    say(f"{verb} {len(leftovers)} in all")


# --- export ------------------------------------------------------------------------------------


@evidence.command()
@CONTENT_OPTION
@click.option("--junit", "path", required=True, type=click.Path(path_type=Path, dir_okay=False), help="The file.")
@ENV_OPTION
def export(content: Path, path: Path, pattern: str | None) -> None:
    """Write the verdicts as JUnit XML, a suite for each environment and a case for each claim."""
    loaded, _warnings = load_or_exit(content, judged=False)
    recorded = recorded_evidence(loaded)
    environments = _environments(recorded, pattern)
    if not environments:
        _nothing_to_do(f"nothing is recorded: run `{make_command('verify', content)}` first")
    report = junit_report(loaded, recorded, environments)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_xml(report))
    except OSError as error:
        raise UsageProblem(f"{path} cannot be written: {error.strerror}. Name another file with --junit") from error
    counts = ", ".join(f"{report.get(name)} {name}" for name in ("tests", "failures", "errors", "skipped"))
    say(f"wrote {path}: {len(environments)} environments, {counts}")


# --- diff --------------------------------------------------------------------------------------


@evidence.command()
@CONTENT_OPTION
@click.argument("a")
@click.argument("b")
@click.option("--all", "everything", is_flag=True, help="List also claims that are alike, or ran in one only.")
@click.option("--exit-code", is_flag=True, help="Exit 1 if any verdict differs.")
@click.option(
    "--format",
    "form",
    default="text",
    show_default=True,
    type=click.Choice(["text", "json"]),
    help="How it is printed.",
)
def diff(content: Path, a: str, b: str, form: str, *, everything: bool, exit_code: bool) -> None:
    """Compare two environments, claim by claim. Each is an id, the beginning of one, or a name with * in it."""
    loaded, _warnings = load_or_exit(content, judged=False)
    recorded = recorded_evidence(loaded)
    comparison = compare(loaded, recorded, *(_environment(recorded, pattern) for pattern in (a, b)))
    listed = [claim for claim in comparison.claims if everything or claim.difference in ("verdict", "seen")]
    say(as_json(comparison, listed) if form == "json" else as_text(comparison, listed))
    if comparison.nothing_in_common:
        _nothing_to_do("no claim was run in both")
    if exit_code and comparison.counts["verdict"]:
        sys.exit(1)


def _nothing_to_do(message: str) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(NOTHING_RAN)


def _environments(recorded: Evidence, pattern: str | None) -> list[Environment]:
    known = {environment for _entry, environment in recorded.observations} & recorded.environments.keys()
    environments = [recorded.environments[name] for name in known]
    try:
        return environments_like(pattern or "*", environments) if pattern or environments else []
    except NoSuchEnvironmentError as error:
        raise click.UsageError(str(error)) from error


def _environment(recorded: Evidence, pattern: str) -> Environment:
    try:
        return one_environment(pattern, recorded.environments.values())
    except NoSuchEnvironmentError as error:
        raise click.UsageError(str(error)) from error


# --- accept ------------------------------------------------------------------------------------


@click.command()
@CONTENT_OPTION
@click.argument("entry_id", metavar="ENTRY")
@click.option("--claim", help="Only the claim with this id, also if it is refuted or flaky.")
@ENV_OPTION
def accept(content: Path, entry_id: str, claim: str | None, pattern: str | None) -> None:
    """Make contradicted claims of an entry expect what was seen, for review. Exit 3 if there are none."""
    loaded, _warnings = load_or_exit(content, judged=False)
    entry = loaded.find(entry_id)
    if entry is None:
        raise click.UsageError(f"there is no entry '{entry_id}': name it as <domain>/<slug>")
    claims = [item.id for _role, item in entry.entry.all_claims()]
    if claim and claim not in claims:
        raise click.UsageError(f"{entry_id} has no claim '{claim}'; there are: {', '.join(claims)}")
    recorded = recorded_evidence(loaded)
    chosen = {environment.id for environment in _environments(recorded, pattern)} if pattern else None
    proposal = propose(entry, recorded, claim, chosen)
    for line in proposal.refused:
        click.echo(f"refused: {line}", err=True)
    if proposal.accepted:
        _write(loaded, entry, proposal.accepted)
    elif proposal.refused:
        sys.exit(1)
    else:
        _nothing_to_do(f"no claim of {entry_id} is contradicted by a run of its present program")


def _write(content: Content, entry: LoadedEntry, accepted: Collection[Accepted]) -> None:
    edited = write_accepted(content, entry, accepted)
    say(edited.diff.rstrip("\n"))
    if edited.problems:
        print_problems(list(edited.problems), "text")
        raise click.ClickException(f"with this change {entry.id} is not valid: the file was left as it was")
    for item in accepted:
        for environment in item.contradicted_in:
            click.echo(f"note: {item.name} was confirmed in {environment}, and is contradicted there now", err=True)
