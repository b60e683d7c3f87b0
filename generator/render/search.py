"""What search in the browser needs, for each language: an index in shards, cards to show, and a directory of both.

Scripts, not JSON, because a page opened from a file may load scripts only. A shard or a card file is named by a hash of
what it holds, so that files of two builds never mix; the directory, `index.js`, is the only one with a fixed name.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from generator.content.codes_model import Code, Library
from generator.content.model import DeadEnd, Reproduction, Statement, Text, Workaround
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.publish.output import SiteFile
from generator.render.addresses import Addresses
from generator.render.labels import BADGES, N_, RECOVERIES, ROLES
from generator.render.locales import translations
from generator.render.lookup import call
from generator.render.prose import plain
from generator.render.search_index import Document, postings, shards
from generator.render.search_terms import STOP, markdown_terms

FOLDER = "search"
CARDS = 4  # to a file, of entries; of status codes, which say little, more
CODE_CARDS = 64
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
}
AnyClaim: TypeAlias = Reproduction | Workaround | DeadEnd | Statement
Card: TypeAlias = dict[str, Any]
"""What is shown of a result: its path, symptom, title and summary, and an entry's claims as role, id and title."""


def search_files(catalogue: Catalogue, addresses: Addresses) -> Iterator[SiteFile]:
    """Yield the files of search: for each language a directory, and the shards and cards that it names."""
    codes = [(library, code) for library in catalogue.libraries for code in library.codes]
    for locale in catalogue.site.locale_codes:
        entry_cards = [_entry_card(entry, addresses, locale) for entry in catalogue.entries]
        code_cards = [_code_card(library, code, addresses, locale) for library, code in codes]
        gettext = translations(locale, catalogue.texts).gettext
        shown = {
            "words": {key: gettext(text) for key, text in WORDS.items()},
            "filters": list(_filters(catalogue, locale)),
            "badges": {key: [label.tone, label.sign] for key, label in BADGES.items()},
        }
        yield from index_files(locale, list(documents(catalogue, locale)), (entry_cards, code_cards), shown)


def index_files(
    locale: str, searched: Sequence[Document], cards: tuple[Sequence[Card], Sequence[Card]], shown: Mapping[str, Any]
) -> Iterator[SiteFile]:
    """Yield the files of one language: what is searched and the cards of it are in one order, entries before codes."""
    entries, codes = cards
    folder = directory_of(locale).rpartition("/")[0]
    parts = list(shards(postings(searched)))
    files = [_part(folder, part) for part in (*parts, *_cut(entries, CARDS), *_cut(codes, CODE_CARDS))]
    names = [name for name, _file in files]
    yield from (file for _name, file in files)
    directory = {
        "shards": [[next(iter(part)), name] for part, name in zip(parts, names, strict=False)],
        "cards": names[len(parts) :],
        "per": [CARDS, CODE_CARDS],
        "entries": len(entries),
        "documents": len(searched),
        "stop": sorted(STOP),
        **shown,
    }
    yield SiteFile.text(directory_of(locale), call("faultbookSearch", directory))


def directory_of(locale: str) -> str:
    """Return the path of a language's directory: what is loaded first."""
    return f"{FOLDER}/{locale}/index.js"


def _part(folder: str, content: object) -> tuple[str, SiteFile]:
    """Return a file that is named by its content, and that name."""
    written = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    name = hashlib.sha256(written.encode()).hexdigest()[:12]
    return name, SiteFile.text(f"{folder}/{name}.js", call("faultbookSearchPart", name, content))


# --- what is searched -----------------------------------------------------------------------------


def documents(catalogue: Catalogue, locale: str) -> Iterator[Document]:
    """Yield what is searched in a language: every entry, then every status code."""
    entries = (entry_fields(entry, locale) for entry in catalogue.entries)
    codes = (code_fields(code, locale) for library in catalogue.libraries for code in library.codes)
    for fields in (*entries, *codes):
        yield {field: terms_of(tuple(texts)) for field, texts in fields.items()}


def entry_fields(entry: JudgedEntry, locale: str) -> dict[str, list[str]]:
    """Return the texts of an entry by which it is found. What the error prints is the same in every language."""
    authored = entry.loaded.entry
    claims = [claim for _role, claim in authored.all_claims()]
    heads = [text for cause in authored.causes for text in (cause.title, cause.telltale)]
    heads += [head for claim in claims if (head := _head(claim))]
    bodies = [cause.text for cause in authored.causes] + [body for claim in claims if (body := _body(claim))]
    return {
        "codes": [*authored.codes, *authored.aliases, entry.loaded.slug.replace("-", " ")],
        "title": [authored.title[locale]],
        "symptoms": [symptom.text for symptom in authored.symptoms],
        "summary": [authored.summary[locale]],
        "heads": [text[locale] for text in heads],
        "body": [text[locale] for text in bodies],
    }


def code_fields(code: Code, locale: str) -> dict[str, list[str]]:
    """Return the texts of a status code by which its page is found: an entry that shows the code is to come first."""
    texts = [text[locale] for text in (code.meaning, code.first) if text]
    return {
        "codes": [code.name, *([code.symbol] if code.symbol else []), *code.mnemonics],
        "body": [*([code.message] if code.message else []), *texts],
    }


def _head(claim: AnyClaim) -> Text | None:
    """Return the heading of a claim on its entry's page."""
    return claim.text if isinstance(claim, Statement) else claim.title


def _body(claim: AnyClaim) -> Text | None:
    """Return what is said below the heading."""
    if isinstance(claim, Statement):
        return claim.finding
    return None if isinstance(claim, Reproduction) else claim.text


@lru_cache(maxsize=1 << 12)
def terms_of(texts: tuple[str, ...]) -> list[str]:
    """Return the terms of the texts of a field: kept, because many fields are alike in all languages."""
    return [term for text in texts for term in markdown_terms(text)]


# --- what is shown --------------------------------------------------------------------------------


def _entry_card(entry: JudgedEntry, addresses: Addresses, locale: str) -> Card:
    authored = entry.loaded.entry
    named = [(item.role, item.claim.id, _head(item.claim)) for item in entry.judged]
    return {
        "path": addresses.entry(entry.id, locale),
        "symptom": authored.symptoms[0].text,
        "title": plain(authored.title[locale]),
        "summary": plain(authored.summary[locale]),
        "claims": [[role, claim_id, plain(head[locale])] for role, claim_id, head in named if head],
    }


def _code_card(library: Library, code: Code, addresses: Addresses, locale: str) -> Card:
    return {
        "path": addresses.permalink(code.permalink, locale),
        "symptom": code.name,
        "title": plain(library.texts.title[locale]),
        "summary": plain(code.meaning[locale]) if code.meaning else code.message or "",
    }


def _cut(cards: Sequence[Card], size: int) -> Iterator[Sequence[Card]]:
    for start in range(0, len(cards), size):
        yield cards[start : start + size]


# --- filters --------------------------------------------------------------------------------------


def _filters(catalogue: Catalogue, locale: str) -> Iterator[dict[str, Any]]:
    """Yield each filter: its values with their names, and which of them every entry has, by place in that list."""
    gettext = translations(locale, catalogue.texts).gettext
    shown: dict[str, Mapping[str, str]] = {
        "domain": {domain: plain(title[locale]) for domain, title in catalogue.site.domains.items()},
        "code": {code: code for code in sorted({code for entry in catalogue.entries for code in _codes(entry)})},
        "badge": {badge: gettext(label.text) for badge, label in BADGES.items()},
        "recovery": {recovery: gettext(text) for recovery, text in RECOVERIES.items()},
    }
    for key, values in shown.items():
        places = {value: place for place, value in enumerate(values)}
        of_entries = [[places[value] for value in _values(entry)[key]] for entry in catalogue.entries]
        yield {
            "key": key,
            "name": gettext(FILTERS[key]),
            "values": [list(value) for value in values.items()],
            "entries": of_entries,
        }


def _values(entry: JudgedEntry) -> dict[str, Sequence[str]]:
    return {
        "domain": [entry.loaded.domain],
        "code": _codes(entry),
        "badge": [entry.summary.badge],
        "recovery": list(dict.fromkeys(map(entry.loaded.entry.recovery_of, entry.loaded.entry.causes))),
    }


def _codes(entry: JudgedEntry) -> Sequence[str]:
    return entry.loaded.entry.codes
