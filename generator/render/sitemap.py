"""The sitemap: every page with its alternates and the day it last changed; and robots.txt, which says where it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from generator.publish.output import SiteFile
from generator.render.addresses import Addresses
from generator.render.collection import Listed, cut_stably

SITEMAP = "sitemap.xml"
# Addresses in one file, about, those of alternates too: 2 to 8 MB. Search engines read at most 50,000 pages and 50 MB.
LONGEST = 30_000
HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9"


class Piece(NamedTuple):
    """A file of the sitemap, and the pages in it."""

    uri: str
    pages: Sequence[Listed]


def sitemap_pieces(addresses: Addresses, pages: Iterable[Listed]) -> list[Piece]:
    """Cut the sitemap: one piece is `sitemap.xml`; several are `sitemap-1.xml` and so on, beside an index of them.

    A page that is new or gone changes only the piece that it is in, or that and the next; where the number of pieces
    changes, the later ones get other names.
    """
    languages = len(addresses.site.locale_codes)
    size = LONGEST // (languages * (languages + 1))
    pieces = cut_stably(list(pages), max(size, 1), lambda page: next(iter(page.paths.values())))
    if len(pieces) == 1:
        return [Piece(SITEMAP, pieces[0])]
    return [Piece(f"sitemap-{number}.xml", piece) for number, piece in enumerate(pieces, 1)]


def sitemap_file(addresses: Addresses, piece: Piece) -> SiteFile:
    """Return a file of the sitemap, with hreflang links and x-default for pages in several languages."""
    lines = [HEAD, f'<urlset xmlns="{SCHEMA}" xmlns:xhtml="http://www.w3.org/1999/xhtml">']
    for page in piece.pages:
        lines.extend(_urls(addresses, page))
    return SiteFile.text(piece.uri, "\n".join([*lines, "</urlset>"]))


def sitemap_index(addresses: Addresses, pieces: Iterable[Piece]) -> SiteFile:
    """Return the index of the files of a sitemap that is cut."""
    lines = [HEAD, f'<sitemapindex xmlns="{SCHEMA}">']
    for piece in pieces:
        newest = max((page.modified for page in piece.pages if page.modified), default=None)
        modified = f"<lastmod>{newest.isoformat()}</lastmod>" if newest else ""
        lines.append(f"<sitemap><loc>{escape(addresses.absolute(piece.uri))}</loc>{modified}</sitemap>")
    return SiteFile.text(SITEMAP, "\n".join([*lines, "</sitemapindex>"]))


def sitemap_files(addresses: Addresses, pages: Iterable[Listed]) -> Iterator[SiteFile]:
    """Yield every file of the sitemap."""
    pieces = sitemap_pieces(addresses, pages)
    if len(pieces) > 1:
        yield sitemap_index(addresses, pieces)
    yield from (sitemap_file(addresses, piece) for piece in pieces)


def robots_file(addresses: Addresses) -> SiteFile:
    """Return robots.txt: nothing is forbidden, and the sitemap is there."""
    return SiteFile.text("robots.txt", f"User-agent: *\nAllow: /\n\nSitemap: {addresses.absolute(SITEMAP)}")


def _urls(addresses: Addresses, page: Listed) -> Iterator[str]:
    links = {code: addresses.absolute(path) for code, path in page.paths.items()}
    default = links.get(addresses.site.locale_codes[0])
    named = [*links.items()] if len(links) == 1 or default is None else [*links.items(), ("x-default", default)]
    alternates = "".join(
        f'<xhtml:link rel="alternate" hreflang="{code}" href={quoteattr(address)}/>' for code, address in named
    )
    modified = f"<lastmod>{page.modified.isoformat()}</lastmod>" if page.modified else ""
    for address in links.values():
        yield f"<url><loc>{escape(address)}</loc>{modified}{alternates if len(links) > 1 else ''}</url>"
