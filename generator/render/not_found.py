"""The one 404 page, for every language and at any depth, and the list of names by which it mends an address."""

from __future__ import annotations

import json
from html import escape

from generator.publish.output import SiteFile
from generator.render.entry import Site, language_links
from generator.render.templates import render

NAMES_FILE = "e/names.js"


def not_found_page(site: Site) -> SiteFile:
    """Return the one 404 page, in every language. Its links begin at the server's root: it is answered at any depth."""
    default = site.locales[0]
    parts = "\n".join(render("not_found.html", site.words(code, "")) for code in site.locales)
    root = site.addresses.rooted("")
    scripts = "".join(
        f'<script src="{escape(root + file)}" defer></script>' for file in (NAMES_FILE, "assets/repair.js")
    )
    settings = f'data-root="{escape(root)}" data-locales="{escape(" ".join(site.locales))}"'
    page = site.plates[default].stamp(
        {
            "base": root.rstrip("/"),
            "title": "404",
            "description": "404",
            "canonical": escape(site.addresses.absolute("404.html")),
            "alternates": '<meta name="robots" content="noindex">',
            "languages": language_links(
                site, {code: site.addresses.rooted(site.addresses.prefix(code)) for code in site.locales}
            ),
            "toc": "",
            "body": f'<div id="not-found" {settings}>\n<h1 id="content">404</h1>\n{parts}\n</div>\n{scripts}',
        }
    )
    return SiteFile.text("404.html", page)


def names_script(site: Site) -> SiteFile:
    """Return every name below `/e/` and every entry's id, as a script: only the 404 page loads it."""
    names = " ".join(site.catalogue.permalinks)
    entries = " ".join(entry.id for entry in site.catalogue.entries)
    return SiteFile.text(NAMES_FILE, f"faultbookNames={json.dumps([names, entries])}")
