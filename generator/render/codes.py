"""Status codes: the list of libraries, the table of each, and a code's or a number's part of its permalink's page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from generator.content.codes_model import Code, CodeNumber, Library, ReadFile
from generator.judge.catalogue import Catalogue, EntryRef
from generator.judge.permalinks import codes_by_number
from generator.publish.output import SiteFile
from generator.render import labels
from generator.render.collection import Collection, Listed, Parts, Shard, numbered
from generator.render.entry import DESCRIPTION_LENGTH, PageHead, Site, clip, render_into_layout
from generator.render.labels import N_
from generator.render.not_found import name_lists
from generator.render.permalink_index import number_page
from generator.render.templates import PageContext, render

TITLE = N_("Status codes")
FEW = 10  # entries shown beside a code in a table; of more, the code's own page has the rest


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

    libraries: Mapping[str, Library]
    files: Mapping[str, Mapping[str, ReadFile]]
    """Library → version → the file that was read, the oldest first."""
    by_name: Mapping[tuple[str, str], Code]
    spellings: Mapping[tuple[str, str], tuple[Code, ...]]
    """Library and name → its deprecated spellings."""
    having: Mapping[int, tuple[Code, ...]]
    """Number → the codes that have or had it."""

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
        having = self.having[code.number] if code.number else ()
        return [
            (other, self.libraries[other.library])
            for other in having
            if other.library != code.library and other.number == code.number and not other.alias_of
        ]


@lru_cache(maxsize=2)
def code_book(found: tuple[Library, ...]) -> CodeBook:
    """Put the libraries of a site in order, once for all its pages."""
    libraries = {library.slug: library for library in found}
    codes = [code for library in found for code in library.codes]
    spellings: dict[tuple[str, str], tuple[Code, ...]] = {}
    for code in codes:
        if code.alias_of:
            key = (code.library, code.alias_of)
            spellings[key] = (*spellings.get(key, ()), code)
    return CodeBook(
        libraries,
        {slug: {file.version: file for file in library.read.read} for slug, library in libraries.items()},
        {(code.library, code.name): code for code in codes},
        spellings,
        codes_by_number(codes),
    )


def showing(catalogue: Catalogue, code: Code) -> tuple[str, ...]:
    """Return the ids of the entries that show a status code."""
    return catalogue.permalinks[code.permalink].entries


def few_showing(catalogue: Catalogue, code: Code) -> tuple[tuple[EntryRef, ...], int]:
    """Return the first entries that show a status code, and how many there are in all."""
    found = showing(catalogue, code)
    return tuple(catalogue.by_id[entry_id] for entry_id in found[:FEW]), len(found)


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


def describe_code(book: CodeBook, page: PageContext, code: Code) -> str:
    """Return a code in one line: its library, type and number, what it prints, what it means."""
    library = book.libraries[code.library]
    name = " ".join((library.texts.type or page.plain(library.texts.title), str(code.number)))
    named = code.name + page.texts.gettext(" (%(what)s)") % {"what": name}
    parts = (named, code.message, page.plain(code.meaning) if code.meaning else None)
    colon = page.texts.gettext(": ")
    return clip(colon.join(part for part in parts if part), DESCRIPTION_LENGTH)


def describe_number(book: CodeBook, page: PageContext, codes: Iterable[Code]) -> str:
    """Return the codes of a number in one line."""
    texts = page.texts
    comma: str = texts.pgettext("list", ", ")  # type: ignore[no-untyped-call]  # Babel has no types for it
    titles = ((code.name, page.plain(book.libraries[code.library].texts.title)) for code in codes)
    named = (name + texts.gettext(" (%(what)s)") % {"what": title} for name, title in titles)
    return clip(comma.join(named), DESCRIPTION_LENGTH)


class Codes(Collection[None]):
    """The list of libraries, and the table of each; nothing where there are no libraries."""

    name = "codes"

    def shards(self, site: Site, parts: Parts[None]) -> Iterator[Shard]:
        """Yield the list of libraries, and one shard for each library. Codes have no true date of change."""
        del parts
        catalogue = site.catalogue
        for slug in ("", *(library.slug for library in catalogue.libraries)) if catalogue.libraries else ():
            listed = Listed({code: site.addresses.codes(code, slug) for code in site.locales})
            found = [showing(catalogue, code) for code in _codes_of(site, slug)]
            shown = {entry_id: None for ids in found for entry_id in ids[:FEW]}
            page = () if slug else (str(number_page(catalogue)), *name_lists(site))
            yield Shard(slug, tuple(shown), (listed,), facts=(*page, *(str(len(ids)) for ids in found)))

    def render(self, site: Site, shard: Shard, parts: Parts[None]) -> Iterator[SiteFile]:
        """Yield a page in every language."""
        del parts
        if not shard.name:
            numbers, *lists = shard.facts
            base = site.addresses.absolute(site.addresses.permalinks(site.locales[0]))
            for locale in site.locales:
                title = site.texts(locale).gettext(TITLE)
                path = numbered({locale: site.addresses.permalinks(locale)}, int(numbers))[locale]
                field = {"by_number": f"{path}#numbers", "base": base, "lists": lists}
                yield _page(site, locale, shard, (title, title), field)
            return
        book = code_book(site.catalogue.libraries)
        library = book.libraries[shard.name]
        codes = [(code, book.rows(code), *few_showing(site.catalogue, code)) for code in library.codes]
        values = {"library": library, "codes": codes, "source_kinds": labels.SOURCE_KINDS}
        for locale in site.locales:
            title, about = library.texts.title[locale], site.page(locale, "").plain(library.texts.about)
            yield _page(site, locale, shard, (title, about), values)


def _codes_of(site: Site, slug: str) -> tuple[Code, ...]:
    return code_book(site.catalogue.libraries).libraries[slug].codes if slug else ()


def _page(site: Site, locale: str, shard: Shard, head: tuple[str, str], values: Mapping[str, Any]) -> SiteFile:
    paths = shard.pages[0].paths
    path = paths[locale]
    title, description = head
    body = render("library.html" if shard.name else "codes.html", site.page(locale, path), **values)
    made = PageHead(title, clip(description, DESCRIPTION_LENGTH), paths, site.addresses.absolute(path), wide=True)
    return render_into_layout(site, locale, path, made, body)
