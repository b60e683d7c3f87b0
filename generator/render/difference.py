"""Which lines of a program differ from another one."""

from __future__ import annotations

import difflib
import re
from functools import lru_cache

from generator.render.highlight import STRING

EMPTY = r"[ \t]*(?:#[^\n]*)?\n"
DOCSTRING = re.compile(rf"(?:{EMPTY})*[rRuU]?{STRING}[ \t]*(?:#[^\n]*)?(?:\n|\Z)(?:{EMPTY})*", re.DOTALL)
MARKED = 0.6  # of the program's lines: where more differ, marks tell nothing


@lru_cache(maxsize=1 << 9)
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


@lru_cache(maxsize=1 << 9)
def _docstring_ends(program: str) -> int:
    """Return the number of lines before the first statement that does something."""
    found = DOCSTRING.match(program)
    return len(found[0].splitlines()) if found else 0
