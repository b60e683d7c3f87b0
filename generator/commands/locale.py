"""Interface texts in a further language: parse, one call, print."""

from __future__ import annotations

from pathlib import Path

import click

from generator.commands.options import CONTENT_OPTION, UsageProblem, say
from generator.content.interface_texts import LOCALES, InterfaceTextsError, all_texts, start_catalogue, untranslated
from generator.content.loader import SITE_FILE, load_content
from generator.problems import relative_to_cwd
from generator.terminal.hints import make_command


@click.command()
@CONTENT_OPTION
@click.argument("language")
def locale(content: Path, language: str) -> None:
    """Write a file with every text of the interface, to be translated. What is translated in it stays."""
    site = load_content(content).site
    if site is None:
        raise UsageProblem(f"{content / SITE_FILE} cannot be used: run `{make_command('check', content)}`")
    if language not in site.locale_codes:
        there = ", ".join(site.locale_codes)
        raise UsageProblem(f"{content / SITE_FILE} has no language '{language}': add it to locales; there are: {there}")
    try:
        path = start_catalogue(language, content / LOCALES)
        missing = untranslated(language, content / LOCALES)
    except InterfaceTextsError as error:
        raise UsageProblem(f"{content / LOCALES / language}.po: {error}") from error
    say(f"wrote {relative_to_cwd(path)}: {missing} of {len(all_texts())} interface texts are in English")
