"""The vocabulary of status codes and look-up texts: `codes/`, `codes/read/` and `lookup.yaml` as frozen models.

A library's codes come from two files: what was read from its own packages, and what people wrote about them.
`Library` and `Code` are the two together; everything after the loader handles these.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, StringConstraints

from generator.content.model import Day, Group, Model, Name, NonEmpty, Slug, Source, Text, WebAddress
from generator.content.reading import YamlFile

# `cudaErrorAssert`; or, of what has a number and no name of its own, a word and the number: `Xid 79`.
CODE_NAME_PATTERN = r"^[A-Za-z_][A-Za-z0-9_]*( [0-9]+)?$"
CodeName = Annotated[str, StringConstraints(pattern=CODE_NAME_PATTERN, max_length=120)]
Number = Annotated[int, Field(ge=0)]


class ReadFile(Model):
    """One file that codes were read from."""

    version: NonEmpty
    """What a reader calls it: CUDA 11.0, cuDNN 9.5."""
    package: NonEmpty
    release: NonEmpty
    file: NonEmpty
    sha256: NonEmpty


class ReadNumber(Model):
    """A number that a code has in a run of versions without a gap."""

    number: Number
    since: NonEmpty | None = None
    """The first version read that has it; null: none has, it stands in the vendor's catalog."""
    until: NonEmpty | None = None
    """The last version read that has it; null: the newest has it."""
    from_first: bool
    """It was there in the first version read: `since` means "at least since"."""


class ReadCatalog(Model):
    """The vendor's table of codes on a page, from which more is known than from the packages."""

    url: WebAddress
    accessed: Day
    sha256: NonEmpty
    """Of the table as it was saved: docs/status-codes.md."""
    products: tuple[NonEmpty, ...] = ()
    """Products of which the table says whether a code applies to them."""


class Documented(Model):
    """What the vendor's catalog says of one code."""

    mnemonics: tuple[Name, ...] = ()
    unused: bool = False
    applies: tuple[NonEmpty, ...]
    immediate: NonEmpty | None = None
    """What to do to get the system back, in the vendor's word."""
    investigatory: NonEmpty | None = None
    """What to do to find the cause, in the vendor's word."""


class ReadCode(Model):
    """One code as its library's own package has it, or as the vendor's catalog has it alone."""

    name: CodeName
    symbol: Name | None = None
    """A second name: the mnemonic of an Xid."""
    message: NonEmpty | None = None
    """What the library itself prints for it."""
    numbers: Annotated[tuple[ReadNumber, ...], Field(min_length=1)]
    alias_of: CodeName | None = None
    """The current name, of which this one is a deprecated spelling."""
    documented: Documented | None = None


class ReadLibrary(Model):
    """`codes/read/<library>.yaml`, written by `python -m tools.codes`."""

    library: Slug
    read: Annotated[tuple[ReadFile, ...], Field(min_length=1)]
    catalog: ReadCatalog | None = None
    codes: Annotated[tuple[ReadCode, ...], Field(min_length=1)]


class EarlierNumber(Model):
    """A number from before the packages that one can read."""

    name: CodeName
    number: Number
    since: NonEmpty | None = None
    until: NonEmpty
    source: WebAddress


class CodeTexts(Model):
    """What is to be said of a code beyond its name."""

    meaning: Text | None = None
    sticky: bool | None = None
    """True: every later call fails too, only a new process helps. False: later calls can succeed. Null: not known."""
    first: Text | None = None
    """What to do first."""
    source: WebAddress | None = None
    printed: tuple[NonEmpty, ...] = ()
    """Wordings that are telling without any word around them, so that they alone lead a look-up here."""


class LibraryTexts(Model):
    """`codes/<library>.yaml`, as authored."""

    title: Text
    type: NonEmpty | None = None
    versions: Text
    """What the version numbers are versions of."""
    about: Text
    printed: tuple[NonEmpty, ...] = ()
    """Wordings by which readers meet the codes, with <message>, <number> and <name>."""
    around: tuple[Group, ...] = ()
    """Words that stand in a line with a code's message, so that the line is known without its wording."""
    earlier: tuple[EarlierNumber, ...] = ()
    codes: dict[CodeName, CodeTexts] = Field(default_factory=dict)
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class CodeNumber:
    """A number of a code, and the versions for which it holds.

    `from_first`: it was there in the first version read, so `since` means "at least since". `until` is the last
    version that has it; null: the newest one read does. Neither: no version read has it. `source` is where it stands,
    if it was not read from a package.
    """

    number: int
    since: str | None
    until: str | None
    from_first: bool
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Code:
    """A status code with all that is known of it. `numbers` are the oldest first."""

    name: str
    library: str
    symbol: str | None
    message: str | None
    numbers: tuple[CodeNumber, ...]
    alias_of: str | None
    meaning: Text | None
    first: Text | None
    sticky: bool | None
    source: str | None
    documented: Documented | None = None
    printed: tuple[str, ...] = ()

    @property
    def permalink(self) -> str:
        """Return the name under which the code is found: `Xid 79` is `xid-79`."""
        return re.sub(" ", "-", self.name).lower() if " " in self.name else self.name

    @property
    def mnemonics(self) -> tuple[str, ...]:
        """Return the names that a numbered code has besides: of the newest header, then of the catalog."""
        documented = self.documented.mnemonics if self.documented else ()
        return tuple(dict.fromkeys((*([self.symbol] if self.symbol else ()), *documented)))

    @property
    def number(self) -> int:
        """Return the number in the newest version that has the code."""
        return self.numbers[-1].number


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """A library with its status codes: `file` has what was written of them, `read_file` what was read from packages."""

    slug: str
    texts: LibraryTexts
    read: ReadLibrary
    codes: tuple[Code, ...]
    file: YamlFile
    read_file: YamlFile


class Ignored(Model):
    """A line that names an error and is none."""

    match: NonEmpty
    why: NonEmpty


class Marker(Model):
    """What is said when a text holds one of some signatures."""

    id: Slug
    match: Annotated[tuple[NonEmpty, ...], Field(min_length=1)]
    text: Text


class LookupTexts(Model):
    """`lookup.yaml`: what look-up knows besides entries and codes."""

    ignore: tuple[Ignored, ...] = ()
    wrappers: tuple[Marker, ...] = ()
    """Errors that only wrap another one."""
    foreign: tuple[Marker, ...] = ()
    """Errors of another vendor's software."""
