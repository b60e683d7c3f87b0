"""Translations: which are to be compared with their originals, and recording that somebody did."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generator.commands.options import CONTENT_OPTION, UsageProblem, say
from generator.commands.shared import load_or_exit
from generator.content.loader import Content
from generator.content.outdated import marks_of, never_compared, outdated
from generator.content.translations import COMPARED_FILE, write_compared
from generator.problems import relative_to_cwd


@click.command()
@CONTENT_OPTION
@click.argument("entries", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every entry.")
def translated(content: Path, entries: tuple[str, ...], *, everything: bool) -> None:
    """Record that somebody has compared the translations of these entries with what their originals say now.

    Without an entry, list those that are to be compared; exit 1 if there are any.
    """
    loaded, _warnings = load_or_exit(content, judged=False)
    unknown = [entry for entry in entries if entry not in loaded.ids]
    if unknown:
        raise UsageProblem(f"no such entry: {', '.join(unknown)}")
    shown = relative_to_cwd(content / COMPARED_FILE)
    chosen = loaded.ids if everything else frozenset(entries)
    if chosen:
        _record(content, loaded, chosen)
        say(f"{len(chosen)} of {len(loaded.ids)} entries recorded in {shown}: commit it with them")
        return
    waiting = sorted({*never_compared(loaded), *(entry.id for entry in loaded.entries if outdated(loaded, entry))})
    if waiting:
        say("\n".join(waiting))
        say(f"{len(waiting)} of {len(loaded.ids)} entries are to be compared with their originals")
        sys.exit(1)
    say(f"every translation says what its original says, by {shown}")


def _record(root: Path, content: Content, chosen: frozenset[str]) -> None:
    """Write the current records of the chosen entries, and keep those of the others."""
    before = content.compared.records if content.compared else {}
    records: dict[tuple[str, str], list[str]] = {}
    for entry in content.entries:
        now = list(marks_of(content, entry).values())
        for locale in content.site.locale_codes[1:] if content.site else ():
            key = entry.id, locale
            if entry.id in chosen:
                records[key] = now
            elif key in before:
                kept = before[key].marks
                records[key] = [*(mark for mark in now if mark in kept), *sorted(kept.difference(now))]
    write_compared(root, records)
