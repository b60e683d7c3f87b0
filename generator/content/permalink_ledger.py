"""`permalinks.txt`: every name below `/e/` and `/myths/` that was ever published. It only grows."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from generator.content.model import ID_PATTERN, NAME_PATTERN
from generator.files import decode, read_file, show
from generator.problems import Location, Problem

LEDGER_FILE = "permalinks.txt"
MYTH_PATTERN = f"{ID_PATTERN[1:-1]}/{ID_PATTERN[1:-1]}"
MAX_LEDGER_BYTES = 16 * 1024 * 1024
BEGINNING = """\
# Every name below /e/ that was ever published, one a line; those below /myths/ have a slash. A link in a shipped
# program or answer can never be edited: no line of this file is changed or deleted, ever.
# `python -m generator permalinks --add` appends what is new.
"""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The names in the order in which they were added, each with its line. `lines` counts all lines."""

    path: str
    names: dict[str, int]
    """Those below `/e/`."""
    myths: dict[str, int]
    """Those below `/myths/`: `<slug>/<claim>`."""
    lines: int
    problems: tuple[Problem, ...] = ()

    def at(self, line: int) -> Location:
        """Return the place of a line."""
        return Location(self.path, line)


def load_ledger(root: Path) -> Ledger | None:
    """Load the ledger; a content folder need have none."""
    path = root / LEDGER_FILE
    if not os.path.lexists(path):
        return None
    shown = show(path)
    content = read_file(path, shown, MAX_LEDGER_BYTES, "a text file")
    text = decode(shown, content) if isinstance(content, bytes) else content
    if isinstance(text, Problem):
        return Ledger(shown, {}, {}, 1, (text,))
    return _read(shown, text.splitlines())


def _read(shown: str, lines: list[str]) -> Ledger:
    names: dict[str, int] = {}
    myths: dict[str, int] = {}
    folded: dict[str, int] = {}
    problems: list[Problem] = []
    for number, line in enumerate(lines, 1):
        name = line.strip()
        if not name or name.startswith("#"):
            continue
        where = Location(shown, number)
        is_myth = re.fullmatch(MYTH_PATTERN, name)
        if not is_myth and not re.fullmatch(NAME_PATTERN, name):
            hint = "write one name a line, and comments on lines of their own that begin with #"
            problems.append(Problem(where, "PERM002", f"'{name}' is not a valid name", hint))
        elif name.casefold() in folded:
            message = f"'{name}' stands on line {folded[name.casefold()]} already"
            problems.append(Problem(where, "PERM002", message, "delete the line that was added last"))
        else:
            (myths if is_myth else names)[name] = folded[name.casefold()] = number
    return Ledger(shown, names, myths, max(len(lines), 1), tuple(problems))


def append_names(root: Path, names: Iterable[str], day: date) -> Path:
    """Append names to the ledger in a block of their own, sorted; begin the file where there is none."""
    path = root / LEDGER_FILE
    before = path.read_text(encoding="utf-8") if path.exists() else BEGINNING
    block = [f"# {day.isoformat()}", *sorted(names, key=lambda name: (name.casefold(), name))]
    path.write_text(before.rstrip("\n") + "\n\n" + "\n".join(block) + "\n", encoding="utf-8")
    return path
