"""Read vendors' status codes: `python -m tools.codes`. Parse, one call, print."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

import click

from generator.commands.options import CONTENT_OPTION, UsageProblem, say
from tools.codes.importing import (
    Header,
    ImportCodesError,
    Imported,
    SavedTable,
    import_catalog,
    import_header,
    import_wheels,
)
from tools.codes.packages import SOURCES
from tools.codes.wheels import UnreadableWheelError, Wheel, as_wheel, wheels_in

PATH = click.Path(path_type=Path)
FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("libraries", nargs=-1, type=click.Choice(list(SOURCES)), metavar="[LIBRARY]...")
@CONTENT_OPTION
@click.option("--packages", "folder", type=FOLDER, help="A folder with wheels: every package that is known is read.")
@click.option("--from", "files", multiple=True, type=PATH, help="A wheel; may be repeated.")
@click.option(
    "--header",
    "headers",
    multiple=True,
    type=(PATH, str, str, str),
    metavar="FILE VERSION PACKAGE RELEASE",
    help="A header by itself, what readers call its version, and what it is from; may be repeated.",
)
@click.option(
    "--catalog",
    type=(PATH, str, click.DateTime(["%Y-%m-%d"])),
    metavar="FILE URL DAY",
    help="The vendor's table of codes, saved as text with tabs; its page, and the day on which it was saved.",
)
def main(
    libraries: tuple[str, ...],
    content: Path,
    folder: Path | None,
    files: tuple[Path, ...],
    headers: tuple[tuple[Path, str, str, str], ...],
    catalog: tuple[Path, str, datetime] | None,
) -> None:
    """Read names, numbers and messages out of packages that lie on disk; keep what was read of other versions."""
    if folder is None and not (files or headers or catalog):
        raise UsageProblem(
            "say what to read: --packages FOLDER, --from WHEEL, --header FILE VERSION PACKAGE RELEASE "
            "or --catalog FILE URL DAY"
        )
    if (headers or catalog) and len(libraries) != 1:
        raise UsageProblem("a header or a catalog is of one library: name it")
    try:
        wheels = [*(wheels_in(folder) if folder else ()), *(as_wheel(path) for path in files)]
        done = [import_header(content, libraries[0], Header(*header)) for header in headers]
        if folder or files:
            done += _import_wheels(content, wheels, libraries, folder)
        if catalog:
            path, url, day = catalog
            done.append(import_catalog(content, libraries[0], SavedTable(path, url, day.date())))
    except (ImportCodesError, UnreadableWheelError) as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(1)
    for imported in done:
        _print(imported)


def _import_wheels(
    content: Path, wheels: list[Wheel], libraries: tuple[str, ...], folder: Path | None
) -> list[Imported]:
    done = import_wheels(content, wheels, libraries)
    if not done:
        wanted = ", ".join(dict.fromkeys(SOURCES[name].package for name in libraries or SOURCES))
        raise ImportCodesError(f"{folder or 'what is given'} holds no wheel of a package that is known: {wanted}")
    return done


def _print(imported: Imported) -> None:
    library = imported.library
    first, last = library.read[0].version, library.read[-1].version
    messages = sum(code.message is not None for code in library.codes)
    state = "written" if imported.changed else "unchanged"
    say(
        f"{state}  {imported.path}: {len(library.codes)} codes, {messages} with a message, "
        f"{len(library.read)} versions, {first} to {last}"
    )


if __name__ == "__main__":
    main(prog_name="python -m tools.codes")
