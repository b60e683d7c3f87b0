"""What search shows: the cards of its results, its filters, and the words of its box."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from generator.content.codes_model import Code, Library
from generator.judge.catalogue import EntryRef, JudgedEntry
from generator.judge.verdicts import JudgedClaim
from generator.render.addresses import Addresses
from generator.render.entry import Site
from generator.render.labels import BADGES, N_, RECOVERIES, ROLES
from generator.render.prose import plain
from generator.render.search_fields import head_of

FILTERS = {
    "domain": N_("Domain"),
    "code": N_("Status code"),
    "badge": N_("Verdict"),
    "recovery": N_("Recovery"),
}
WORDS = {
    "colon": N_(": "),
    "clear": N_("Clear the filters"),
    "more": N_("Show more"),
    "code": N_("Status code"),
    "begin": N_("Type to start searching"),
    "none": N_("No results"),
    "one": N_("1 result"),
    "other": N_("# results"),
    "missing": N_("Missing"),
    **ROLES,
    "refuted": N_("False claim"),
    "page": N_("Page"),
}
PAGES: Mapping[str, Callable[[Addresses, str], str]] = {  # of the site itself, found by their titles
    N_("Errors"): Addresses.browse,
    N_("Status codes"): Addresses.codes,
    N_("Myths, tested"): Addresses.myths,
    N_("Evidence"): Addresses.evidence,
    N_("Data"): Addresses.data,
    N_("Link to an entry"): Addresses.linking,
    N_("Install faultbook"): Addresses.downloads,
    N_("Permalinks"): Addresses.permalinks,
}


def entry_card(entry: JudgedEntry, addresses: Addresses, locale: str) -> str:
    """Return what is shown of an entry, as JSON: path, symptom, title, summary; its claims.

    Of a claim: its role, id and title, and its verdict where that is that it is false.
    """
    authored = entry.loaded.entry
    named = [(item, head_of(item.claim)) for item in entry.judged]
    return _json(
        {
            "path": addresses.entry(entry.id, locale),
            "symptom": authored.symptoms[0].text,
            "title": plain(authored.title[locale]),
            "summary": plain(authored.summary[locale]),
            "claims": [[*_named(item), plain(head[locale]), *_false(item)] for item, head in named if head],
        }
    )


def _named(item: JudgedClaim) -> tuple[str, str]:
    return item.role, item.claim.id


def _false(item: JudgedClaim) -> tuple[str, ...]:
    return (item.verdict.word,) if item.verdict.word == "refuted" else ()


def code_cards(site: Site, locale: str) -> list[str]:
    """Return what is shown of each status code, as JSON."""
    libraries = site.catalogue.libraries
    return [_json(_code_card(library, code, site.addresses, locale)) for library in libraries for code in library.codes]


def _code_card(library: Library, code: Code, addresses: Addresses, locale: str) -> dict[str, Any]:
    return {
        "path": addresses.permalink(code.permalink, locale),
        "symptom": code.name,
        "title": plain(library.texts.title[locale]),
        "summary": plain(code.meaning[locale]) if code.meaning else code.message or "",
    }


def interface(site: Site, locale: str, recoveries: Sequence[Sequence[str]]) -> dict[str, Any]:
    """Return the words of the box, the site's own pages, badges and filters; `recoveries` are those of each entry."""
    gettext = site.texts(locale).gettext
    return {
        "words": {key: gettext(text) for key, text in WORDS.items()},
        "pages": own_pages(site, locale),
        "filters": list(_filters(site, locale, recoveries)),
        "badges": {key: [label.tone, label.sign] for key, label in BADGES.items()},
    }


def own_pages(site: Site, locale: str) -> list[tuple[str, str]]:
    """Return the title and the path of each page of the site itself."""
    catalogue, addresses, gettext = site.catalogue, site.addresses, site.texts(locale).gettext
    start = [(plain(catalogue.start.title[locale]), addresses.start(locale))] if catalogue.start else []
    missing = () if catalogue.entries else (addresses.browse(locale), addresses.downloads(locale))
    if not catalogue.libraries:
        missing = (*missing, addresses.codes(locale))
    named = ((gettext(title), path(addresses, locale)) for title, path in PAGES.items())
    return [*start, *((title, path) for title, path in named if path not in missing)]


def _filters(site: Site, locale: str, recoveries: Sequence[Sequence[str]]) -> Iterator[dict[str, Any]]:
    """Yield each filter: its values with their names, and which of them every entry has, by place in that list."""
    gettext = site.texts(locale).gettext
    entries = site.catalogue.entries
    shown: dict[str, Mapping[str, str]] = {
        "domain": {domain: plain(title[locale]) for domain, title in site.catalogue.site.domains.items()},
        "code": {code: code for code in sorted({code for entry in entries for code in entry.codes})},
        "badge": {badge: gettext(label.text) for badge, label in BADGES.items()},
        "recovery": {recovery: gettext(text) for recovery, text in RECOVERIES.items()},
    }
    values = [_values(entry, found) for entry, found in zip(entries, recoveries, strict=True)]
    for key, names in shown.items():
        places = {value: place for place, value in enumerate(names)}
        yield {
            "key": key,
            "name": gettext(FILTERS[key]),
            "values": [list(value) for value in names.items()],
            "entries": [[places[value] for value in found[key]] for found in values],
        }


def _values(entry: EntryRef, recoveries: Sequence[str]) -> dict[str, Sequence[str]]:
    return {"domain": [entry.domain], "code": entry.codes, "badge": [entry.badge], "recovery": recoveries}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
