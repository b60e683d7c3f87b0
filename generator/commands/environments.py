"""`generator environments`: which environments claims ask for, and making them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from generator.commands.options import CONTENT_OPTION, NOTHING_RAN, USAGE, UsageProblem, say
from generator.commands.shared import load_or_exit
from generator.verify.made import MakingError, make, make_simulated_driver
from generator.verify.recipes import Asked, Recipe, RecipeError, asked_for, asks_for_a_simulated_driver, recipes


@click.command()
@CONTENT_OPTION
@click.option("--make", "making", is_flag=True, help="Make those that are asked for and not made yet.")
@click.option("--light", is_flag=True, help="Only those that continuous integration makes.")
@click.option(
    "--all", "every", is_flag=True, help="Also those that only add versions: every claim they run, another runs too."
)
def environments(content: Path, *, making: bool, light: bool, every: bool) -> None:
    """List the environments without a GPU that claims ask for; --make makes them.

    Exit 0: they are listed, and with --make all that are asked for are made. 2: the list or the content cannot
    be used. 3: one could not be made.
    """
    loaded, _warnings = load_or_exit(content, code=USAGE, judged=False)
    listed = [recipe for recipe in _recipes() if recipe.light or not light]
    failed = False
    for asked in asked_for(loaded, listed):
        wanted = bool(asked.claims if every else asked.alone)
        say(_line(asked, wanted=wanted, measured=not making))
        if making and wanted and not asked.recipe.is_made:
            failed |= not _made(partial(make, asked.recipe))
    if making and not light and asks_for_a_simulated_driver(loaded):
        failed |= not _made(make_simulated_driver)
    sys.exit(NOTHING_RAN if failed else 0)


def _recipes() -> tuple[Recipe, ...]:
    try:
        return recipes()
    except RecipeError as error:
        raise UsageProblem(str(error)) from error


def _line(asked: Asked, *, wanted: bool, measured: bool) -> str:
    recipe = asked.recipe
    state = "made" if recipe.is_made else "not made" if wanted else "not asked for"
    size = recipe.size() if measured else 0  # seconds for all: where they are made, nobody waits for it
    if size:
        state += f", {_shown(size)} in {recipe.folder}"
    more = f", {len(asked.alone)} of them need it" if asked.claims else ""
    return f"{recipe.name}: {recipe.about}; {state}; {len(asked.claims)} claims can run in it{more}"


def _shown(size: int) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.1f} MB"


def _made(work: Callable[[Callable[[str], None]], None]) -> bool:
    try:
        work(partial(click.echo, err=True))
    except MakingError as error:
        click.echo(f"Error: {error}", err=True)
        return False
    return True
