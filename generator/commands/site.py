"""Check content, start an entry: parse, one call, print."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generator.build import find_problems
from generator.commands.options import CONTENT_OPTION, FORMAT_OPTION, say
from generator.commands.report import checked_line
from generator.commands.shared import print_problems
from generator.content.loader import load_content
from generator.content.scaffold import ScaffoldError, start_entry
from generator.problems import ReportFormat, has_errors, relative_to_cwd
from generator.terminal.hints import make_command


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
@click.argument("entry_id")
def new(content: Path, entry_id: str) -> None:
    """Start an entry: a folder with an entry.yaml and a reproduction to fill in, and a test of look-up for ours."""
    try:
        written = start_entry(content, entry_id)
    except ScaffoldError as error:
        raise click.ClickException(str(error)) from error
    paths = ", ".join(relative_to_cwd(path) for path in written)
    say(f"wrote {paths}: fill them in, then run `{make_command('check', content)}`")
