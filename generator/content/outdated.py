"""Which translations may be older than their original: texts that were not compared since the original changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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


def texts_of(model: Model) -> tuple[tuple[Path, dict[str, str]], ...]:
    """Return every text for readers in a model, with its path."""
    if not _last or _last[0][0] is not model:  # several checks ask for those of one entry, one after the other
        _last[:] = [(model, tuple(_texts_in(model, ())))]
    return _last[0][1]


_last: list[tuple[Model, tuple[tuple[Path, dict[str, str]], ...]]] = []


def _texts_in(value: Any, path: Path) -> Iterator[tuple[Path, dict[str, str]]]:
    if path in WITHOUT_TEXTS:
        return
    if isinstance(value, Model):
        for name in type(value).model_fields:
            yield from _texts_in(getattr(value, name), (*path, name))
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _texts_in(item, (*path, index))
    elif isinstance(value, dict) and path in BY_NAME:
        for name, part in value.items():
            yield from _texts_in(part, (*path, name))
    elif isinstance(value, dict):
        yield path, value


def marks_of(content: Content, loaded: LoadedEntry) -> dict[Path, str]:
    """Return the mark of each original text of an entry, by its place."""
    if content.site is None:
        return {}
    original = content.site.locale_codes[0]
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
