"""Which name below `/e/` leads to what: slugs and aliases to an entry, status codes to a code, numbers to all codes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from generator.content.codes_model import Code, Library
from generator.content.loader import LoadedEntry

Kind = Literal["entry", "alias", "code", "number"]
OWN_FILES = frozenset({"index.html", "names.js"})  # of the site itself, below `/e/`


@dataclass(frozen=True, slots=True)
class Permalink:
    """A name and what it leads to: ids of entries, and status codes.

    A `code` has one status code, or none where only entries speak of it. A `number` has every code that has or had it.
    """

    name: str
    kind: Kind
    entries: tuple[str, ...] = ()
    codes: tuple[Code, ...] = ()


def can_be_folder(name: str) -> bool:
    """Tell whether a name can be a folder below `/e/`: it leads to no other folder, and no file is called so."""
    return bool(name.strip(".")) and name.casefold() not in OWN_FILES


def names_of_code(code: Code) -> tuple[str, ...]:
    """Return the names that a status code has below `/e/`."""
    return (code.permalink, *code.mnemonics)


def permalinks(entries: Iterable[LoadedEntry], libraries: Iterable[Library]) -> dict[str, Permalink]:
    """Return every name with what it leads to. Of two that are alike, the first is kept; a check tells of the other."""
    entries, codes = tuple(entries), [code for library in libraries for code in library.codes]
    found: dict[str, Permalink] = {}
    for entry in entries:
        found.setdefault(entry.slug, Permalink(entry.slug, "entry", (entry.id,)))
    for entry in entries:
        for name in entry.entry.aliases:
            found.setdefault(name, Permalink(name, "alias", (entry.id,)))
    showing = _entries_by_code(entries, codes)
    for code in codes:
        for name in names_of_code(code):
            found.setdefault(name, Permalink(name, "code", showing.get(code.permalink, ()), (code,)))
    for name, ids in showing.items():
        found.setdefault(name, Permalink(name, "code", ids))
    for number, having in codes_by_number(codes).items():
        found.setdefault(str(number), Permalink(str(number), "number", (), having))
    return found


def codes_by_number(codes: Iterable[Code]) -> dict[int, tuple[Code, ...]]:
    """Return the codes that have or had each number, numbers in order."""
    found: dict[int, list[Code]] = {}
    for code in codes:
        for number in dict.fromkeys(item.number for item in code.numbers):
            found.setdefault(number, []).append(code)
    return {number: tuple(having) for number, having in sorted(found.items())}


def _entries_by_code(entries: Iterable[LoadedEntry], codes: Iterable[Code]) -> dict[str, tuple[str, ...]]:
    """Return the ids of the entries that show each code. A deprecated spelling has those of the current name too."""
    own = {name: code.permalink for code in codes for name in names_of_code(code)}
    found: dict[str, dict[str, None]] = {}
    for entry in entries:
        for name in entry.entry.codes:
            found.setdefault(own.get(name, name), {})[entry.id] = None
    for code in codes:
        if code.alias_of in found:
            found.setdefault(code.permalink, {}).update(found[code.alias_of])
    return {name: tuple(ids) for name, ids in found.items()}
