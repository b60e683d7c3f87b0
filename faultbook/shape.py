"""What an index must hold for this package to read it: asked only where reading it failed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Optional

Check = Callable[[Any], Optional[str]]
"""Returns the place of what is wrong inside a value, "" where it is the value itself, None where nothing is."""


def find_fault(document: Mapping[str, Any]) -> str | None:
    """Return the place of the first value that is missing, of a wrong kind, or names what is not there."""
    fault = _DOCUMENT(document)
    if fault is not None:
        return fault.lstrip(".")
    return next(_dangling(document), None)


def _dangling(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the places of names that lead nowhere."""
    entries = {entry["id"] for entry in document["entries"]}
    for number, code in enumerate(document["codes"]):
        if code["library"] not in document["libraries"]:
            yield f"codes[{number}].library"
        if not entries.issuperset(code["entries"]):
            yield f"codes[{number}].entries"


def _is(*kinds: type) -> Check:
    # By the exact type: True is an int, and no number of ours.
    return lambda value: None if type(value) in kinds else ""


def _optional(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def _first(faults: Iterator[tuple[str, str | None]]) -> str | None:
    return next((place + fault for place, fault in faults if fault is not None), None)


def _list_of(check: Check) -> Check:
    def look(value: Any) -> str | None:
        if not isinstance(value, list):
            return ""
        return _first((f"[{number}]", check(item)) for number, item in enumerate(value))

    return look


def _map_of(check: Check) -> Check:
    def look(value: Any) -> str | None:
        return _first((f".{key}", check(item)) for key, item in value.items()) if isinstance(value, dict) else ""

    return look


def _record(optional: Mapping[str, Check] | None = None, **required: Check) -> Check:
    def look(value: Any) -> str | None:
        if not isinstance(value, dict):
            return ""
        missing = next((f".{key}" for key in required if key not in value), None)
        checks = {**required, **(optional or {})}
        return missing or _first((f".{key}", checks[key](item)) for key, item in value.items() if key in checks)

    return look


def _some(check: Check) -> Check:
    return lambda value: check(value) if value else ""


_TEXT = _is(str)
_MAYBE = _optional(_TEXT)
_NAMES = _list_of(_TEXT)
_TEXTS = _map_of(_TEXT)  # by language
_MAYBE_TEXTS = _optional(_TEXTS)
_NUMBER = _record(number=_is(int), since=_MAYBE, until=_MAYBE, from_first=_is(bool))
_PHRASES = _map_of(_NAMES)
_SIGNS = _list_of(_record(text=_MAYBE, where=_MAYBE))
_STEP = _record(kind=_TEXT, code=_TEXT, label=_MAYBE_TEXTS)
_CAUSE = _record(
    id=_TEXT,
    recovery=_TEXT,
    title=_TEXTS,
    short=_MAYBE_TEXTS,
    telltale=_TEXTS,
    shows=_SIGNS,
    never=_SIGNS,
    steps=_list_of(_record(id=_TEXT, title=_TEXTS, text=_TEXTS, do=_list_of(_STEP), cost=_TEXTS, grade=_TEXT)),
)
_ANSWER = _record(text=_TEXTS, cause=_MAYBE, question=_MAYBE, entry=_MAYBE)
_QUESTION = _record(id=_TEXT, ask=_TEXTS, run=_optional(_STEP), answers=_list_of(_ANSWER))
_BAR = _record(whole=_TEXT, parts=_list_of(_record(number=_TEXT, label=_TEXTS)))
_ENTRY = _record(
    {
        "untried": _MAYBE_TEXTS,
        "fix_for": _MAYBE_TEXTS,
        # Since 1.2.0. What reads them does without where an older index has none.
        "shared": _NAMES,
        "words": _PHRASES,
        "numbers": _PHRASES,
        "bar": _optional(_BAR),
        "questions": _list_of(_QUESTION),
        "causes": _list_of(_CAUSE),
        # Since 1.3.0.
        "myths": _list_of(_record(id=_TEXT, kind=_TEXT, title=_TEXTS, truth=_TEXTS, grade=_TEXT)),
        # Since 1.4.0.
        "lines": _list_of(_NAMES),
    },
    **dict.fromkeys(("id", "name", "badge", "recovery"), _TEXT),
    **dict.fromkeys(("title", "summary"), _TEXTS),
    **dict.fromkeys(("signatures", "codes", "aliases"), _NAMES),
    fix=_MAYBE_TEXTS,
)
_CODE = _record(
    {"documented": _optional(_record({"mnemonics": _NAMES})), "lines": _list_of(_NAMES)},
    **dict.fromkeys(("name", "permalink", "library"), _TEXT),
    **dict.fromkeys(("symbol", "alias_of", "message"), _MAYBE),
    **dict.fromkeys(("meaning", "first"), _MAYBE_TEXTS),
    **dict.fromkeys(("signatures", "entries"), _NAMES),
    numbers=_list_of(_NUMBER),
    sticky=_optional(_is(bool)),
)
_MARKERS = _list_of(_record(id=_TEXT, signatures=_NAMES, text=_TEXTS))
_DOCUMENT = _record(
    {"licence": _optional(_record(name=_TEXT))},
    site=_TEXT,
    modified=_MAYBE,
    locales=_some(_NAMES),
    entries=_list_of(_ENTRY),
    libraries=_map_of(_record(title=_TEXTS, type=_MAYBE, versions=_TEXTS)),
    codes=_list_of(_CODE),
    numbered=_list_of(_record(library=_TEXT, before=_TEXT, after=_TEXT)),
    wrappers=_MARKERS,
    foreign=_MARKERS,
    ignore=_NAMES,
)
