"""YAML text → plain data, quickly, where nothing is wrong with its form.

Positions cost more than all else about a file, and only a problem has one. So a file is read here first;
what is refused here is read again by `generator.content.positions`, which says what is wrong and where. Whatever is
accepted here must be accepted there with the same data; a refusal needs no reason.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import yaml

from generator.content.positions import LOADER, MAX_DEPTH
from generator.content.scalars import MEANT_NULL, UnreadableScalarError, converted, is_text
from generator.files import CONTROL


class _RefusedError(Exception):
    """Something may be wrong with the form of the text."""


def plain_data(text: str, *, nulls: bool = False) -> Any:
    """Return the data of one YAML document: `dict`, `tuple`, scalars. `None`: it is empty, or may have mistakes.

    With `nulls`, a value `null` is meant; otherwise every value that is nothing is a mistake.
    """
    try:
        return _Reader(text, nulls=nulls).document()
    except (yaml.YAMLError, UnreadableScalarError, _RefusedError):
        return None


class _Reader:
    """Reads a document by recursion, which the limit of depth bounds."""

    def __init__(self, text: str, *, nulls: bool) -> None:
        self._next: Callable[[], Any] = LOADER(text).get_event
        self._nulls = nulls

    def document(self) -> Any:
        self._next()  # the stream begins
        if type(self._next()) is not yaml.DocumentStartEvent:
            return None
        event = self._next()
        data = self._scalar(event, in_flow=False) if type(event) is yaml.ScalarEvent else self._collection(event, 1)
        self._next()  # the document ends
        if type(self._next()) is not yaml.StreamEndEvent:
            raise _RefusedError
        return data

    def _collection(self, start: Any, depth: int) -> dict[str, Any] | tuple[Any, ...]:
        if start.anchor or start.tag or depth > MAX_DEPTH:  # an alias has an anchor too
            raise _RefusedError
        read = self._mapping if type(start) is yaml.MappingStartEvent else self._sequence
        return read(depth, in_flow=bool(start.flow_style))

    def _mapping(self, depth: int, *, in_flow: bool) -> dict[str, Any]:
        items: dict[str, Any] = {}
        event = self._next()
        while type(event) is not yaml.MappingEndEvent:
            key = self._scalar(event, in_flow=in_flow) if type(event) is yaml.ScalarEvent else None
            if type(key) is not str or not key or key in items:
                raise _RefusedError
            event = self._next()
            items[sys.intern(key)] = (
                self._scalar(event, in_flow=in_flow)
                if type(event) is yaml.ScalarEvent
                else self._collection(event, depth + 1)
            )
            event = self._next()
        return items

    def _sequence(self, depth: int, *, in_flow: bool) -> tuple[Any, ...]:
        items: list[Any] = []
        event = self._next()
        while type(event) is not yaml.SequenceEndEvent:
            items.append(
                self._scalar(event, in_flow=in_flow)
                if type(event) is yaml.ScalarEvent
                else self._collection(event, depth + 1)
            )
            event = self._next()
        return tuple(items)

    def _scalar(self, event: Any, *, in_flow: bool) -> Any:
        word: str = event.value
        if event.anchor or event.tag:
            raise _RefusedError
        if not event.implicit[0]:  # in quotes, or a block
            if event.style == '"' and CONTROL.search(word):
                raise _RefusedError
            return word
        if in_flow and "?" in word:
            raise _RefusedError
        if is_text(word):
            return word
        value = converted(word)
        if value is None and not (self._nulls and word == MEANT_NULL):
            raise _RefusedError
        return value
