"""Build the package that users install: parse, one call, print."""

from __future__ import annotations

from pathlib import Path

import click

from generator.commands.options import CONTENT_OPTION, OUT_OPTION, SITE_OPTION, say
from generator.wheel import WheelError, build_wheel


@click.command()
@SITE_OPTION
@CONTENT_OPTION
@OUT_OPTION
def wheel(site: Path, content: Path, out: Path) -> None:
    """Build the faultbook package, with the index of a built site inside."""
    try:
        path = build_wheel(site, out, content)
    except WheelError as error:
        raise click.ClickException(str(error)) from error
    say(f"wrote {path} ({path.stat().st_size / 1000:.0f} KB)")
