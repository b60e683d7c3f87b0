"""One key of a block mapping set in YAML text, by position: every other character stays what and where it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import yaml

from generator.content.positions import LOADER, Path, Tree
from generator.files import LINE_BREAK
from generator.problems import Location


class Edit(NamedTuple):
    """Text to be put in place of what stands between two positions."""

    start: int
    end: int
    text: str


def is_flow(tree: Tree, mapping: Path) -> bool:
    """Tell whether a mapping is written in braces."""
    return tree.text.startswith("{", _offset(tree.text, tree.values[mapping]))


def set_key(tree: Tree, mapping: Path, key: str, value: str, *, after: str) -> Edit:
    """Return the edit that gives a block mapping this value, on a line below another key if it is new."""
    where = tree.keys.get((*mapping, key))
    if where is None:
        return _line_below(tree, mapping, f"{key}: {value}", after)
    start = _offset(tree.text, where)
    value_start = _offset(tree.text, tree.values[*mapping, key])
    end = _end_of_node(tree.text, value_start)
    if LINE_BREAK.search(tree.text, start, value_start):
        return Edit(start, end, f"{key}: {value}")
    return Edit(value_start, end, value)


def applied(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with edits that do not overlap."""
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _line_below(tree: Tree, mapping: Path, line: str, after: str) -> Edit:
    indent = " " * (tree.keys[*mapping, after].column - 1)
    end = _end_of_node(tree.text, _offset(tree.text, tree.values[*mapping, after]))
    line_break = LINE_BREAK.search(tree.text, end)
    position = line_break.start() if line_break else len(tree.text)
    return Edit(position, position, f"{line_break.group() if line_break else chr(10)}{indent}{line}")


def _offset(text: str, where: Location) -> int:
    """Return the position of a place in the text."""
    if where.line == 1:
        return where.column - 1
    breaks = LINE_BREAK.finditer(text)
    start = next(found.end() for number, found in enumerate(breaks, 2) if number == where.line)
    return start + where.column - 1


def _end_of_node(text: str, start: int) -> int:
    """Return where the value that begins at a position ends."""
    end, depth = start, 0
    for event in _events_from(text, start):
        opens = isinstance(event, yaml.CollectionStartEvent)
        closes = isinstance(event, yaml.CollectionEndEvent)
        depth += opens - closes
        if event.start_mark.index < event.end_mark.index:  # the end of a block has no width
            end = event.end_mark.index
        if depth == 0:
            break
    return start + len(text[start:end].rstrip())


def _events_from(text: str, start: int) -> Iterator[Any]:
    events: Iterator[Any] = yaml.parse(text, Loader=LOADER)
    for event in events:
        if event.start_mark.index >= start and isinstance(event, yaml.NodeEvent | yaml.CollectionEndEvent):
            yield event
