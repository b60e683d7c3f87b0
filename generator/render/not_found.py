"""The one 404 page, for every language and at any depth, and the lists of names by which it corrects an address."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape

from generator.publish.output import SiteFile
from generator.render.collection import Collection, Parts, Shard, cut
from generator.render.entry import Site, language_links
from generator.render.templates import render

PAGE = "404.html"
NAMES = 10_000  # names in one list


class NotFound(Collection[None]):
    """The 404 page, and every name below `/e/` and every entry's id as scripts, which only that page loads."""

    name = "not-found"

    def shards(self, site: Site, parts: Parts[None]) -> Iterator[Shard]:
        """Yield the page and each list. Facts of a list: its names, and its ids of entries; of the page: the lists."""
        del parts
        names, ids = _cut_names(site)
        lists = name_lists(site)
        yield Shard(PAGE, files=(PAGE,), facts=lists)
        for number, uri in enumerate(lists):
            facts = (" ".join(found[number]) if number < len(found) else "" for found in (names, ids))
            yield Shard(uri, files=(uri,), facts=tuple(facts), number=number + 1, total=len(lists))

    def render(self, site: Site, shard: Shard, parts: Parts[None]) -> Iterator[SiteFile]:
        """Yield the page, or a list."""
        del parts
        if shard.name == PAGE:
            yield _page(site, shard.facts)
            return
        begin = "faultbookNames=[" if shard.number == 1 else "(globalThis.faultbookNames??=[]).push("
        end = "]" if shard.number == 1 else ")"
        yield SiteFile.text(shard.name, begin + json.dumps(list(shard.facts))[1:-1] + end)


def name_lists(site: Site) -> tuple[str, ...]:
    """Return the scripts with every name and id; each adds two lists to what the one before it made."""
    return tuple(site.addresses.names(number) for number in range(1, max(map(len, _cut_names(site))) + 1))


def _cut_names(site: Site) -> tuple[list[Sequence[str]], list[Sequence[str]]]:
    return cut(list(site.catalogue.permalinks), NAMES), cut(list(site.catalogue.by_id), NAMES)


def _page(site: Site, lists: tuple[str, ...]) -> SiteFile:
    """Return the one 404 page, in every language. Its links begin at the server's root: it is answered at any depth."""
    default = site.locales[0]
    parts = "\n".join(render("not_found.html", site.page(code, "")) for code in site.locales)
    root = site.addresses.rooted("")
    scripts = "".join(f'<script src="{escape(root + file)}" defer></script>' for file in (*lists, "assets/repair.js"))
    settings = f'data-root="{escape(root)}" data-locales="{escape(" ".join(site.locales))}"'
    page = site.layouts[default].fill(
        {
            "base": root.rstrip("/"),
            "title": "404",
            "description": "404",
            "canonical": escape(site.addresses.absolute(PAGE)),
            "alternates": '<meta name="robots" content="noindex">',
            "languages": language_links(
                site, default, {code: site.addresses.rooted(site.addresses.prefix(code)) for code in site.locales}
            ),
            "toc": "",
            "body": f'<div id="not-found" {settings}>\n<h1 id="content">404</h1>\n{parts}\n</div>\n{scripts}',
        }
    )
    return SiteFile.text(PAGE, page)
