"""Checks of interface texts that a content folder brings: pages are made with them, in every language of the site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator.checks.rule import Finding, problems
from generator.content.interface_texts import LOCALES, InterfaceTextsError, faults_in, read_catalogue
from generator.content.loader import Content
from generator.files import show
from generator.problems import Location, Problem

INTERFACE_CODES: dict[str, str] = {
    "LANG001": "interface texts are of a language of the site, and can be put where the English ones stand",
}


def check_interface(content: Content) -> Iterator[Problem]:
    """Yield what is wrong with the content's own interface texts."""
    yield from problems("LANG001", _usable(content))


def _usable(content: Content) -> Iterator[Finding]:
    codes = content.site.locale_codes if content.site else ()
    for path in sorted((content.root / LOCALES).glob("*.po")) if codes else ():
        if path.stem in codes:
            yield from _faults(path)
        else:
            hint = f"it has: {', '.join(codes)}; rename the file, or add the language to locales in site.yaml"
            yield Finding(Location(show(path)), f"the site has no language '{path.stem}'", hint)


def _faults(path: Path) -> Iterator[Finding]:
    try:
        found = list(faults_in(read_catalogue(path, path.stem)))
    except InterfaceTextsError as error:
        yield Finding(Location(show(path), error.line), str(error), "a gettext catalogue in UTF-8 is expected")
        return
    for line, fault in found:
        yield Finding(Location(show(path), line), fault, "keep the placeholders of the English text as they are")
