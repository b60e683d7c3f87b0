"""Options, exit codes and words that commands share. Imports little: a command with nothing to do is to end at once."""

from __future__ import annotations

from pathlib import Path

import click

from generator.terminal.hints import CONTENT, SITE, make_command

CONTRADICTED, USAGE, NOTHING_RAN, LEFT = 1, 2, 3, 4
ROLES = ("reproduce", "workaround", "dead-end", "claim")
INTERRUPTED = 130  # what shells give for an interrupt


def _web_address(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    if value and not value.startswith(("https://", "http://")):
        raise click.BadParameter(
            f"'{value}' is not a web address: write it in full, such as https://example.org/errors/"
        )
    return value


ADDRESS_OPTION = click.option(
    "--address",
    envvar="SITE_ADDRESS",
    callback=_web_address,
    help="The site's address, in place of the one in site.yaml.",
)
SITE_OPTION = click.option(
    "--site", default=SITE, show_default=True, type=click.Path(path_type=Path), help="The built site."
)
OUT_OPTION = click.option(
    "--out", default="dist", show_default=True, type=click.Path(path_type=Path), help="The folder to write to."
)
CONTENT_OPTION = click.option(
    "--content", default=CONTENT, show_default=True, type=click.Path(path_type=Path), help="The content folder."
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
    help="What has the frameworks: an interpreter, an environment's folder, or a conda environment; may be repeated. "
    "Default: those found here.",
)
ROLE_OPTION = click.option(
    "--role", "roles", multiple=True, type=click.Choice(ROLES), help="Only programs of claims in this role."
)
SHARED_OPTION = click.option(
    "--shared-gpu", is_flag=True, help="Run on a GPU that something else uses, and record that nobody watched it."
)


def no_host(content: Path) -> str:
    """Say that nothing is here to run programs with, and what to do about it."""
    remedy = make_command("verify", content)
    return f"no interpreter with a framework is at hand: run `{remedy}`, or name one with --python"


class UsageProblem(click.ClickException):
    """Something asked for cannot be done as asked; told in one line, exit code 2."""

    exit_code = USAGE


def say(text: str) -> None:
    """Print a text for the user."""
    click.echo(text)
