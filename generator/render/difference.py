"""How a program differs from another one: the changed lines alone where they are fewer, else their numbers."""

from __future__ import annotations

import ast
import difflib
from dataclasses import dataclass

CONTEXT = 1  # lines around a change
SHORTER = 0.75  # of the program's own lines: from there on the whole program is easier to read
MARKED = 0.6  # of the program's lines: where more differ, marks tell nothing


@dataclass(frozen=True, slots=True)
class Difference:
    """What a program has that another one has not. Its docstring counts in neither."""

    text: str
    """The changed lines with signs before them, as `diff -u` writes them without file names; empty where the whole
    program is easier to read."""
    changed: tuple[int, ...]
    """The numbers of the changed lines, from 1; empty where marks would tell nothing."""


def difference(before: str, after: str) -> Difference:
    """Compare two programs."""
    old, new = before.splitlines(), after.splitlines()
    first = _docstring_ends(after)
    start = old[_docstring_ends(before) :]
    hunks = list(difflib.unified_diff(start, new[first:], lineterm="", n=CONTEXT))[2:]
    lines = [_hunk_mark(line, place) for place, line in enumerate(hunks)]
    matcher = difflib.SequenceMatcher(None, start, new[first:], autojunk=False)
    changed = [
        first + number + 1
        for word, _i, _j, begin, end in matcher.get_opcodes()
        if word in ("replace", "insert")
        for number in range(begin, end)
        if new[first + number].strip()
    ]
    return Difference(
        text="\n".join(line for line in lines if line) if 0 < len(hunks) <= SHORTER * len(new) else "",
        changed=tuple(changed) if 0 < len(changed) <= MARKED * len(new) else (),
    )


def _hunk_mark(line: str, place: int) -> str:
    """Return a line of a difference; between hunks, where numbers would tell a reader nothing, dots."""
    if not line.startswith("@@"):
        return line or " "
    return " ⋮" if place else ""


def _docstring_ends(program: str) -> int:
    """Return the number of lines before the first statement that does something."""
    body = ast.parse(program).body
    if not body or not isinstance(body[0], ast.Expr) or not isinstance(body[0].value, ast.Constant):
        return 0
    return (body[1].lineno if len(body) > 1 else len(program.splitlines()) + 1) - 1
