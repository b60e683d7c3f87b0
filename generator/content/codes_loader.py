"""Disk → status codes and look-up texts: what was read and what was written about it, as one value for each code."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from generator.content.codes_model import (
    Code,
    CodeNumber,
    CodeTexts,
    Library,
    LibraryTexts,
    LookupTexts,
    ReadCatalog,
    ReadCode,
    ReadLibrary,
)
from generator.content.positions import Tree
from generator.content.reading import load_model
from generator.files import show
from generator.problems import Location, Problem
from generator.terminal.hints import generator_command

CODES_FOLDER = "codes"
READ_FOLDER = "codes/read"
LOOKUP_FILE = "lookup.yaml"


def load_codes(root: Path, locales: Iterable[str], problems: list[Problem]) -> tuple[tuple[Library, ...], bool]:
    """Load every library of `codes/`; return them by name, and whether all of them could be read whole."""
    slugs = sorted(_names(root / CODES_FOLDER) | _names(root / READ_FOLDER))
    locales = tuple(locales)
    found = [_load_library(root, slug, locales, problems) for slug in slugs]
    libraries = tuple(library for library, _whole in found if library is not None)
    return libraries, all(whole for _library, whole in found)


def load_lookup(root: Path, locales: Iterable[str], problems: list[Problem]) -> tuple[LookupTexts, Tree]:
    """Load `lookup.yaml`; there need be no such file."""
    path = root / LOOKUP_FILE
    if not os.path.lexists(path):
        return LookupTexts(), Tree(show(path))
    tree, texts, _guesses = load_model(path, LookupTexts, locales)
    problems.extend(tree.problems)
    return texts or LookupTexts(), tree


def _names(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.yaml") if not path.name.startswith(".")}


def _load_library(
    root: Path, slug: str, locales: tuple[str, ...], problems: list[Problem]
) -> tuple[Library | None, bool]:
    written, imported = (root / folder / f"{slug}.yaml" for folder in (CODES_FOLDER, READ_FOLDER))
    if not os.path.lexists(imported):
        message = f"no codes of library '{slug}' were read"
        hint = f"run: {generator_command('codes import', root)}, or rename the file"
        problems.append(Problem(Location(show(written)), "CODE001", message, hint))
        return None, False
    if not os.path.lexists(written):
        message = f"library '{slug}' has no texts, so its codes are not shown"
        hint = f"write {show(written)}: docs/content-model.md has the keys"
        problems.append(Problem(Location(show(imported)), "CODE002", message, hint, "warning"))
        return None, True
    tree, texts, guesses = load_model(written, LibraryTexts, locales)
    read_tree, read, wrong = load_model(imported, ReadLibrary, nulls=True)
    problems.extend((*tree.problems, *read_tree.problems))
    if texts is None or read is None:
        return None, False
    earlier = _earlier(texts)
    codes = tuple(
        _merge(slug, code, texts, (*earlier.get(code.name, ()), *_read_numbers(code, read.catalog)))
        for code in read.codes
    )
    return Library(slug, texts, read, codes, tree, read_tree), not (guesses or wrong)


def _earlier(texts: LibraryTexts) -> dict[str, tuple[CodeNumber, ...]]:
    """Return the numbers from before the packages one can read, by name."""
    found: dict[str, tuple[CodeNumber, ...]] = {}
    for item in texts.earlier:
        number = CodeNumber(item.number, item.since, item.until, from_first=False, source=item.source)
        found[item.name] = (*found.get(item.name, ()), number)
    return found


def _read_numbers(code: ReadCode, catalog: ReadCatalog | None) -> Iterator[CodeNumber]:
    """Yield the numbers of a code as read; the source of one that no version has is the catalog."""
    for item in code.numbers:
        source = catalog.url if catalog and item.since is None else None
        yield CodeNumber(item.number, item.since, item.until, item.from_first, source)


def _merge(library: str, code: ReadCode, texts: LibraryTexts, numbers: tuple[CodeNumber, ...]) -> Code:
    said = texts.codes.get(code.name, CodeTexts())
    return Code(
        name=code.name,
        library=library,
        symbol=code.symbol,
        message=code.message,
        numbers=numbers,
        alias_of=code.alias_of,
        meaning=said.meaning,
        first=said.first,
        sticky=said.sticky,
        source=said.source,
        documented=code.documented,
        printed=said.printed,
    )
