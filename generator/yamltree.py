"""YAML text → plain data with a position for every key and value.

Built from parse events, not by recursion, so that hostile nesting is a problem and not a crash.
Anchors, aliases and tags are refused: both ends of an alias are far apart for a reviewer, and an
alias bomb is a few lines long.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any, cast

import yaml

from generator.problems import Location, Problem

MAX_BYTES = 512 * 1024
MAX_DEPTH = 32
Path = tuple[str | int, ...]
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class Tree:
    """Plain data (`dict`, `tuple`, scalars), where each part of it stands, and what is wrong with its form."""

    path: str
    data: Any = None
    values: dict[Path, Location] = field(default_factory=dict)
    keys: dict[Path, Location] = field(default_factory=dict)
    raw: dict[Path, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def at(self, *path: str | int) -> Location:
        """Return where a value stands, or the nearest part of the tree that holds it."""
        return self._nearest(self.values, path)

    def at_key(self, *path: str | int) -> Location:
        """Return where a key stands, or the nearest part of the tree that holds it."""
        return self.keys.get(path) or self.at(*path)

    def _nearest(self, places: dict[Path, Location], path: Path) -> Location:
        while path:
            if path in places:
                return places[path]
            path = path[:-1]
        return places.get((), Location(self.path))

    def report(self, location: Location, code: str, message: str, hint: str = "") -> None:
        """Add a problem."""
        self.problems.append(Problem(location, code, message, hint))


@dataclass(slots=True)
class _Open:
    """A mapping or sequence that is being read."""

    path: Path
    items: dict[str, Any] | list[Any]
    key: str | None = None
    skip_value: bool = False


class _Stop(Exception):  # noqa: N818 - not an error: the rest of this file cannot be read sensibly
    pass


def read_tree(path: str, content: bytes) -> Tree:
    """Read one YAML document; what is wrong with its form is in `problems`, and `data` holds the rest."""
    tree = Tree(path)
    text = _decode(tree, content)
    if text is None:
        return tree
    try:
        _Builder(tree).read(text)
    except _Stop:
        tree.data = None
    except yaml.YAMLError as error:
        _report_syntax(tree, error)
        tree.data = None
    return tree


def _decode(tree: Tree, content: bytes) -> str | None:
    start = Location(tree.path)
    if len(content) > MAX_BYTES:
        tree.report(start, "YAML004", f"the file has {len(content):,} bytes; at most {MAX_BYTES:,} are read")
        return None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        tree.report(_place_of(tree.path, content, error.start), "YAML001", "the file is not UTF-8", "save it as UTF-8")
        return None
    for index, char in enumerate(text):
        if (ord(char) < 32 and char not in "\t\n\r") or char in "\x7f\ufffe\uffff":
            at = _place_of(tree.path, content, len(text[:index].encode()))
            tree.report(at, "YAML001", f"control character U+{ord(char):04X} in the file", "delete it")
            return None
    return text


def _place_of(path: str, content: bytes, offset: int) -> Location:
    before = content[:offset]
    column = len(before.rpartition(b"\n")[2].decode("utf-8", errors="replace")) + 1
    return Location(path, before.count(b"\n") + 1, column)


def _report_syntax(tree: Tree, error: yaml.YAMLError) -> None:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    where = Location(tree.path, mark.line + 1, mark.column + 1) if mark else Location(tree.path)
    words = getattr(error, "problem", None) or getattr(error, "reason", None) or "cannot be read"
    tree.report(where, "YAML002", f"not valid YAML: {words}", "check indentation and quotes on this line and above")


class _Builder:
    """Builds the tree from events, with a stack of its own."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.stack: list[_Open] = []
        self.scalars: Any = yaml.SafeLoader("")

    def read(self, text: str) -> None:
        documents = 0
        for event in _events(text):
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self.tree.report(self._where(event), "YAML002", "a second document begins", "keep one per file")
                    raise _Stop
            elif isinstance(event, yaml.AliasEvent):
                self._refuse(event, "alias", event.anchor or "")
                raise _Stop
            elif isinstance(event, yaml.NodeEvent):
                self._node(event)
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                self._close()

    def _node(self, event: Any) -> None:
        if event.anchor:
            self._refuse(event, "anchor", event.anchor)
        if event.tag and event.tag != "!":
            self.tree.report(self._where(event), "YAML008", f"tag {event.tag} is not read", "delete the tag")
        if self._is_key(event):
            self._key(event)
            return
        path = self._next_path()
        if isinstance(event, yaml.ScalarEvent):
            self.tree.values[path] = self._where(event)
            self._put(self._scalar(event, path))
            return
        if len(self.stack) >= MAX_DEPTH:
            self.tree.report(self._where(event), "YAML006", f"nested deeper than {MAX_DEPTH} levels")
            raise _Stop
        self.tree.values[path] = self._where(event)
        self.stack.append(_Open(path, {} if isinstance(event, yaml.MappingStartEvent) else []))

    def _is_key(self, event: Any) -> bool:
        top = self.stack[-1] if self.stack else None
        if top is None or isinstance(top.items, list) or top.key is not None:
            return False
        if not isinstance(event, yaml.ScalarEvent):
            self.tree.report(self._where(event), "YAML002", "a key must be a plain word")
            raise _Stop
        return True

    def _key(self, event: Any) -> None:
        top = self.stack[-1]
        top.key = event.value
        path = (*top.path, event.value)
        if self._converts(event):
            self.tree.report(
                self._where(event), "YAML007", f"key {event.value} is not text to YAML", f'write "{event.value}"'
            )
        if event.value in cast("dict[str, Any]", top.items):
            first = self.tree.keys[path].line
            self.tree.report(
                self._where(event), "YAML003", f"key '{event.value}' is repeated", f"first on line {first}"
            )
        else:
            self.tree.keys[path] = self._where(event)

    def _next_path(self) -> Path:
        if not self.stack:
            return ()
        top = self.stack[-1]
        return (*top.path, len(top.items) if isinstance(top.items, list) else cast("str", top.key))

    def _put(self, value: Any) -> None:
        if not self.stack:
            self.tree.data = value
            return
        top = self.stack[-1]
        if isinstance(top.items, list):
            top.items.append(value)
        else:
            top.items.setdefault(cast("str", top.key), value)
            top.key = None

    def _close(self) -> None:
        closed = self.stack.pop()
        self._put(tuple(closed.items) if isinstance(closed.items, list) else closed.items)

    def _scalar(self, event: Any, path: Path) -> Any:
        if not self._converts(event):
            return event.value
        tag = self.scalars.resolve(yaml.ScalarNode, event.value, (True, False))
        self.tree.raw[path] = event.value
        try:
            value = self.scalars.construct_object(yaml.ScalarNode(tag, event.value))
        except (ValueError, yaml.YAMLError):
            self.tree.report(
                self._where(event), "YAML007", f"{event.value} cannot be read as {_kind(tag)}", "quote it or mend it"
            )
            return event.value
        return value

    def _converts(self, event: Any) -> bool:
        if not event.implicit[0] or event.tag:
            return False
        return bool(self.scalars.resolve(yaml.ScalarNode, event.value, (True, False)) != "tag:yaml.org,2002:str")

    def _refuse(self, event: Any, what: str, name: str) -> None:
        self.tree.report(self._where(event), "YAML005", f"{what} '{name}' is not read", "write the value out")

    def _where(self, event: Any) -> Location:
        return Location(self.tree.path, event.start_mark.line + 1, event.start_mark.column + 1)


def _events(text: str) -> Iterator[Any]:
    return cast("Iterator[Any]", yaml.parse(text, Loader=LOADER))


def _kind(tag: str) -> str:
    return {"timestamp": "a date", "int": "a number", "float": "a number"}.get(tag.rpartition(":")[2], "a value")


def name_of_value(value: object) -> str:
    """Say in a reader's words what YAML made of an unquoted scalar."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return f"the date {value}"
    return f"the number {value}"
