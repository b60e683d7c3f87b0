"""Build the package that users install: parse, one call, print."""

from __future__ import annotations

from pathlib import Path

import click

from generator.commands.options import CONTENT_OPTION, say
from generator.wheel import WheelError, build_wheel


@click.command()
@click.option(
    "--site",
    default="site",
    show_default=True,
    type=click.Path(path_type=Path),
    help="The built site to take the index from.",
)
@CONTENT_OPTION
@click.option("--out", default="dist", show_default=True, type=click.Path(path_type=Path), help="Where the wheel goes.")
def wheel(site: Path, content: Path, out: Path) -> None:
    """Build the faultbook package, with the index of a built site inside."""
    try:
        path = build_wheel(site, out, content)
    except WheelError as error:
        raise click.ClickException(str(error)) from error
    say(f"wrote {path} ({path.stat().st_size / 1000:.0f} KB)")
