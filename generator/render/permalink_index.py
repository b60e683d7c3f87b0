"""The index of all names below `/e/`, by what they lead to: entries, exceptions, status codes, numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.judge.catalogue import Catalogue
from generator.judge.permalinks import Permalink
from generator.publish.output import SiteFile
from generator.render.collection import Collection, Listed, Parts, Shard, cut, numbered, pager
from generator.render.entry import PageHead, Site, render_into_layout
from generator.render.labels import N_
from generator.render.templates import PageContext, render

TITLE = N_("Permalinks")
LONGEST_INDEX = 2000  # names on one page: they are short
# Groups that are no library's: anchor → title.
GROUPS = {
    "entries": N_("Entries"),
    "exceptions": N_("Exceptions and other names"),
    "other-codes": N_("Other status codes"),
    "numbers": N_("Numbers"),
}


class Group(NamedTuple):
    """A group of names, and what the contents list says of it: how many it has, and on which page it begins."""

    anchor: str
    size: int
    page: int


class PermalinkIndex(Collection[None]):
    """The index of all names, cut into pages where it is long."""

    name = "permalink-index"

    def shards(self, site: Site, parts: Parts[None]) -> Iterator[Shard]:
        """Yield one shard for each page. Its facts: all groups, and then each group on the page with its names."""
        del parts
        groups = _groups(site.catalogue)
        pieces = cut([(anchor, item) for anchor, items in groups.items() for item in items], LONGEST_INDEX)
        contents = " ".join(":".join(map(str, group)) for group in _contents(groups))
        paths = {code: site.addresses.permalinks(code) for code in site.locales}
        newest = max((entry.modified for entry in site.catalogue.entries), default=None)
        for number, piece in enumerate(pieces, 1):
            names: dict[str, list[str]] = {}
            for anchor, item in piece:
                names.setdefault(anchor, []).append(item.name)
            entries = tuple(dict.fromkeys(item.entries[0] for anchor, item in piece if anchor == "entries"))
            facts = (contents, *(" ".join((anchor, *found)) for anchor, found in names.items()))
            own = max((site.catalogue.by_id[entry_id].modified for entry_id in entries), default=None)
            listed = Listed(numbered(paths, number), newest if number == 1 else own)
            yield Shard(str(number), entries, (listed,), facts=facts, number=number, total=len(pieces))

    def render(self, site: Site, shard: Shard, parts: Parts[None]) -> Iterator[SiteFile]:
        """Yield one page of the index in every language."""
        del parts
        contents, *found = shard.facts
        groups = [Group(anchor, int(size), int(page)) for anchor, size, page in map(_fields, contents.split())]
        names = {anchor: [site.catalogue.permalinks[name] for name in rest] for anchor, *rest in map(str.split, found)}
        for locale, path in shard.pages[0].paths.items():
            context = site.page(locale, path)
            titles = {group.anchor: _title(context, group.anchor) for group in groups}
            begins = {group.anchor: _link(site, context, shard, group) for group in groups}
            values = {"groups": groups, "titles": titles, "begins": begins, "names": names}
            body = render("permalinks.html", context, pager=pager(site, shard, locale, path), **values)
            title = context.texts.gettext(TITLE)
            head = PageHead(title, title, shard.pages[0].paths, site.addresses.absolute(path))
            yield render_into_layout(site, locale, path, head, body, [(anchor, titles[anchor]) for anchor in names])


def number_page(catalogue: Catalogue) -> int:
    """Return on which page of the index the numbers begin; the first where there are none."""
    return next((group.page for group in _contents(_groups(catalogue)) if group.anchor == "numbers"), 1)


def _fields(group: str) -> list[str]:
    return group.split(":")


def _contents(groups: Mapping[str, Sequence[Permalink]]) -> Iterator[Group]:
    before = 0
    for anchor, items in groups.items():
        yield Group(anchor, len(items), before // LONGEST_INDEX + 1)
        before += len(items)


def _groups(catalogue: Catalogue) -> dict[str, list[Permalink]]:
    """Return the groups of the index in their order, leaving out those without names."""
    found = list(catalogue.permalinks.values())
    by_name = sorted(found, key=lambda item: item.name.casefold())
    groups: dict[str, list[Permalink]] = {
        "entries": [item for item in by_name if item.kind == "entry"],
        "exceptions": [item for item in by_name if item.kind == "alias"],
        **{library.slug: [] for library in catalogue.libraries},
        "other-codes": [item for item in by_name if item.kind == "code" and not item.codes],
        "numbers": [item for item in found if item.kind == "number"],
    }
    for item in found:
        if item.kind == "code" and item.codes:
            groups[item.codes[0].library].append(item)
    return {anchor: items for anchor, items in groups.items() if items}


def _title(page: PageContext, anchor: str) -> str:
    if anchor in GROUPS:
        return page.texts.gettext(GROUPS[anchor])
    return next(library.texts.title[page.locale] for library in page.catalogue.libraries if library.slug == anchor)


def _link(site: Site, page: PageContext, shard: Shard, group: Group) -> str:
    """Return the link to where a group begins, from a page of the index."""
    if group.page == shard.number:
        return f"#{group.anchor}"
    path = numbered({page.locale: site.addresses.permalinks(page.locale)}, group.page)[page.locale]
    return f"{page.link(path)}#{group.anchor}"
