"""Which name below `/e/` leads to what: slugs and aliases to an entry, status codes to a code, numbers to all codes.

The address of a myth is made of two names, `<slug of its entry>/<id of the claim>`, and kept as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

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

    @property
    def popular(self) -> tuple[str, ...]:
        """Return the ids of its popular statements and fixes."""


@dataclass(frozen=True, slots=True)
class Permalink:
    """A name and what it leads to: ids of entries, and status codes.

    A `code` has one status code, or none where only entries speak of it. A `number` has every code that has or had it.
    """

    name: str
    kind: Kind
    entries: tuple[str, ...] = ()
    codes: tuple[Code, ...] = ()


class FormerMyth(NamedTuple):
    """The name of a myth that was published and that no entry has now, and what has taken its place."""

    name: str
    entry: str
    """The id of the entry that its first part leads to; an empty text where it leads to none."""
    claim: str
    """The id of the claim, where that entry has it; else an empty text."""


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


def myth_names(entries: Iterable[Named]) -> Iterator[str]:
    """Yield the name of each popular statement and fix, whatever came of it, as it stands below `/myths/`."""
    return (f"{entry.slug}/{claim}" for entry in entries for claim in entry.popular)


def former_myths(
    published: Iterable[str], entries: Iterable[Named], names: Mapping[str, Permalink]
) -> tuple[FormerMyth, ...]:
    """Return those of the published names of myths that no entry has now. `names`: what each permalink leads to."""
    entries = tuple(entries)
    current, popular = frozenset(myth_names(entries)), {entry.id: entry.popular for entry in entries}
    found = []
    for name in published:
        if name in current:
            continue
        slug, _slash, claim = name.partition("/")
        leads_to = names.get(slug)
        entry = leads_to.entries[0] if leads_to and leads_to.kind in ("entry", "alias") else ""
        found.append(FormerMyth(name, entry, claim if claim in popular.get(entry, ()) else ""))
    return tuple(found)


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
