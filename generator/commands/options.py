"""Options, exit codes and words that commands share. Imports little: a command with nothing to do is to end at once."""

from __future__ import annotations

from pathlib import Path

import click

CONTRADICTED, USAGE, NOTHING_RAN = 1, 2, 3
INTERRUPTED = 130  # what shells give for an interrupt


def _web_address(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    if value and not value.startswith(("https://", "http://")):
        raise click.BadParameter(f"'{value}' is no web address: write it whole, such as https://example.org/errors/")
    return value


ADDRESS_OPTION = click.option(
    "--address",
    envvar="SITE_ADDRESS",
    callback=_web_address,
    help="The site's address, in place of the one in site.yaml.",
)
SITE_OPTION = click.option(
    "--site", default="site", show_default=True, type=click.Path(path_type=Path), help="The built site."
)
OUT_OPTION = click.option(
    "--out", default="dist", show_default=True, type=click.Path(path_type=Path), help="The folder to write to."
)
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


class UsageProblem(click.ClickException):
    """Something asked for cannot be done as asked; told in one line, exit code 2."""

    exit_code = USAGE


def say(text: str) -> None:
    """Print a text for the user."""
    click.echo(text)
