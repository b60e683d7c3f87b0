"""What search engines read of an entry's page: schema.org terms as JSON-LD. Only what the entry itself says."""

from __future__ import annotations

import json
from typing import Any

from generator.judge.catalogue import JudgedEntry
from generator.render.templates import PageContext

# What could end a script element or begin a comment in it, written so that JSON reads the same.
ESCAPED = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


def linked_data(page: PageContext, entry: JudgedEntry, description: str) -> str:
    """Return the script element that describes an entry's page, and the way to it from the home page."""
    graph = {"@context": "https://schema.org", "@graph": [_article(page, entry, description), _way(page, entry)]}
    text = json.dumps(graph, ensure_ascii=False, separators=(",", ":")).translate(ESCAPED)
    return f'<script type="application/ld+json">{text}</script>'


def _article(page: PageContext, entry: JudgedEntry, description: str) -> dict[str, Any]:
    site, authored = page.catalogue.site, entry.loaded.entry
    return {
        "@type": "TechArticle",
        "headline": page.plain(authored.title),
        "description": description,
        "inLanguage": page.locale,
        "url": page.entry_address(entry.id),
        "datePublished": min(change.date for change in authored.history).isoformat(),
        "dateModified": entry.modified.isoformat(),
        "license": site.licence.url,
        "isPartOf": {"@type": "WebSite", "name": site.name[page.locale], "url": _home(page)},
        "about": [
            {"@type": "Thing", "name": " ".join(name.split())}
            for name in dict.fromkeys((authored.symptoms[0].text, *authored.codes))
        ],
        "encoding": {
            "@type": "MediaObject",
            "encodingFormat": "text/markdown",
            "contentUrl": page.addresses.absolute(page.addresses.markdown(entry.id, page.locale)),
        },
    }


def _way(page: PageContext, entry: JudgedEntry) -> dict[str, Any]:
    site, domain = page.catalogue.site, entry.loaded.domain
    steps = [
        (site.name[page.locale], _home(page)),
        (page.plain(site.domains[domain]), page.addresses.absolute(page.addresses.domain(domain, page.locale))),
        (page.plain(entry.loaded.entry.title), page.entry_address(entry.id)),
    ]
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": position, "name": name, "item": address}
            for position, (name, address) in enumerate(steps, 1)
        ],
    }


def _home(page: PageContext) -> str:
    return page.addresses.absolute(page.addresses.prefix(page.locale))
