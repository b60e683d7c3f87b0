"""Permalinks: which names the ledger lacks, and adding them."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from generator.checks.permalinks import missing_names
from generator.commands.options import CONTENT_OPTION, say
from generator.commands.shared import load_or_exit
from generator.content.permalink_ledger import LEDGER_FILE, append_names
from generator.problems import relative_to_cwd


@click.command()
@CONTENT_OPTION
@click.option("--add", is_flag=True, help="Append the names to the ledger, in a block with today's date.")
def permalinks(content: Path, *, add: bool) -> None:
    """List the names of the site that are not in the ledger of permalinks. Exit 1 if any is and stays so."""
    loaded, _warnings = load_or_exit(content, judged=False)
    missing = missing_names(loaded)
    shown = relative_to_cwd(content / LEDGER_FILE)
    if not missing:
        say(f"every name of the site is in {shown}")
        return
    if add:
        append_names(content, missing, datetime.now(UTC).date())
        say(f"{len(missing)} name(s) added to {shown}: commit it before the site is published")
        return
    say("\n".join(missing))
    say(f"{len(missing)} name(s) of the site are not in {shown}: add them with --add")
    sys.exit(1)
