"""What commands do alike: load content or say what is wrong with it, and print problems."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import click

from generator.build import InvalidContentError, load_valid
from generator.commands.options import UsageProblem
from generator.content.loader import Content
from generator.problems import Problem, ReportFormat, format_problems


def load_or_exit(
    content: Path, form: ReportFormat = "text", address: str | None = None, *, code: int = 1, judged: bool = True
) -> tuple[Content, list[Problem]]:
    """Load and check content; where it has errors, print them and exit with a code. `judged`: see load_valid."""
    try:
        return load_valid(content, address, judged=judged)
    except InvalidContentError as error:
        fail(error, form, code=code)


def refuse_unknown(entries: Iterable[str], content: Content) -> None:
    """Raise UsageProblem where the content has not all the entries that a user named."""
    unknown = sorted(set(entries) - {entry.id for entry in content.entries})
    if unknown:
        raise UsageProblem(f"there is no entry {', '.join(unknown)}: name entries as <domain>/<slug>")


def fail(error: Exception, form: ReportFormat, *, code: int = 1) -> NoReturn:
    """Print an error, with the problems it holds, and exit."""
    if isinstance(error, InvalidContentError):
        print_problems(error.problems, form)
    click.echo(f"Error: {error}", err=True)
    sys.exit(code)


def print_problems(problems: list[Problem], form: ReportFormat) -> None:
    """Print problems in a form; an empty list is printed too where a program reads it."""
    if problems or form == "json":
        click.echo(format_problems(problems, form))
