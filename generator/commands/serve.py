"""Show the site on this machine: parse, one call."""

from __future__ import annotations

from pathlib import Path

import click

from generator.commands.options import ADDRESS_OPTION, CONTENT_OPTION, SITE_OPTION, UsageProblem
from generator.serve.server import PortError, serve_site


@click.command()
@CONTENT_OPTION
@SITE_OPTION
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="The port; 0: any that is free."
)
@ADDRESS_OPTION
def serve(content: Path, site: Path, port: int, address: str | None) -> None:
    """Show the site on this machine; rebuild what changes and reload the page."""
    try:
        serve_site(content, site, port, address)
    except PortError as error:
        raise UsageProblem(str(error)) from error
