"""Where lines that readers copy stand in a program: found by their text, so that programs need no marks."""

from __future__ import annotations

import textwrap


def region_of(program: str, block: str) -> tuple[int, int] | None:
    """Return the lines of a program that are equal to a block, as (first, behind the last) from 0; indent is free."""
    wanted = lines_of(block)
    lines = [line.rstrip() for line in program.splitlines()]
    for start in range(len(lines) - len(wanted) + 1 if wanted else 0):
        end = start + len(wanted)
        if lines[start] and lines_of("\n".join(lines[start:end])) == wanted:
            return start, end
    return None


def lines_of(block: str) -> list[str]:
    """Return the lines of a block without their common indent, and without blanks at their ends."""
    return [line.rstrip() for line in textwrap.dedent(block).strip("\n").splitlines()]
