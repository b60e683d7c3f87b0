"""Which translations may be older than their original: texts that were not compared since the original changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from generator.content.loader import Content, LoadedEntry
from generator.content.model import Model
from generator.content.positions import Path
from generator.content.translations import mark_of

BY_NAME = (("domains",), ("categories",), ("codes",))  # mappings from names that the author gave
WITHOUT_TEXTS = (
    ("programs",),
    ("words",),
    ("numbers",),
)  # for machines: variables, what people type, where numbers stand

HOLDING = (Model, tuple, dict)
Holding: TypeAlias = Model | tuple[Any, ...] | dict[str, Any]
"""What has parts; all else in a model is a text for machines, a number, a date."""


def texts_of(model: Model) -> tuple[tuple[Path, dict[str, str]], ...]:
    """Return every text for readers in a model, with its path."""
    if not _last or _last[0][0] is not model:  # several checks ask for those of one entry, one after the other
        _last[:] = [(model, tuple(_texts_in(model, ())))]
    return _last[0][1]


_last: list[tuple[Model, tuple[tuple[Path, dict[str, str]], ...]]] = []


def _texts_in(value: Holding, path: Path) -> Iterator[tuple[Path, dict[str, str]]]:
    if path in WITHOUT_TEXTS:
        return
    if isinstance(value, dict) and path not in BY_NAME:
        yield path, value
        return
    for name, part in parts_of(value):
        if isinstance(part, HOLDING):
            yield from _texts_in(part, (*path, name))


def parts_of(value: Holding) -> Iterable[tuple[str | int, Any]]:
    """Return the parts of what holds others, each with its name or number."""
    if isinstance(value, tuple):
        return enumerate(value)
    return value.items() if isinstance(value, dict) else vars(value).items()  # quicker than what pydantic iterates by


def marks_of(content: Content, loaded: LoadedEntry) -> dict[Path, str]:
    """Return the mark of each original text of an entry, by its place."""
    return _marks_in(loaded, content.site.locale_codes[0]) if content.site else {}


@lru_cache(maxsize=1)
def _marks_in(loaded: LoadedEntry, original: str) -> dict[Path, str]:
    """Return the marks of an entry: kept, because a check asks for them and then whoever judges it."""
    return {path: mark_of(text.get(original, "")) for path, text in texts_of(loaded.entry)}


def not_compared(content: Content, loaded: LoadedEntry, locale: str) -> tuple[Path, ...]:
    """Return the texts of an entry that are new, or whose original changed, since its translation was compared.

    None where no comparison is recorded at all: then nothing is known of it.
    """
    record = content.compared.records.get((loaded.id, locale)) if content.compared else None
    if record is None:
        return ()
    compared = record.marks
    return tuple(path for path, mark in marks_of(content, loaded).items() if mark not in compared)


def outdated(content: Content, loaded: LoadedEntry) -> frozenset[str]:
    """Return the languages in which an entry may be older than its original."""
    return frozenset(locale for locale in translated_into(content) if not_compared(content, loaded, locale))


def never_compared(content: Content) -> list[str]:
    """Return the ids of the entries without a record in one of the languages."""
    known = content.compared.records if content.compared else {}
    locales = translated_into(content)
    return [entry_id for entry_id in sorted(content.ids) if any((entry_id, locale) not in known for locale in locales)]


def translated_into(content: Content) -> tuple[str, ...]:
    """Return the languages of the site besides that of the originals."""
    return content.site.locale_codes[1:] if content.site else ()
