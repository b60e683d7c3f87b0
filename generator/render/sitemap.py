"""The sitemap: every page with its alternates and the day it last changed; and robots.txt, which says where it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from xml.sax.saxutils import escape, quoteattr

from generator.publish.output import SiteFile
from generator.render.addresses import Addresses


@dataclass(frozen=True, slots=True)
class Listed:
    """One page in all its languages; `modified` is None where no true date is known."""

    paths: Mapping[str, str]
    modified: date | None


def sitemap_file(addresses: Addresses, pages: Iterable[Listed]) -> SiteFile:
    """Return sitemap.xml, with hreflang links and x-default for pages in several languages."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ]
    for page in pages:
        lines.extend(_urls(addresses, page))
    return SiteFile.text("sitemap.xml", "\n".join([*lines, "</urlset>"]))


def robots_file(addresses: Addresses) -> SiteFile:
    """Return robots.txt: nothing is forbidden, and the sitemap is there."""
    return SiteFile.text("robots.txt", f"User-agent: *\nAllow: /\n\nSitemap: {addresses.absolute('sitemap.xml')}")


def _urls(addresses: Addresses, page: Listed) -> Iterator[str]:
    links = [(code, addresses.absolute(path)) for code, path in page.paths.items()]
    default = page.paths.get(addresses.site.locale_codes[0])
    if len(links) > 1 and default is not None:
        links.append(("x-default", addresses.absolute(default)))
    alternates = [
        f'<xhtml:link rel="alternate" hreflang="{code}" href={quoteattr(address)}/>' for code, address in links
    ]
    modified = f"<lastmod>{page.modified.isoformat()}</lastmod>" if page.modified else ""
    for path in page.paths.values():
        location = f"<loc>{escape(addresses.absolute(path))}</loc>"
        yield f"<url>{location}{modified}{''.join(alternates) if len(page.paths) > 1 else ''}</url>"
