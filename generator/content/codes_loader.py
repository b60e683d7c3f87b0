"""Disk → status codes and look-up texts: what was read and what was written about it, as one value for each code."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

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
from generator.content.reading import load_model, yaml_file
from generator.files import show
from generator.problems import Location, Problem, has_errors
from generator.terminal.hints import codes_command

CODES_FOLDER = "codes"
READ_FOLDER = "codes/read"
LOOKUP_FILE = "lookup.yaml"


class LoadedCodes(NamedTuple):
    """The libraries in whose files nothing is wrong, by name; `complete` is false when there are more."""

    libraries: tuple[Library, ...]
    complete: bool
    problems: tuple[Problem, ...]


def load_codes(root: Path) -> LoadedCodes:
    """Load every library of `codes/`."""
    slugs = sorted(_names(root / CODES_FOLDER) | _names(root / READ_FOLDER))
    found = [load_library(root, slug) for slug in slugs]
    problems = tuple(problem for _library, some in found for problem in some)
    return LoadedCodes(tuple(library for library, _some in found if library), not has_errors(problems), problems)


def load_lookup(root: Path) -> tuple[LookupTexts, tuple[Problem, ...]]:
    """Load `lookup.yaml`; there need be no such file."""
    path = root / LOOKUP_FILE
    if not os.path.lexists(path):
        return LookupTexts(), ()
    texts, problems = load_model(yaml_file(path), LookupTexts)
    return texts or LookupTexts(), problems


def _names(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.yaml") if not path.name.startswith(".")}


def load_library(root: Path, slug: str) -> tuple[Library | None, tuple[Problem, ...]]:
    """Load one library from its two files: what was written of its codes, and what was read from its packages."""
    written, imported = (root / folder / f"{slug}.yaml" for folder in (CODES_FOLDER, READ_FOLDER))
    if not os.path.lexists(imported):
        message = f"no codes of library '{slug}' were read"
        hint = f"run: {codes_command(root)}, or rename the file"
        return None, (Problem(Location(show(written)), "CODE001", message, hint),)
    if not os.path.lexists(written):
        message = f"library '{slug}' has no texts, so its codes are not shown"
        hint = f"write {show(written)}: docs/content-model.md has the keys"
        return None, (Problem(Location(show(imported)), "CODE002", message, hint, "warning"),)
    file, read_file = yaml_file(written), yaml_file(imported)
    texts, problems = load_model(file, LibraryTexts)
    read, read_problems = load_model(read_file, ReadLibrary, nulls=True)
    if texts is None or read is None:
        return None, (*problems, *read_problems)
    earlier = _earlier(texts)
    codes = tuple(
        _merge(slug, code, texts, (*earlier.get(code.name, ()), *_read_numbers(code, read.catalog)))
        for code in read.codes
    )
    return Library(slug, texts, read, codes, file, read_file), ()


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
