"""Which lines of a program differ from another one."""

from __future__ import annotations

import ast
import difflib

from generator.content.syntax import parsed

MARKED = 0.6  # of the program's lines: where more differ, marks tell nothing


def changed_lines(before: str, after: str) -> tuple[int, ...]:
    """Return the numbers of the lines that another program has not, from 1; none where marks would tell nothing.

    Docstrings do not count.
    """
    old, new = before.splitlines(), after.splitlines()
    first = _docstring_ends(after)
    matcher = difflib.SequenceMatcher(None, old[_docstring_ends(before) :], new[first:], autojunk=False)
    changed = [
        first + number + 1
        for word, _i, _j, begin, end in matcher.get_opcodes()
        if word in ("replace", "insert")
        for number in range(begin, end)
        if new[first + number].strip()
    ]
    return tuple(changed) if len(changed) <= MARKED * len(new) else ()


def _docstring_ends(program: str) -> int:
    """Return the number of lines before the first statement that does something."""
    body = parsed(program).body
    if not body or not isinstance(body[0], ast.Expr) or not isinstance(body[0].value, ast.Constant):
        return 0
    return (body[1].lineno if len(body) > 1 else len(program.splitlines()) + 1) - 1
