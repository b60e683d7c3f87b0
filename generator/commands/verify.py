"""`generator verify`: options, and the way out where nothing has changed. The work is in `verifying`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from generator.commands.options import (
    CONTENT_OPTION,
    INTERRUPTED,
    PYTHON_OPTION,
    ROLE_OPTION,
    SHARED_OPTION,
    UsageProblem,
    say,
)
from generator.paths import inputs_digest
from generator.publish.command_cache import find_conclusion, remember_conclusion
from generator.verify.interpreters import ProbeError, look_around

if TYPE_CHECKING:
    from generator.verify.interpreters import Described

SOURCES = ("generator", "faultbook")  # what decides, beside content and observations, what a verify says


def _shard(_context: click.Context, _option: click.Parameter, value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    index, slash, count = value.partition("/")
    if not (slash and index.isdecimal() and count.isdecimal() and 1 <= int(index) <= int(count)):
        raise click.BadParameter(f"'{value}' is no part of a whole: write i/n with i from 1 to n, such as 2/4")
    return int(index), int(count)


@click.command()
@CONTENT_OPTION
@PYTHON_OPTION
@click.argument("entries", nargs=-1)
@click.option("--plan", "only_plan", is_flag=True, help="Print what would run and why, and run nothing.")
@click.option("--again", is_flag=True, help="Run also what is recorded already.")
@click.option("--changed", is_flag=True, help="Only programs that are new or changed since they were last recorded.")
@ROLE_OPTION
@SHARED_OPTION
@click.option("--env", "pattern", help="Only environments at hand with this name (* for anything) or id.")
@click.option("--repeat", default=1, show_default=True, type=click.IntRange(1, 100), help="Run each so many times.")
@click.option("--shard", "part", callback=_shard, help="Run one of n equal parts, such as 2/4.")
@click.option(
    "--executor",
    help="Run on other machines: dask://HOST:PORT, a scheduler of Dask's (tls:// with certificates), or slurm:FILE, "
    "where FILE names environments of a cluster. docs/fleet.md.",
)
@click.option(
    "--compare",
    is_flag=True,
    help="Compare each verdict with the committed one in an environment alike; exit 1 if one differs.",
)
def verify(content: Path, pythons: tuple[str, ...], entries: tuple[str, ...], **asked: Any) -> None:
    """Run snippets on this machine, or with --executor on others.

    Exit 0: nothing is contradicted. 1: a claim is contradicted, or a verdict differs. 2: wrong usage. 3: something was
    asked for and did not run.
    """
    _refuse_what_does_not_go_together(asked, pythons)
    if asked["executor"]:
        _conclude_on_fleet(content, entries, asked)
    described = _describe(pythons, shared_gpu=asked["shared_gpu"])
    settings = [repr((entries, sorted(asked.items()), described))]
    digest = inputs_digest(content, SOURCES, settings)
    # With nothing changed since nothing was due, the answer is the same, and none of the rest need be imported.
    conclusion = None if asked["again"] else find_conclusion("verify", digest)
    if conclusion is None:
        from generator.commands.verifying import conclude  # slow to import

        try:
            conclusion = conclude(content, described, entries, asked)
        except KeyboardInterrupt:
            _say_stopped()
        # Where this run or another has recorded something since, nobody knows whether it was read.
        unchanged = digest == inputs_digest(content, SOURCES, settings)
        if conclusion.lasting and unchanged and not asked["again"]:
            remember_conclusion("verify", digest, conclusion)
    for line in conclusion.said:
        say(line)
    sys.exit(conclusion.code)


def _conclude_on_fleet(content: Path, entries: tuple[str, ...], asked: Mapping[str, Any]) -> NoReturn:
    from generator.commands.fleet import conclude_on_fleet  # of use only there, and slow to import

    try:
        conclusion = conclude_on_fleet(content, asked["executor"], entries, asked)
    except KeyboardInterrupt:
        _say_stopped()
    for line in conclusion.said:
        say(line)
    sys.exit(conclusion.code)


def _say_stopped() -> NoReturn:
    click.echo("stopped; what had ended is recorded, and the next start does the rest", err=True)
    sys.exit(INTERRUPTED)


def _describe(pythons: Iterable[str], *, shared_gpu: bool) -> list[Described]:
    try:
        return look_around(pythons, shared_gpu=shared_gpu).described
    except ProbeError as error:
        raise UsageProblem(str(error)) from error


def _refuse_what_does_not_go_together(asked: Mapping[str, Any], pythons: Iterable[str]) -> None:
    if asked["executor"] and (any(pythons) or asked["shared_gpu"]):
        raise UsageProblem("--python and --shared-gpu are about this machine, --executor about others: leave out one")
    if asked["executor"] and asked["part"]:
        raise UsageProblem("--shard is for machines that know nothing of each other; --executor shares out by itself")
    if asked["compare"] and asked["changed"]:
        raise UsageProblem("--compare runs what is committed once more, --changed leaves it out: leave out one of them")
