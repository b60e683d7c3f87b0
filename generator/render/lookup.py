"""What look-up needs: `lookup.json` for everyone, and the same cut into small scripts for the browser.

The browser's `index.js` holds what the matcher reads; titles and texts lie in `cards-<locale>-<n>.js`, CARDS to a file,
so that a look-up among ten thousand entries loads only the few that it shows. `fits/<entry>.js` has the version rows of
an entry, for a reader who told their versions. Scripts, not JSON, because a page opened from a file may load scripts
only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.content.codes_model import Code, Library, Marker
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.publish.output import SiteFile
from generator.render.addresses import API, Addresses
from generator.render.fits import version_fits
from generator.render.lookup_causes import bar, causes, plain_text, questions

LOOKUP_VERSION = "1.2.0"
LOOKUP_FILE = f"{API}/lookup.json"
FOLDER = "lookup"
CARDS = {"entries": 8, "codes": 64}  # to a file; those of entries have all that a card may show
NUMBER = "<number>"
INDEX_KEYS = {
    "entries": ("id", "title", "symptom", "signatures", "shared", "codes", "aliases", "words", "numbers"),
    "codes": ("name", "library", "alias_of", "numbers", "signatures", "entries"),
}
ENTRY_CARD = (
    *("badge", "symptom", "title", "summary", "fix", "untried", "fix_for", "recovery"),
    *("bar", "questions"),
)
SIGN_KEYS = ("id", "shows", "never")


def lookup_files(catalogue: Catalogue, addresses: Addresses) -> Iterator[SiteFile]:
    """Yield `lookup.json` and the scripts that the look-up pages load."""
    document = lookup_document(catalogue, addresses)
    yield SiteFile.text(LOOKUP_FILE, lookup_text(document))
    yield SiteFile.text(f"{FOLDER}/index.js", call("faultbookLookup", browser_index(document)))
    for locale in catalogue.site.locale_codes:
        for number, cards in enumerate(_chunks(document, locale)):
            yield SiteFile.text(f"{FOLDER}/cards-{locale}-{number}.js", call("faultbookCards", number, cards))
    for entry in catalogue.entries:
        rows = call("faultbookFits", entry.id, version_fits(entry))
        yield SiteFile.text(f"{FOLDER}/fits/{entry.id}.js", rows)


def lookup_document(catalogue: Catalogue, addresses: Addresses) -> dict[str, Any]:
    """Return the content of `lookup.json`. All texts in it are plain."""
    return {
        "schema_version": LOOKUP_VERSION,
        "site": addresses.site.address,
        "modified": max((entry.modified.isoformat() for entry in catalogue.entries), default=None),
        "licence": catalogue.site.licence.model_dump(),
        "locales": list(catalogue.site.locale_codes),
        "entries": [_entry(catalogue, entry) for entry in catalogue.entries],
        "libraries": {library.slug: _library(library) for library in catalogue.libraries},
        "codes": [_code(catalogue, library, code) for library in catalogue.libraries for code in library.codes],
        "numbered": [numbered for library in catalogue.libraries for numbered in _numbered(library)],
        "wrappers": [_marker(marker) for marker in catalogue.lookup.wrappers],
        "foreign": [_marker(marker) for marker in catalogue.lookup.foreign],
        "ignore": [ignored.match for ignored in catalogue.lookup.ignore],
    }


def lookup_text(document: Mapping[str, Any]) -> str:
    """Return `lookup.json` as the site and the package hold it, the same in both."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def browser_index(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of a `lookup.json` the matcher and the page need before anything is found."""
    index = {name: document[name] for name in ("locales", "numbered", "wrappers", "foreign", "ignore")}
    for name, keys in INDEX_KEYS.items():
        index[name] = [{key: item[key] for key in keys} for item in document[name]]
    for entry, whole in zip(index["entries"], document["entries"], strict=True):
        entry["causes"] = [{key: cause[key] for key in SIGN_KEYS} for cause in whole["causes"]]
    return {**index, "cards": CARDS}


def _entry(catalogue: Catalogue, entry: JudgedEntry) -> dict[str, Any]:
    authored = entry.loaded.entry
    given = causes(entry)
    return {
        "id": entry.id,
        "name": entry.loaded.slug,
        "badge": entry.summary.badge,
        "title": plain_text(authored.title),
        "summary": plain_text(authored.summary),
        **_first_step(given),
        "recovery": authored.recovery,
        "symptom": authored.symptoms[0].text,
        "signatures": list(dict.fromkeys(symptom.signature for symptom in authored.symptoms if not symptom.shared)),
        "shared": list(dict.fromkeys(symptom.signature for symptom in authored.symptoms if symptom.shared)),
        "codes": list(authored.codes),
        "aliases": list(authored.aliases),
        "words": {locale: list(words) for locale, words in authored.words.items()},
        "numbers": {name: list(patterns) for name, patterns in authored.numbers.items()},
        "bar": bar(entry),
        "questions": questions(catalogue, entry),
        "causes": given,
    }


def _first_step(given: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the keys of schema version 1.1, which knew one fix of an entry: the first step of the first cause."""
    cause = next((cause for cause in given if cause["steps"]), None)
    return {
        "fix": cause["steps"][0]["title"] if cause else None,
        "untried": None,
        "fix_for": cause["title"] if cause and len(given) > 1 else None,
    }


def _library(library: Library) -> dict[str, Any]:
    texts = library.texts
    return {"title": plain_text(texts.title), "type": texts.type, "versions": plain_text(texts.versions)}


def _code(catalogue: Catalogue, library: Library, code: Code) -> dict[str, Any]:
    names = ("number", "since", "until", "from_first")
    return {
        "name": code.name,
        "permalink": code.permalink,
        "library": code.library,
        "symbol": code.symbol,
        "alias_of": code.alias_of,
        "message": code.message,
        "numbers": [{name: getattr(given, name) for name in names} for given in code.numbers],
        "meaning": plain_text(code.meaning),
        "first": plain_text(code.first),
        "sticky": code.sticky,
        "documented": code.documented.model_dump() if code.documented else None,
        "signatures": list(dict.fromkeys(_signatures(library, code))),
        "entries": [entry.id for entry in catalogue.entries_showing(code)],
    }


def _signatures(library: Library, code: Code) -> Iterator[str]:
    """Yield what shows a code in a text. That all went well is no error, so it has none."""
    if code.number == 0:
        return
    yield code.name
    yield from code.mnemonics
    yield from code.printed
    message = _telling(code.message or "")
    for wording in library.texts.printed if message else ():
        if "<message>" in wording:
            told = wording.replace("<message>", message).replace("<name>", code.name)
            yield from (told.replace(NUMBER, str(given.number)) for given in code.numbers)


def _telling(message: str) -> str:
    """Return a message without the advice behind it, which comes and goes with versions (NCCL: `(run with …)`)."""
    return message.partition(" (run with ")[0].partition(" - please ")[0]


def _numbered(library: Library) -> Iterator[dict[str, str]]:
    for wording in library.texts.printed:
        before, number, after = wording.partition(NUMBER)
        if number and "<message>" not in wording and "<name>" not in wording:
            yield {"library": library.slug, "before": before, "after": after}


def _marker(marker: Marker) -> dict[str, Any]:
    return {"id": marker.id, "signatures": list(marker.match), "text": plain_text(marker.text)}


def _chunks(document: Mapping[str, Any], locale: str) -> Iterator[dict[str, Any]]:
    entries = [(entry["id"], _entry_card(entry, locale)) for entry in document["entries"]]
    codes = [(code["name"], _code_card(document, code, locale)) for code in document["codes"]]
    for cards, size in ((entries, CARDS["entries"]), (codes, CARDS["codes"])):
        for start in range(0, len(cards), size):
            yield dict(cards[start : start + size])


def _entry_card(entry: Mapping[str, Any], locale: str) -> dict[str, Any]:
    told = {key: entry[key] for key in ENTRY_CARD}
    told["causes"] = [{key: cause[key] for key in cause if key not in SIGN_KEYS[1:]} for cause in entry["causes"]]
    card: dict[str, Any] = in_language(told, locale)
    return card


def _code_card(document: Mapping[str, Any], code: Mapping[str, Any], locale: str) -> dict[str, Any]:
    library = document["libraries"][code["library"]]
    return {
        **{key: code[key] for key in ("permalink", "symbol", "alias_of", "message", "sticky")},
        **{key: code[key][locale] if code[key] else None for key in ("meaning", "first")},
        "library": library["title"][locale],
        "type": library["type"],
        "versions": library["versions"][locale],
    }


def in_language(value: Any, locale: str) -> Any:
    """Return data with each text of it in one language only; a text is a mapping that has the language."""
    if isinstance(value, Mapping):
        return value[locale] if locale in value else {key: in_language(item, locale) for key, item in value.items()}
    return [in_language(item, locale) for item in value] if isinstance(value, list) else value


def call(function: str, *values: Any) -> str:
    """Return a script that hands data to a function of the page. No text in it can end a script element."""
    given: Sequence[str] = [json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in values]
    return (
        f"{function}({','.join(given)});\n".replace("</", "<\\/")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
    )
