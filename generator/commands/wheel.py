"""Build the package that users install: parse, one call, print."""

from __future__ import annotations

from pathlib import Path

import click

from generator.build.loading import InvalidContentError, judged_entries
from generator.commands.options import ADDRESS_OPTION, CONTENT_OPTION, OUT_OPTION, say
from generator.commands.shared import fail, load_or_exit
from generator.distribution.carried import plan_for
from generator.distribution.wheel import WheelError, build_wheel
from generator.judge.catalogue import catalogue_of, ref_of
from generator.render.lookup_records import lookup_document


@click.command()
@CONTENT_OPTION
@ADDRESS_OPTION
@OUT_OPTION
def wheel(content: Path, address: str | None, out: Path) -> None:
    """Build the faultbook package, with the index of the content and its programs inside."""
    loaded, _warnings = load_or_exit(content, address=address)
    try:
        entries = judged_entries(loaded)
        assert loaded.site
        catalogue = catalogue_of(loaded, loaded.site, map(ref_of, entries))
        index = lookup_document(catalogue, entries)
        plans = {entry.id: plan_for(loaded.site, entry) for entry in entries}
        built = build_wheel(index, out, content, plans)
    except InvalidContentError as error:
        fail(error, "text")
    except WheelError as error:
        raise click.ClickException(str(error)) from error
    for older in built.deleted:
        say(f"deleted {older}")
    say(f"wrote {built.path} ({built.path.stat().st_size / 1000:.0f} KB): pip install {built.path}")
