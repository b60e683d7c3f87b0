"""Found things → JSON data, for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from faultbook.catalogue import Catalogue
from faultbook.names import Named


def of_name(catalogue: Catalogue, named: Named) -> dict[str, Any]:
    """Return what a name stands for, with the records as the index has them."""
    if named.id is not None:
        entry = catalogue.entries.get(named.id)
        kind, item = ("code", catalogue.codes[named.id]) if entry is None else ("entry", entry)
        return {"kind": kind, kind: item, "found": _found(catalogue, [named.id, *item.get("entries", ())])}
    if named.number is not None:
        codes = catalogue.with_number(named.number)
        found = _found(catalogue, [code["name"] for code in codes])
        return {"kind": "number", "number": named.number, "codes": codes, "found": found}
    if named.called:
        return {"kind": "words", "entries": list(named.called), "found": _found(catalogue, named.called)}
    return {"kind": "none", "near": list(named.near)}


def of_answer(catalogue: Catalogue, answer: Any) -> dict[str, Any]:
    """Return the matcher's answer, with what the names in it stand for."""
    hits = [*([answer.best] if answer.best else []), *answer.others]
    names = [*(hit.id for hit in hits), *(hit.code for hit in hits if hit.code), *answer.codes, *answer.near]
    return {**answer.as_json(), "found": _found(catalogue, names)}


def _found(catalogue: Catalogue, names: Iterable[str]) -> dict[str, Any]:
    """Return title and addresses in each language, by id or name."""
    return {
        name: {
            "title": {locale: catalogue.title(name, locale) for locale in catalogue.locales},
            "address": catalogue.addresses(name),
            "permalink": {locale: catalogue.permalink(name, locale) for locale in catalogue.locales},
        }
        for name in dict.fromkeys(names)
        if name in catalogue.entries or name in catalogue.codes
    }
