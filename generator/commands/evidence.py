"""The commands that work on what is recorded: parse, one call, print."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NoReturn

import click

from generator.build.loading import recorded_evidence
from generator.commands.options import CONTENT_OPTION, NOTHING_RAN, UsageProblem, say
from generator.commands.report import contradictions, judged_claims, verdict_lines
from generator.commands.shared import load_or_exit, print_problems
from generator.content.loader import Content
from generator.evidence.records import Environment
from generator.evidence.store import Evidence, load_evidence
from generator.files import printable
from generator.judge.counts import count
from generator.judge.describe import ending
from generator.paths import local_store
from generator.problems import has_errors
from generator.recorded.acceptance import Accepted, propose
from generator.recorded.comparison import compare
from generator.recorded.comparison_text import as_json, as_text
from generator.recorded.contributed import is_contribution, read_contribution
from generator.recorded.leftovers import clear
from generator.recorded.matching import NoSuchEnvironmentError, environments_like, one_environment
from generator.recorded.promotion import promote
from generator.recorded.results import ImportedObservation, Results, read_results, read_store
from generator.terminal.hints import make_command

REFERENCE = re.compile(r"(?=.{1,200}\Z)(https?://[^\s<>\"'`\\\x00-\x1f]+|\w[\w #.:/-]*|#\d+)")


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


def _take(content: Content, found: Sequence[ImportedObservation], *, dry_run: bool) -> None:
    if dry_run:
        for item in found:
            say(f"would take {item}: {printable(ending(item.observation))}")
    promotion = promote(content, content.root / "evidence", found, dry_run=dry_run)
    say("\n".join(promotion.lines()))
    if dry_run:
        say("nothing was written")
        return
    promoted = load_evidence(content.root / "evidence")
    say("\n".join((*contradictions(content, promoted), *verdict_lines(count(judged_claims(content, promoted))))))


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


def _environments(recorded: Evidence, pattern: str) -> list[Environment]:
    known = {environment for _entry, environment in recorded.observations} & recorded.environments.keys()
    try:
        return environments_like(pattern, [recorded.environments[name] for name in known])
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
@click.option("--env", "pattern", help="Only these environments: an id, the beginning of one, or a name with * in it.")
def accept(content: Path, entry_id: str, claim: str | None, pattern: str | None) -> None:
    """Print what contradicted claims of an entry would have to expect, and where. Exit 3 if there are none."""
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
        _print_lines(loaded, proposal.accepted)
    elif proposal.refused:
        sys.exit(1)
    else:
        _nothing_to_do(f"no claim of {entry_id} is contradicted by a run of its present program")


def _print_lines(content: Content, accepted: Collection[Accepted]) -> None:
    for item in accepted:
        where = item.line.where
        say(f"{where.path}:{where.line}:{where.column}: {item.name}: {item.line.how}\n{item.line.text}")
        for environment in item.contradicted_in:
            click.echo(f"note: {item.name} was confirmed in {environment}; this line is contradicted there", err=True)
    click.echo(f"nothing was written: copy what you agree with, then {make_command('check', content.root)}", err=True)
