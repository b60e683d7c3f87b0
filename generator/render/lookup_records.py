"""What look-up knows of each entry and status code, as `lookup.json` holds it. All texts in it are plain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from generator.content.codes_model import Code, Library, Marker
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.render.findings import FALSE, SECTIONS, findings_of
from generator.render.lookup_causes import bar, causes, plain_text, questions

LOOKUP_VERSION = "1.4.0"
NUMBER = "<number>"
SHORT_NAME = re.compile("cudaError((?:[A-Z][a-z]+){2,})")
MIN_MESSAGE = 12  # characters: a shorter message says too little beside the name of its library
CARDS = {"entries": 8, "codes": 64}  # to a file; those of entries have all that a card may show
# What of them the browser's matcher reads.
INDEX_KEYS = {
    "entries": ("id", "title", "symptom", "signatures", "shared", "lines", "codes", "aliases", "words", "numbers"),
    "codes": ("name", "library", "alias_of", "numbers", "signatures", "lines", "entries"),
}
SIGN_KEYS = ("id", "shows", "never")


def lookup_document(catalogue: Catalogue, entries: Iterable[JudgedEntry]) -> dict[str, Any]:
    """Return the content of a `lookup.json` with these entries; the catalogue has references to them."""
    return {
        "schema_version": LOOKUP_VERSION,
        "site": catalogue.site.address,
        "modified": max((entry.modified.isoformat() for entry in catalogue.entries), default=None),
        "licence": catalogue.site.licence.model_dump(),
        "locales": list(catalogue.site.locale_codes),
        "entries": [lookup_record(catalogue, entry) for entry in entries],
        "libraries": {library.slug: _library(library) for library in catalogue.libraries},
        "codes": [_code(catalogue, library, code) for library in catalogue.libraries for code in library.codes],
        "numbered": [numbered for library in catalogue.libraries for numbered in _numbered(library)],
        "wrappers": [_marker(marker) for marker in catalogue.lookup.wrappers],
        "foreign": [_marker(marker) for marker in catalogue.lookup.foreign],
        "ignore": [ignored.match for ignored in catalogue.lookup.ignore],
    }


def lookup_text(document: Mapping[str, Any]) -> str:
    """Return a `lookup.json` as the site and the package hold it, the same in both."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def browser_index(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of a `lookup.json` the matcher and the page need before anything is found."""
    return {
        **{name: document[name] for name in ("locales", "numbered", "wrappers", "foreign", "ignore")},
        "entries": [index_record(entry) for entry in document["entries"]],
        "codes": [{key: code[key] for key in INDEX_KEYS["codes"]} for code in document["codes"]],
        "cards": CARDS,
    }


def index_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of an entry's record they need."""
    signs = [{key: cause[key] for key in SIGN_KEYS} for cause in record["causes"]]
    return {**{key: record[key] for key in INDEX_KEYS["entries"]}, "causes": signs}


def lookup_record(catalogue: Catalogue, entry: JudgedEntry) -> dict[str, Any]:
    """Return what look-up knows of an entry. Of the catalogue, it takes the settings alone."""
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
        "lines": [list(groups) for groups in authored.lines],
        "codes": list(authored.codes),
        "aliases": list(authored.aliases),
        "words": {locale: list(words) for locale, words in authored.words.items()},
        "numbers": {name: list(patterns) for name, patterns in authored.numbers.items()},
        "bar": bar(entry),
        "questions": questions(catalogue, entry),
        "causes": given,
        "myths": _myths(entry),
    }


def _myths(entry: JudgedEntry) -> list[dict[str, Any]]:
    """Return popular statements and fixes that proved false or without effect; the id is the last part of a page's."""
    found = (finding for finding in findings_of(entry) if finding.section in FALSE)
    return [
        {
            "id": finding.id,
            "kind": SECTIONS[finding.section][0],
            "title": plain_text(finding.title),
            "truth": plain_text(finding.truth),
            "grade": finding.grade,
        }
        for finding in found
    ]


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
        "lines": _lines(library, code),
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
            filled = wording.replace("<message>", message).replace("<name>", code.name)
            yield from (filled.replace(NUMBER, str(given.number)) for given in code.numbers)


def _lines(library: Library, code: Code) -> list[list[str]]:
    """Return what a line must hold that has a code's message in words of its own, if the message is long enough.

    Wrappers of other languages have the name for it, `InvalidPtx` for `cudaErrorInvalidPtx`.
    """
    message = _telling(code.message or "")
    if not library.texts.around or not code.number or " " not in message or len(message) < MIN_MESSAGE:
        return []
    own = SHORT_NAME.fullmatch(code.name)
    return [[f"{message}|{own[1]}" if own else message, *library.texts.around]]


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
