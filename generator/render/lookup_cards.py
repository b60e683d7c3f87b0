"""What look-up shows of an entry or a status code that it found, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.content.codes_model import Code, Library
from generator.render.lookup_records import SIGN_KEYS
from generator.render.prose import plain

ENTRY_CARD = (
    *("badge", "symptom", "title", "summary", "fix", "untried", "fix_for", "recovery"),
    *("bar", "questions"),
)


def entry_card(record: Mapping[str, Any], locale: str) -> dict[str, Any]:
    """Return what is shown of an entry, from its record: all but its signs, which the matcher has."""
    shown = {key: record[key] for key in ENTRY_CARD}
    shown["causes"] = [{key: cause[key] for key in cause if key not in SIGN_KEYS[1:]} for cause in record["causes"]]
    card: dict[str, Any] = in_language(shown, locale)
    return card


def code_card(library: Library, code: Code, locale: str) -> dict[str, Any]:
    """Return what is shown of a status code."""
    return {
        **{key: getattr(code, key) for key in ("permalink", "symbol", "alias_of", "message", "sticky")},
        "meaning": plain(code.meaning[locale]) if code.meaning else None,
        "first": plain(code.first[locale]) if code.first else None,
        "library": plain(library.texts.title[locale]),
        "type": library.texts.type,
        "versions": plain(library.texts.versions[locale]),
    }


def in_language(value: Any, locale: str) -> Any:
    """Return data with each text of it in one language only; a text is a mapping that has the language."""
    if isinstance(value, Mapping):
        return value[locale] if locale in value else {key: in_language(item, locale) for key, item in value.items()}
    return [in_language(item, locale) for item in value] if isinstance(value, list) else value
