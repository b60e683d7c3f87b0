"""`generator environments`: which environments claims ask for, and making them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click

from generator.commands.options import CONTENT_OPTION, NOTHING_RAN, USAGE, UsageProblem, say
from generator.commands.shared import load_or_exit
from generator.terminal.installing import shown
from generator.verify.made import MakingError, how_much, make, make_simulated_driver
from generator.verify.recipes import Asked, Recipe, RecipeError, asked_for, asks_for_a_simulated_driver, recipes, total

PACE = 10_000_000  # bytes a second: what a download takes depends on the network, so it is said at which pace


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
    found = list(asked_for(loaded, [recipe for recipe in _recipes() if recipe.light or not light]))
    wanted = [asked.recipe for asked in found if (asked.claims if every else asked.alone)]
    for asked in found:
        say(_line(asked, wanted=asked.recipe in wanted, measured=not making))
    failed = making and not _make_all([recipe for recipe in wanted if not recipe.is_made])
    if making and not light and asks_for_a_simulated_driver(loaded):
        failed |= not _made(make_simulated_driver)
    sys.exit(NOTHING_RAN if failed else 0)


def _make_all(due: Sequence[Recipe]) -> bool:
    """Make environments, each after the other; say before how much that is. Return whether all were made."""
    if due:
        click.echo(_announcement(due), err=True)
    made = [_made(partial(make, recipe), f"{place} of {len(due)}: ") for place, recipe in enumerate(due, 1)]
    return all(made)


def _announcement(due: Sequence[Recipe]) -> str:
    """Say how much is about to be downloaded, how long that takes, and how much less there is to choose."""
    whole = total([recipe.download for recipe in due])
    minutes = f" ({whole[0] / PACE / 60:.0f} minutes or more at {PACE / 1e6:.0f} MB a second)" if whole else ""
    light = [recipe for recipe in due if recipe.light]
    less = f"; LIGHT=1 makes {len(light)} of them: {how_much(total([recipe.download for recipe in light]))}"
    text = f"{len(due)} environment{'s' if len(due) > 1 else ''} to make: {how_much(whole)} to download{minutes}"
    return f"{text}, more on disk{less if 0 < len(light) < len(due) else ''}"


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
        state += f", {shown(size)} in {recipe.folder}"
    elif measured:
        state += f", {how_much(recipe.download)} to download"
    more = f", {len(asked.alone)} of them need it" if asked.claims else ""
    return f"{recipe.name}: {recipe.about}; {state}; {len(asked.claims)} claims can run in it{more}"


def _made(work: Callable[[Callable[[str], None]], None], place: str = "") -> bool:
    try:
        work(lambda text: click.echo(place + text, err=True))
    except MakingError as error:
        click.echo(f"Error: {error}", err=True)
        return False
    return True
