"""What search engines read of an entry's page: schema.org terms as JSON-LD. Only what the entry itself says."""

from __future__ import annotations

import json
from typing import Any

from generator.judge.catalogue import JudgedEntry
from generator.render.templates import Words

# What could end a script element or begin a comment in it, written so that JSON reads the same.
ESCAPED = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


def linked_data(words: Words, entry: JudgedEntry, description: str) -> str:
    """Return the script element that describes an entry's page, and the way to it from the home page."""
    graph = {"@context": "https://schema.org", "@graph": [_article(words, entry, description), _way(words, entry)]}
    text = json.dumps(graph, ensure_ascii=False, separators=(",", ":")).translate(ESCAPED)
    return f'<script type="application/ld+json">{text}</script>'


def _article(words: Words, entry: JudgedEntry, description: str) -> dict[str, Any]:
    site, authored = words.catalogue.site, entry.loaded.entry
    return {
        "@type": "TechArticle",
        "headline": words.plain(authored.title),
        "description": description,
        "inLanguage": words.locale,
        "url": words.entry_address(entry.id),
        "datePublished": min(change.date for change in authored.history).isoformat(),
        "dateModified": entry.modified.isoformat(),
        "license": site.licence.url,
        "isPartOf": {"@type": "WebSite", "name": site.name[words.locale], "url": _home(words)},
        "about": [
            {"@type": "Thing", "name": " ".join(name.split())}
            for name in dict.fromkeys((authored.symptoms[0].text, *authored.codes))
        ],
        "encoding": {
            "@type": "MediaObject",
            "encodingFormat": "text/markdown",
            "contentUrl": words.addresses.absolute(words.addresses.markdown(entry.id, words.locale)),
        },
    }


def _way(words: Words, entry: JudgedEntry) -> dict[str, Any]:
    site, domain = words.catalogue.site, entry.loaded.domain
    steps = [
        (site.name[words.locale], _home(words)),
        (words.plain(site.domains[domain]), words.addresses.absolute(words.addresses.domain(domain, words.locale))),
        (words.plain(entry.loaded.entry.title), words.entry_address(entry.id)),
    ]
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": position, "name": name, "item": address}
            for position, (name, address) in enumerate(steps, 1)
        ],
    }


def _home(words: Words) -> str:
    return words.addresses.absolute(words.addresses.prefix(words.locale))
