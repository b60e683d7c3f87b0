"""Build the package that users install: parse, one call, print."""

from __future__ import annotations

from pathlib import Path

import click

from generator.build import InvalidContentError, judged_catalogue, recorded_evidence
from generator.commands.options import ADDRESS_OPTION, CONTENT_OPTION, OUT_OPTION, say
from generator.commands.shared import fail, load_or_exit
from generator.distribution.carried import carried_plans
from generator.distribution.wheel import WheelError, build_wheel
from generator.render.addresses import Addresses
from generator.render.lookup import lookup_document


@click.command()
@CONTENT_OPTION
@ADDRESS_OPTION
@OUT_OPTION
def wheel(content: Path, address: str | None, out: Path) -> None:
    """Build the faultbook package, with the index of the content and its programs inside."""
    loaded, _warnings = load_or_exit(content, address=address)
    try:
        catalogue = judged_catalogue(loaded)
        index = lookup_document(catalogue, Addresses(catalogue.site))
        built = build_wheel(index, out, content, carried_plans(catalogue, recorded_evidence(loaded)))
    except InvalidContentError as error:
        fail(error, "text")
    except WheelError as error:
        raise click.ClickException(str(error)) from error
    for older in built.deleted:
        say(f"deleted {older}")
    say(f"wrote {built.path} ({built.path.stat().st_size / 1000:.0f} KB): pip install {built.path}")
