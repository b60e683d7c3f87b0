"""YAML text → plain data with a position for every key and value.

Built from parse events, not by recursion, so that hostile nesting is a problem and not a crash.
Anchors, aliases and tags are refused: both ends of an alias are far apart for a reviewer, and an
alias bomb is a few lines long.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import yaml

from generator.content.scalars import UnreadableScalarError, converted, is_text
from generator.files import CONTROL, LINE_BREAK, decode, place_in
from generator.problems import Location, Problem, clip

MAX_BYTES = 512 * 1024
MAX_DEPTH = 32
MAX_PROBLEMS = 100  # in one file
FLOW = {"while parsing a flow sequence": "[", "while parsing a flow mapping": "{"}
HINTS = {
    "mapping values are not allowed": 'a text with ": " in it needs quotes; check the indentation too',
    "found character that cannot start": "a text that begins with @, ` or % needs quotes; indent with spaces, not tabs",
    "found a tab character": "indent with spaces, not tabs",
    "unexpected end of stream": "close the quotes that open here",
    "but got '?'": "a text with ? in it needs quotes between braces or brackets",
    "unknown escape character": "in double quotes a backslash is written twice; single quotes take it as it is",
}
Path = tuple[str | int, ...]
T = TypeVar("T")
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Tree:
    """Plain data (`dict`, `tuple`, scalars), where each part of it stands, and what is wrong with its form.

    `path` names the file in messages. `raw` holds the words of which YAML made a number, a date, …; `unread` is what
    looks like a number or a date and is none; `spans` are the places of texts, as indices into `text`.
    """

    path: str
    data: Any = None
    text: str = ""
    problems: tuple[Problem, ...] = ()
    values: Mapping[Path, Location] = field(default_factory=dict)
    keys: Mapping[Path, Location] = field(default_factory=dict)
    raw: Mapping[Path, str] = field(default_factory=dict)
    unread: frozenset[Path] = frozenset()
    spans: Mapping[Path, tuple[int, int]] = field(default_factory=dict)

    def at(self, *path: str | int) -> Location:
        """Return where a value stands, or the nearest part of the tree that holds it."""
        while path:
            if path in self.values:
                return self.values[path]
            path = path[:-1]
        return self.values.get((), Location(self.path))

    def at_key(self, *path: str | int) -> Location:
        """Return where a key stands, or the nearest part of the tree that holds it."""
        return self.keys.get(path) or self.at(*path)

    def at_words(self, words: str, *path: str | int) -> Location:
        """Return where words stand in a text, or where the text begins if they do not stand there as they are."""
        start, end = self.spans.get(path, (0, 0))
        found = self.text.find(words, start, end) if words else -1
        return self.at(*path) if found < 0 else place_in(self.path, self.text, found)


@dataclass(slots=True)
class _Open:
    """A mapping or sequence that is being read."""

    path: Path
    items: dict[str, Any] | list[Any]
    flow: bool  # between braces or brackets
    key: str | None = None
    repeated: bool = False  # the key stood before: its value is read and left out


class _Stop(Exception):  # noqa: N818 - not an error: the rest of this file cannot be read sensibly
    pass


def read_tree(path: str, content: bytes) -> Tree:
    """Read one YAML document; what is wrong with its form is in `problems`, and `data` holds the rest."""
    text = decode(path, content)
    if isinstance(text, Problem):
        return Tree(path, problems=(text,))
    builder = _Builder(path)
    try:
        builder.read(text)
    except _Stop:
        builder.data = None
    except yaml.YAMLError as error:
        builder.data = None
        builder.problems.append(_syntax_problem(path, text, error))
    return Tree(
        path,
        builder.data,
        text,
        tuple(builder.problems),
        builder.values,
        builder.keys,
        builder.raw,
        frozenset(builder.unread),
        builder.spans,
    )


def _syntax_problem(path: str, text: str, error: Any) -> Problem:
    words = getattr(error, "problem", None) or getattr(error, "reason", None) or "cannot be read"
    lines = LINE_BREAK.split(text.rstrip())
    mark, opened = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    hint = next((hint for start, hint in HINTS.items() if start in words), "")
    if opened and "end of stream" in words:
        mark = opened
    elif mark and opened and error.context in FLOW and _dedents(lines, opened.line, mark.line):
        mark, words = opened, f"'{FLOW[error.context]}' is not closed"
    where = Location(path)
    if mark:
        line = min(mark.line, len(lines) - 1)
        where = Location(path, line + 1, (mark.column if line == mark.line else len(lines[line])) + 1)
    hint = hint or "check indentation, quotes and brackets on this line and above"
    return Problem(where, "YAML002", clip(f"not valid YAML: {words}"), clip(hint))


def _dedents(lines: list[str], first: int, last: int) -> bool:
    """Tell whether the file went on with the next key while a bracket was open."""
    indents = [len(line) - len(line.lstrip()) for line in lines[first : last + 1]]
    return last >= len(lines) or (len(indents) > 1 and indents[-1] <= indents[0])


class _Builder:
    """Collects the parts of a tree from events, with a stack of its own."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.stack: list[_Open] = []
        self.data: Any = None
        self.problems: list[Problem] = []
        self.values: dict[Path, Location] = {}
        self.keys: dict[Path, Location] = {}
        self.raw: dict[Path, str] = {}
        self.unread: set[Path] = set()
        self.spans: dict[Path, tuple[int, int]] = {}

    def read(self, text: str) -> None:
        documents = 0
        aliases: set[str | None] = set()
        for event in _events(text):
            if len(self.problems) >= MAX_PROBLEMS:
                self._report(event, "YAML002", "too much is wrong; the rest of the file is not read")
                raise _Stop
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._report(event, "YAML002", "a second document begins", "keep one per file")
                    raise _Stop
            elif isinstance(event, yaml.AliasEvent):
                if event.anchor not in aliases:
                    self._refuse(event, "alias", event.anchor or "")
                aliases.add(event.anchor)
                self._put_alias()
            elif isinstance(event, yaml.NodeEvent):
                self._node(event)
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                self._close()
        if aliases:  # nobody knows what the values would have been
            raise _Stop

    def _put_alias(self) -> None:
        if self.stack and isinstance(self.stack[-1].items, dict) and self.stack[-1].key is None:
            raise _Stop  # an alias as a key
        self._put(None)

    def _node(self, event: Any) -> None:
        if event.anchor:
            self._refuse(event, "anchor", event.anchor)
        if event.tag and event.tag != "!":
            self._report(
                event,
                "YAML008",
                f"tag {event.tag.replace('tag:yaml.org,2002:', '!!')} is not read",
                "delete the tag, or quote the text",
            )
        self._refuse_question(event)
        if self._is_key(event):
            self._key(event)
            return
        path = self._next_path()
        if isinstance(event, yaml.ScalarEvent):
            self.values[path] = self._where(event)
            self.spans[path] = _span(event)
            self._put(self._scalar(event, path))
            return
        if len(self.stack) >= MAX_DEPTH:
            self._report(event, "YAML006", f"nested deeper than {MAX_DEPTH} levels")
            raise _Stop
        self.values[path] = self._where(event)
        items: dict[str, Any] | list[Any] = {} if isinstance(event, yaml.MappingStartEvent) else []
        self.stack.append(_Open(path, items, bool(event.flow_style)))

    def _is_key(self, event: Any) -> bool:
        top = self.stack[-1] if self.stack else None
        if top is None or isinstance(top.items, list) or top.key is not None:
            return False
        if not isinstance(event, yaml.ScalarEvent):
            self._report(event, "YAML002", "a key must be a plain word")
            raise _Stop
        return True

    def _key(self, event: Any) -> None:
        top = self.stack[-1]
        top.key = self._text(event)
        path = (*top.path, top.key)
        if not top.key:
            self._report(event, "YAML007", "the key is empty", "write a word before the colon")
        elif _converts(event):
            self._report(event, "YAML007", f"key {top.key} is not text to YAML", f'write "{top.key}"')
        top.repeated = top.key in cast("dict[str, Any]", top.items)
        if top.repeated:
            first = self.keys[path].line
            self._report(event, "YAML003", f"key '{top.key}' is repeated", f"first on line {first}")
        else:
            self.keys[path] = self._where(event)

    def _next_path(self) -> Path:
        if not self.stack:
            return ()
        top = self.stack[-1]
        if isinstance(top.items, list):
            return (*top.path, len(top.items))
        return (*top.path, -1 if top.repeated else cast("str", top.key))  # nobody asks for -1 in a mapping

    def _put(self, value: Any) -> None:
        if not self.stack:
            self.data = value
            return
        top = self.stack[-1]
        if isinstance(top.items, list):
            top.items.append(value)
        else:
            if not top.repeated:
                top.items[cast("str", top.key)] = value
            top.key = None

    def _close(self) -> None:
        closed = self.stack.pop()
        self._put(tuple(closed.items) if isinstance(closed.items, list) else closed.items)

    def _scalar(self, event: Any, path: Path) -> Any:
        if not _converts(event):
            return self._text(event)
        try:
            value = converted(event.value)
        except UnreadableScalarError as error:
            self.unread.add(path)
            is_date = error.kind == "a date"
            hint = "write a day that exists, as 2026-11-21" if is_date else f'if it is text, write "{event.value}"'
            self._report(event, "YAML007", f"{event.value} cannot be read as {error.kind}", hint)
            return event.value
        self.raw[path] = event.value
        return value

    def _text(self, event: Any) -> str:
        text: str = event.value
        found = CONTROL.search(text)
        if found:
            message = f"control character U+{ord(found.group()):04X} in a text"
            self._report(event, "YAML001", message, "delete it")
        return CONTROL.sub(" ", text)

    def _refuse(self, event: Any, what: str, name: str) -> None:
        self._report(event, "YAML005", f"{what} '{name}' is not read", "write the value out, or quote the text")

    def _refuse_question(self, event: Any) -> None:
        """Refuse an unquoted ? between braces or brackets: PyYAML without its C part takes it for a sign of YAML."""
        is_plain = isinstance(event, yaml.ScalarEvent) and event.implicit[0]
        if is_plain and self.stack and self.stack[-1].flow and "?" in event.value:
            message = "not every YAML reader takes an unquoted ? between braces or brackets"
            self._report(event, "YAML002", message, f'write "{event.value}"')

    def _report(self, event: Any, code: str, message: str, hint: str = "") -> None:
        self.problems.append(Problem(self._where(event), code, clip(message), clip(hint)))

    def _where(self, event: Any) -> Location:
        return Location(self.path, event.start_mark.line + 1, event.start_mark.column + 1)


def _span(event: Any) -> tuple[int, int]:
    return event.start_mark.index, event.end_mark.index


def _events(text: str) -> Iterator[Any]:
    return cast("Iterator[Any]", yaml.parse(text, Loader=LOADER))


def _converts(event: Any) -> bool:
    """Tell whether YAML makes something else than text of a scalar."""
    return bool(event.implicit[0]) and not event.tag and not is_text(event.value)
