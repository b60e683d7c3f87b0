"""Put a built site into an archive for machines without a network: parse, one call, print."""

from __future__ import annotations

from pathlib import Path

import click

from generator.commands.options import OUT_OPTION, SITE_OPTION, say
from generator.distribution.offline import OfflineError, build_archive


@click.command()
@SITE_OPTION
@OUT_OPTION
def offline(site: Path, out: Path) -> None:
    """Put a built site into an archive, with a server of one file to show it with."""
    try:
        path = build_archive(site, out)
    except OfflineError as error:
        raise click.ClickException(str(error)) from error
    say(f"wrote {path} ({path.stat().st_size / 1e6:.1f} MB): unpack it anywhere, then: python serve.py")
