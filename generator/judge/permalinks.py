"""Which name below `/e/` leads to what: slugs and aliases to an entry, status codes to a code, numbers to all codes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from generator.content.codes_model import Code, Library

Kind = Literal["entry", "alias", "code", "number"]
# Of the site itself, below `/e/`; a list of names that is too long for one file is cut.
OWN_FILES = frozenset({"index.html", "names.js"})
OWN_PIECES = re.compile(r"names-\d+\.js")


class Named(Protocol):
    """An entry as far as its names go."""

    @property
    def id(self) -> str:
        """Return its id."""

    @property
    def slug(self) -> str:
        """Return the last part of its id."""

    @property
    def aliases(self) -> tuple[str, ...]:
        """Return its other names."""

    @property
    def codes(self) -> tuple[str, ...]:
        """Return the status codes that it shows."""


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
    folded = name.casefold()
    return bool(name.strip(".")) and folded not in OWN_FILES and not OWN_PIECES.fullmatch(folded)


def names_of_code(code: Code) -> tuple[str, ...]:
    """Return the names that a status code has below `/e/`."""
    return (code.permalink, *code.mnemonics)


def permalinks(entries: Iterable[Named], libraries: Iterable[Library]) -> dict[str, Permalink]:
    """Return every name with what it leads to. Of two that are alike, the first is kept; a check tells of the other."""
    entries, codes = tuple(entries), [code for library in libraries for code in library.codes]
    found: dict[str, Permalink] = {}
    for entry in entries:
        found.setdefault(entry.slug, Permalink(entry.slug, "entry", (entry.id,)))
    for entry in entries:
        for name in entry.aliases:
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


def _entries_by_code(entries: Iterable[Named], codes: Iterable[Code]) -> dict[str, tuple[str, ...]]:
    """Return the ids of the entries that show each code. A deprecated spelling has those of the current name too."""
    own = {name: code.permalink for code in codes for name in names_of_code(code)}
    found: dict[str, dict[str, None]] = {}
    for entry in entries:
        for name in entry.codes:
            found.setdefault(own.get(name, name), {})[entry.id] = None
    for code in codes:
        if code.alias_of in found:
            found.setdefault(code.permalink, {}).update(found[code.alias_of])
    return {name: tuple(ids) for name, ids in found.items()}
