"""Pages below `/e/`: what each name leads to, in every language on one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

from markupsafe import Markup

from generator.content.codes_model import Code
from generator.content.model import Locale
from generator.judge.catalogue import Catalogue, EntryRef, JudgedEntry
from generator.judge.permalinks import Permalink
from generator.publish.output import SiteFile
from generator.render import labels
from generator.render.addresses import base_of
from generator.render.codes import (
    code_book,
    code_values,
    codes_having,
    describe_code,
    describe_number,
    few_showing,
    showing,
)
from generator.render.collection import Collection, Listed, Parts, Shard, cut_stably, numbered
from generator.render.entry import DESCRIPTION_LENGTH, PageHead, Site, clip, render_into_layout
from generator.render.frame.layout import placeholder
from generator.render.labels import N_
from generator.render.leads import Lead, lead_of
from generator.render.prose import breakable
from generator.render.templates import PageContext, macros_of, render

GROUP = 64  # pages made together, about
NAMES_OF_ENTRY = 4  # about
ENTRIES = 50  # entries on one page of a name

THE_SAME = N_("The same in %(language)s")


class NamePage(NamedTuple):
    """One page of a name; a name that leads to many entries has several."""

    item: Permalink
    number: int
    total: int

    @property
    def shown(self) -> tuple[str, ...]:
        """Return the ids of the entries on it."""
        return self.item.entries[(self.number - 1) * ENTRIES : self.number * ENTRIES]


@dataclass(frozen=True, slots=True)
class PageAtAnyDepth(PageContext):
    """The context of what is rendered once for pages of every language: its links begin with the placeholder `base`."""

    def link(self, path: str) -> str:
        """Return the link to a path of the site."""
        return f"{placeholder('base')}/{path}"


class Permalinks(Collection[Lead]):
    """The page of each name, in every language."""

    name = "permalinks"

    def part(self, site: Site, entry: JudgedEntry) -> Lead:
        """Return the first question of an entry, or the first step of its first cause."""
        return lead_of(site.catalogue, entry)

    def shards(self, site: Site, parts: Parts[Lead]) -> Iterator[Shard]:
        """Yield one shard for about GROUP pages: of all names of some entries, or of other names."""
        del parts
        folders = {code: site.addresses.permalinks(code) for code in site.locales}
        for group in filter(None, _groups(site.catalogue)):
            entries = dict.fromkeys(entry_id for page in group for entry_id in _entries_on(site.catalogue, page))
            listed = tuple(_listed(site.catalogue, folders, page) for page in group)
            facts = tuple(_facts(site.catalogue, page) for page in group)
            yield Shard(f"{group[0].item.name} {group[0].number}", tuple(entries), listed, facts=facts)

    def render(self, site: Site, shard: Shard, parts: Parts[Lead]) -> Iterator[SiteFile]:
        """Yield the pages of a shard in every language: on each its own part first, and then those of the others."""
        contexts = {
            code: PageAtAnyDepth(site.catalogue, site.addresses, code, "", site.texts(code), site.environment_names)
            for code in site.locales
        }
        cards = Cards(contexts, dict(parts.of(shard.entries)))
        for fact, listed in zip(shard.facts, shard.pages, strict=True):
            name, number, total, *_counts = fact.split()
            page = NamePage(site.catalogue.permalinks[name], int(number), int(total))
            yield from _name_pages(site, page, listed.paths, contexts, cards)


class Cards:
    """The cards of entries, each rendered once in a language: the pages of all names of an entry show the same."""

    def __init__(self, contexts: Mapping[str, PageContext], leads: Mapping[str, Lead]) -> None:
        self._macros = {code: macros_of("leads_to.html", page, grades=labels.GRADES) for code, page in contexts.items()}
        self._leads = leads
        self._made: dict[tuple[str, str], Markup] = {}

    def of(self, entry: EntryRef, locale: str) -> Markup:
        """Return the card of an entry."""
        key = (entry.id, locale)
        if key not in self._made:
            self._made[key] = self._macros[locale].card(entry, self._leads[entry.id])
        return self._made[key]


def _groups(catalogue: Catalogue) -> Iterator[Sequence[NamePage]]:
    """Yield the pages of names in groups: those of an entry together, and then those of codes and numbers."""
    of_entries: dict[str, list[NamePage]] = {}
    others: list[NamePage] = []
    for item in catalogue.permalinks.values():
        if item.kind in ("entry", "alias"):
            of_entries.setdefault(item.entries[0], []).extend(_pages_of(item))
        else:
            others.extend(_pages_of(item))
    for some in cut_stably(list(of_entries.items()), GROUP // NAMES_OF_ENTRY, lambda named: named[0]):
        yield [page for _entry, pages in some for page in pages]
    yield from cut_stably(others, GROUP, lambda page: page.item.name)


def _pages_of(item: Permalink) -> Iterator[NamePage]:
    total = max(1, -(-len(item.entries) // ENTRIES))
    return (NamePage(item, number, total) for number in range(1, total + 1))


def _entries_on(catalogue: Catalogue, page: NamePage) -> Iterator[str]:
    """Yield the ids of the entries that a page shows; that of a number has a few of each of its codes."""
    yield from page.shown
    for code in page.item.codes if page.item.kind == "number" else ():
        yield from (entry.id for entry in few_showing(catalogue, code)[0])


def _listed(catalogue: Catalogue, folders: Mapping[str, str], page: NamePage) -> Listed:
    paths = {code: f"{folder}{page.item.name}/" for code, folder in folders.items()}
    modified = max((catalogue.by_id[entry_id].modified for entry_id in page.shown), default=None)
    return Listed(numbered(paths, page.number), modified)


def _facts(catalogue: Catalogue, page: NamePage) -> str:
    """Return which page it is; of a number's, also how many entries show each of its codes."""
    codes = page.item.codes if page.item.kind == "number" else ()
    return " ".join(map(str, (page.item.name, page.number, page.total, *(len(showing(catalogue, it)) for it in codes))))


def _name_pages(
    site: Site, page: NamePage, paths: Mapping[str, str], contexts: Mapping[str, PageContext], cards: Cards
) -> Iterator[SiteFile]:
    shown, values = _shown(page.item), _values(site.catalogue, page)
    parts: dict[str, str] = {}
    for language in site.catalogue.site.locales:
        code, own = language.code, contexts[language.code]
        values |= {"pager": _pager(site, page, own)}
        values["cards"] = [] if page.item.codes else [cards.of(entry, code) for entry in _entries(site.catalogue, page)]
        parts[code] = render("permalink.html", own, **values)
    for locale, path in paths.items():
        languages = (one for one in site.catalogue.site.locales if one.code != locale)
        others = [_folded(one, parts[one.code], contexts[locale]) for one in languages]
        path_above = render("code_path.html", contexts[locale], **values) if values["code"] else ""
        heading = f'<h1 id="content"><code>{breakable(shown)}</code></h1>'
        own_part = f'<section lang="{locale}">\n{parts[locale]}\n</section>'
        body = "\n".join((path_above, heading, own_part, *others))
        description = _description(site.catalogue, contexts[locale], page)
        head = PageHead(shown, description, paths, site.addresses.absolute(path), image=_image(site, page, locale))
        yield render_into_layout(site, locale, path, head, body.replace(placeholder("base"), base_of(path)))


def _folded(language: Locale, part: str, page: PageContext) -> str:
    """Return what a page says in a language that is not its own."""
    words = page.texts.gettext(THE_SAME) % {"language": language.name}
    summary = f'<summary lang="{page.locale}">{escape(words)}</summary>'
    return f'<details class="fb-output fb-other-language" lang="{language.code}">{summary}\n{part}\n</details>'


def _image(site: Site, page: NamePage, locale: str) -> str:
    """Return the path of a name's picture: an entry's own, or that of a code that entries show."""
    item, addresses = page.item, site.addresses
    if item.kind in ("entry", "alias"):
        return addresses.share_image(addresses.entry(item.entries[0], locale))
    return addresses.share_image(addresses.permalink(item.name, locale)) if item.entries else ""


def _pager(site: Site, page: NamePage, context: PageContext) -> list[tuple[int, str]]:
    """Return the number and link of each page of a name, where there are several; the page itself has no link."""
    if page.total == 1:
        return []
    first = {context.locale: site.addresses.permalink(page.item.name, context.locale)}
    links = {number: context.link(numbered(first, number)[context.locale]) for number in range(1, page.total + 1)}
    return [(number, "" if number == page.number else link) for number, link in links.items()]


def _values(catalogue: Catalogue, page: NamePage) -> dict[str, Any]:
    """Return what the template reads, the same for every language."""
    item, book = page.item, code_book(catalogue.libraries)
    values: dict[str, Any] = {"name": item.name, "kind": item.kind, "code": None, "badges": labels.BADGES}
    if item.kind == "number":
        shown = {code.name: few_showing(catalogue, code) for code in item.codes}
        return {**values, "having": codes_having(book, int(item.name), item.codes), "entries_of": shown}
    if item.codes:
        return {**values, "entries": _entries(catalogue, page), **code_values(book, item.codes[0])}
    return values


def _entries(catalogue: Catalogue, page: NamePage) -> list[EntryRef]:
    return [catalogue.by_id[entry_id] for entry_id in page.shown]


def _shown(item: Permalink) -> str:
    """Return the name as the code itself is written: `Xid 79`, not `xid-79`."""
    code = _code_of(item)
    return code.name if code and item.name == code.permalink else item.name


def _code_of(item: Permalink) -> Code | None:
    return item.codes[0] if item.kind == "code" and item.codes else None


def _description(catalogue: Catalogue, context: PageContext, page: NamePage) -> str:
    book = code_book(catalogue.libraries)
    if page.item.kind == "number":
        return describe_number(book, context, page.item.codes)
    code = _code_of(page.item)
    if code:
        return describe_code(book, context, code)
    return clip("; ".join(context.plain(entry.title) for entry in _entries(catalogue, page)), DESCRIPTION_LENGTH)
