"""Status codes: the list of libraries, the table of each, and a code's or a number's part of its permalink's page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generator.content.codes_model import Code, CodeNumber, Library, ReadFile
from generator.judge.catalogue import Catalogue
from generator.publish.output import SiteFile
from generator.render import labels
from generator.render.entry import DESCRIPTION_LENGTH, PageHead, Site, clip, stamp
from generator.render.labels import N_
from generator.render.templates import Words, render

TITLE = N_("Status codes")


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A number of a code, and what is known of the ends of its range.

    `file` is the newest one read in which it has it. `before` and `after` are the versions read next to the range,
    where the code is not there at all: what lies between was not read.
    """

    number: CodeNumber
    file: ReadFile | None = None
    before: str | None = None
    after: str | None = None


@dataclass(frozen=True, slots=True)
class CodeBook:
    """The libraries of a site, and what is looked up in them for each page."""

    catalogue: Catalogue
    libraries: Mapping[str, Library]
    files: Mapping[str, Mapping[str, ReadFile]]
    """Library → version → the file that was read, the oldest first."""
    by_name: Mapping[tuple[str, str], Code]
    spellings: Mapping[tuple[str, str], tuple[Code, ...]]
    """Library and name → its deprecated spellings."""

    @classmethod
    def of(cls, catalogue: Catalogue) -> CodeBook:
        """Put the libraries of a site in order."""
        libraries = {library.slug: library for library in catalogue.libraries}
        codes = [code for library in catalogue.libraries for code in library.codes]
        spellings: dict[tuple[str, str], tuple[Code, ...]] = {}
        for code in codes:
            if code.alias_of:
                key = (code.library, code.alias_of)
                spellings[key] = (*spellings.get(key, ()), code)
        return cls(
            catalogue,
            libraries,
            {slug: {file.version: file for file in library.read.read} for slug, library in libraries.items()},
            {(code.library, code.name): code for code in codes},
            spellings,
        )

    def rows(self, code: Code) -> tuple[NumberRow, ...]:
        """Return the numbers of a code, the newest first."""
        files = self.files[code.library]
        order = {version: place for place, version in enumerate(files)}
        spans = {
            number: (order.get(number.since or "", 0), order.get(number.until or "", len(order) - 1))
            for number in code.numbers
            if number.source is None
        }
        there = {place for first, last in spans.values() for place in range(first, last + 1)}
        missing = {place: version for version, place in order.items() if place not in there}
        rows = []
        for number in reversed(code.numbers):
            first, last = spans.get(number, (None, None))
            if first is None or last is None:
                rows.append(NumberRow(number))
            else:
                rows.append(
                    NumberRow(number, list(files.values())[last], missing.get(first - 1), missing.get(last + 1))
                )
        return tuple(rows)

    def same_number(self, code: Code) -> list[tuple[Code, Library]]:
        """Return the codes of other libraries that have the same number now. Success is 0 everywhere: not that."""
        having = self.catalogue.permalinks[str(code.number)].codes if code.number else ()
        return [
            (other, self.libraries[other.library])
            for other in having
            if other.library != code.library and other.number == code.number and not other.alias_of
        ]


def code_values(book: CodeBook, code: Code) -> dict[str, Any]:
    """Return what is known of a status code, for a template."""
    return {
        "code": code,
        "library": book.libraries[code.library],
        "rows": book.rows(code),
        "current": book.by_name.get((code.library, code.alias_of or "")),
        "spellings": book.spellings.get((code.library, code.name), ()),
        "same_number": book.same_number(code),
    }


def codes_having(book: CodeBook, number: int, codes: Iterable[Code]) -> list[tuple[Code, Library, list[NumberRow]]]:
    """Return each code that has or had a number, its library, and when it had it."""
    return [
        (code, book.libraries[code.library], [row for row in book.rows(code) if row.number.number == number])
        for code in codes
    ]


def describe_code(book: CodeBook, words: Words, code: Code) -> str:
    """Return a code in one line: its library, type and number, what it prints, what it means."""
    library = book.libraries[code.library]
    name = " ".join((library.texts.type or words.plain(library.texts.title), str(code.number)))
    named = code.name + words.texts.gettext(" (%(what)s)") % {"what": name}
    parts = (named, code.message, words.plain(code.meaning) if code.meaning else None)
    colon = words.texts.gettext(": ")
    return clip(colon.join(part for part in parts if part), DESCRIPTION_LENGTH)


def describe_number(book: CodeBook, words: Words, codes: Iterable[Code]) -> str:
    """Return the codes of a number in one line."""
    texts = words.texts
    comma: str = texts.pgettext("list", ", ")  # type: ignore[no-untyped-call]  # Babel has no types for it
    titles = ((code.name, words.plain(book.libraries[code.library].texts.title)) for code in codes)
    named = (name + texts.gettext(" (%(what)s)") % {"what": title} for name, title in titles)
    return clip(comma.join(named), DESCRIPTION_LENGTH)


def code_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the list of libraries and the table of each, in every language; nothing where there are no libraries."""
    if not site.catalogue.libraries:
        return
    for locale in site.locales:
        gettext = site.texts(locale).gettext
        yield _page(site, locale, "", "codes.html", (gettext(TITLE), gettext(TITLE)), {})
    book = CodeBook.of(site.catalogue)
    for library in site.catalogue.libraries:
        codes = [(code, book.rows(code), site.catalogue.entries_showing(code)) for code in library.codes]
        values = {"library": library, "codes": codes, "source_kinds": labels.SOURCE_KINDS}
        for locale in site.locales:
            title, about = library.texts.title[locale], site.words(locale, "").plain(library.texts.about)
            yield _page(site, locale, library.slug, "library.html", (title, about), values)


def _page(
    site: Site, locale: str, slug: str, template: str, head: tuple[str, str], values: Mapping[str, Any]
) -> SiteFile:
    paths = {code: site.addresses.codes(code, slug) for code in site.locales}
    path = paths[locale]
    title, description = head
    body = render(template, site.words(locale, path), **values)
    made = PageHead(title, clip(description, DESCRIPTION_LENGTH), paths, site.addresses.absolute(path))
    return stamp(site, locale, path, made, body)
