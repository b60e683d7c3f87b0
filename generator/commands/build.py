"""`generator build`: check, run what is due within a budget, render, publish."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.build.scan import Scan, scan
from generator.commands.options import (
    ADDRESS_OPTION,
    CONTENT_OPTION,
    FORMAT_OPTION,
    PYTHON_OPTION,
    SHARED_OPTION,
    say,
)
from generator.problems import ReportFormat
from generator.publish.stamp import Look, look_at, remember, settings_digest
from generator.publish.writer import Published
from generator.terminal.hints import make_command

if TYPE_CHECKING:  # a build with nothing to do is to end at once
    from generator.verify.environments import Host

BUDGET_MINUTES = 3.0


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
@click.option(
    "--images",
    "pictures",
    envvar="IMAGES",
    default="auto",
    show_default=True,
    type=click.Choice(["auto", "never"]),
    help="auto: draw a picture for those who share a page, where it changed. never: leave them out, for a quick build.",
)
@click.option(
    "--package",
    envvar="PACKAGE",
    default="auto",
    show_default=True,
    type=click.Choice(["auto", "never"]),
    help="auto: put the package that looks errors up offline beside its page. never: leave it out, for thousands of "
    "entries.",
)
def build(  # noqa: PLR0913, PLR0917 - an option each
    content: Path,
    form: ReportFormat,
    pythons: tuple[str, ...],
    site_dir: Path,
    address: str | None,
    word: str,
    minutes: float,
    pictures: str,
    package: str,
    *,
    shared_gpu: bool,
) -> None:
    """Check content, run what is due on this machine, and build the site."""
    started = time.monotonic()
    hosts: list[Host] = []
    ran_on, runs = "nothing here: recorded evidence only", None
    if word != "never":
        from generator.commands.due import Due, hosts_at_hand, where_programs_ran  # it imports much

        at_hand, hosts = hosts_at_hand(pythons, shared_gpu=shared_gpu)
        ran_on = where_programs_ran(at_hand, hosts, make_command("site", content, site_dir)) or ran_on
        runs = Due(hosts, word, minutes if word == "auto" else None)
    settings = settings_digest([address or "", word, form, pictures, package, *(host.environment.id for host in hosts)])
    site, seen = _look(site_dir, content)
    before = site.unchanged(seen.stamp, settings)
    if before:
        counts, published = before.said, Published(before.files, 0, 0, before.pages, before.states_digest)
    else:
        from generator.build.site import Wanted
        from generator.commands.building import build_or_exit, said_of  # of use only where something has changed

        after, is_complete = [], True
        if runs:
            attempt = runs.run(content, form, address)
            after, is_complete = attempt.lines(content), attempt.is_complete
            if attempt.ran:  # which took its time
                _site, seen = _look(site_dir, content)
        wanted = Wanted(images=pictures != "never", package=package != "never")
        built = build_or_exit(content, form, address, site_dir, seen, wanted)
        counts, published = (*said_of(built, form), *after), built.published
        # Not where a run is to be tried again. What changed meanwhile has another stamp when it is looked at next.
        if is_complete and seen.is_settled:
            remember(site_dir, seen.stamp, settings, published, counts)
    took = time.monotonic() - started
    say(_summary(counts, published, ran_on, (content, site_dir), took))


def _look(site_dir: Path, content: Path) -> tuple[Look, Scan]:
    """Look at a site's files in another process, while this one looks at what it is made from."""
    site = look_at(site_dir, may_fork=True)
    seen = scan(content, may_fork=True)
    seen.site = site.states
    return site, seen


def _summary(
    counts: Iterable[str], published: Published, ran_on: str, folders: tuple[Path, Path], seconds: float
) -> str:
    """Return the few lines that end a build. `folders` are those of the content and of the site."""
    content, site_dir = folders
    lines = [
        "",
        *counts,
        f"pages     {published.pages}",
        f"files     {published.files} in {site_dir}/: {published.written} written, {published.deleted} deleted",
        f"ran on    {ran_on or 'nothing here: recorded evidence only'}",
        f"took      {seconds:.1f} s",
        f"look at it: {make_command('serve', content, site_dir)}, then http://127.0.0.1:8000/",
    ]
    return "\n".join(lines)
