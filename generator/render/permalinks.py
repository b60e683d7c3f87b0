"""Pages below `/e/`: what each name leads to, in every language on one page, and the index of all names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from generator.content.model import Question
from generator.judge.catalogue import JudgedEntry
from generator.judge.permalinks import Permalink
from generator.publish.output import SiteFile
from generator.render import labels
from generator.render.addresses import base_of
from generator.render.cause_blocks import CauseBlock, cause_blocks
from generator.render.codes import CodeBook, code_values, codes_having, describe_code, describe_number
from generator.render.entry import DESCRIPTION_LENGTH, PageHead, Site, clip, label_values, stamp
from generator.render.frame.layout import hole
from generator.render.labels import N_
from generator.render.lookup_causes import questions_of, which
from generator.render.templates import Words, render

TITLE = N_("Permalinks")
# Groups of the index that are no library's: anchor → title.
GROUPS = {
    "entries": N_("Entries"),
    "exceptions": N_("Exceptions and other names"),
    "other-codes": N_("Other status codes"),
    "numbers": N_("Numbers"),
}
Group = tuple[str, str, Sequence[Permalink]]


@dataclass(frozen=True, slots=True)
class WordsAtAnyDepth(Words):
    """Words whose links begin with the hole `base`: what is rendered once stands on the page of every language."""

    def link(self, path: str) -> str:
        """Return the link to a path of the site."""
        return f"{hole('base')}/{path}"


def permalink_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the page of each permalink, and their index, in every language."""
    book = CodeBook.of(site.catalogue)
    words = {code: WordsAtAnyDepth(site.catalogue, site.addresses, code, "") for code in site.locales}
    for item in site.catalogue.permalinks.values():
        yield from _pages(site, book, item, words)
    paths = {code: site.addresses.permalinks(code) for code in site.locales}
    for locale, path in paths.items():
        title = site.texts(locale).gettext(TITLE)
        groups = list(_groups(site, locale))
        body = render("permalinks.html", site.words(locale, path), groups=groups)
        head = PageHead(title, title, paths, site.addresses.absolute(path))
        yield stamp(site, locale, path, head, body, [(anchor, name) for anchor, name, _found in groups])


def _pages(site: Site, book: CodeBook, item: Permalink, words: Mapping[str, Words]) -> Iterator[SiteFile]:
    """Yield the page of one name in each language: its own part first, and then those of the others."""
    paths = {code: site.addresses.permalink(item.name, code) for code in site.locales}
    shown = _shown(item)
    values = _values(book, item)
    parts = {
        language.code: render("permalink.html", words[language.code], language=language.name, **values)
        for language in site.catalogue.site.locales
    }
    for locale, path in paths.items():
        others = [part for code, part in parts.items() if code != locale]
        body = "\n".join((f'<h1 id="content"><code>{escape(shown)}</code></h1>', parts[locale], *others))
        head = PageHead(shown, _description(book, words[locale], item), paths, site.addresses.absolute(path))
        yield stamp(site, locale, path, head, body.replace(hole("base"), base_of(path)))


def _values(book: CodeBook, item: Permalink) -> dict[str, Any]:
    """Return what the template reads, the same for every language."""
    values: dict[str, Any] = {"name": item.name, "kind": item.kind, "code": None, "badges": labels.BADGES}
    if item.kind == "number":
        shown = {code.name: _entries_of(book, code.permalink) for code in item.codes}
        return {**values, "having": codes_having(book, int(item.name), item.codes), "entries_of": shown}
    entries = [book.catalogue.by_id[entry_id] for entry_id in item.entries]
    values |= {"entries": entries, "leads": {entry.id: _lead(book, entry) for entry in entries}, **label_values()}
    return {**values, **code_values(book, item.codes[0])} if item.codes else values


def _lead(book: CodeBook, entry: JudgedEntry) -> tuple[tuple[CauseBlock, ...], Question | None]:
    """Return an entry's causes, and the question that tells them apart where there are several."""
    asked = questions_of(entry, which(book.catalogue))
    return cause_blocks(entry), asked[0] if asked else None


def _entries_of(book: CodeBook, name: str) -> list[JudgedEntry]:
    """Return the entries that a name leads to."""
    item = book.catalogue.permalinks.get(name)
    return [book.catalogue.by_id[entry_id] for entry_id in item.entries] if item else []


def _shown(item: Permalink) -> str:
    """Return the name as the code itself is written: `Xid 79`, not `xid-79`."""
    code = item.codes[0] if item.kind == "code" and item.codes else None
    return code.name if code and item.name == code.permalink else item.name


def _description(book: CodeBook, words: Words, item: Permalink) -> str:
    if item.kind == "number":
        return describe_number(book, words, item.codes)
    if item.codes:
        return describe_code(book, words, item.codes[0])
    titles = (words.plain(book.catalogue.by_id[entry_id].loaded.entry.title) for entry_id in item.entries)
    return clip("; ".join(titles), DESCRIPTION_LENGTH)


def _groups(site: Site, locale: str) -> Iterator[Group]:
    """Yield what stands on the index: entries, exceptions, codes by library, other codes, numbers."""
    gettext = site.texts(locale).gettext
    found = list(site.catalogue.permalinks.values())
    by_name = sorted(found, key=lambda item: item.name.casefold())
    libraries = [(library.slug, library.texts.title[locale]) for library in site.catalogue.libraries]
    of_library = {
        slug: [item for item in found if item.kind == "code" and item.codes and item.codes[0].library == slug]
        for slug, _title in libraries
    }
    other = [item for item in by_name if item.kind == "code" and not item.codes]
    groups: list[Group] = [
        ("entries", gettext(GROUPS["entries"]), [item for item in by_name if item.kind == "entry"]),
        ("exceptions", gettext(GROUPS["exceptions"]), [item for item in by_name if item.kind == "alias"]),
        *((slug, title, of_library[slug]) for slug, title in libraries),
        ("other-codes", gettext(GROUPS["other-codes"]), other),
        ("numbers", gettext(GROUPS["numbers"]), [item for item in found if item.kind == "number"]),
    ]
    yield from (group for group in groups if group[2])
