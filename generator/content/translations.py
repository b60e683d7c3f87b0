"""`translations.txt`: which originals the translations of each entry were compared with, and found to say the same.

A line is an entry, a language and a mark for each text of the entry in the site's first language. A text whose mark is
not there is new, or has changed since. Marks are a set: a text that only moves within its entry stays compared.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.content.model import ID_PATTERN
from generator.files import decode, read_file, show
from generator.problems import Location, Problem
from generator.terminal.hints import generator_command

COMPARED_FILE = "translations.txt"
MAX_BYTES = 16 * 1024 * 1024
LINE = re.compile(rf"{ID_PATTERN[1:-1]}/{ID_PATTERN[1:-1]} [a-z]{{2}}( [0-9a-f]{{8}})+")
BEGINNING = """\
# What the translations of each entry were last compared with: a mark for each text in the site's first language.
# Written by `python -m generator translated ENTRY`, when somebody has read both.
"""
# Kinds of quotes, dashes and blanks: changing one for another is typography, and no translation is older for it.
TYPOGRAPHY = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})


def mark_of(text: str) -> str:
    """Return the mark of a text: the same for the same words, however they are wrapped and set."""
    plain = text if text.isascii() else text.translate(TYPOGRAPHY)
    return hashlib.sha256(" ".join(plain.split()).encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class Record:
    """What the translation of one entry into one language was compared with, and on which line that stands."""

    listed: str
    """The marks as they stand in the file: those of thousands of entries are held, and those of few are looked at."""
    line: int = 0

    @property
    def marks(self) -> frozenset[str]:
        """Return the marks."""
        return frozenset(self.listed.split())


@dataclass(frozen=True, slots=True)
class Compared:
    """The records by entry and language. `lines` counts all lines of the file."""

    path: str
    records: Mapping[tuple[str, str], Record] = field(default_factory=dict)
    lines: int = 1
    problems: tuple[Problem, ...] = ()


def load_compared(root: Path) -> Compared | None:
    """Load the file; a content folder need have none."""
    path = root / COMPARED_FILE
    if not os.path.lexists(path):
        return None
    shown = show(path)
    content = read_file(path, shown, MAX_BYTES, "a text file")
    text = decode(shown, content) if isinstance(content, bytes) else content
    if isinstance(text, Problem):
        return Compared(shown, problems=(text,))
    return _read(root, shown, text.splitlines())


def _read(root: Path, shown: str, lines: list[str]) -> Compared:
    records: dict[tuple[str, str], Record] = {}
    problems: list[Problem] = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        where = Location(shown, number)
        if not LINE.fullmatch(line.strip()):
            hint = f"delete it, and run: {generator_command('translated ENTRY', root)}"
            problems.append(Problem(where, "TRAN003", "not an entry, a language and marks of eight digits", hint))
            continue
        entry_id, locale, marks = line.split(maxsplit=2)
        if (entry_id, locale) in records:
            message = f"{entry_id} in '{locale}' stands on line {records[entry_id, locale].line} already"
            problems.append(Problem(where, "TRAN003", message, "delete the line that is older"))
        else:
            records[entry_id, locale] = Record(marks, number)
    return Compared(shown, records, max(len(lines), 1), tuple(problems))


def write_compared(root: Path, records: Mapping[tuple[str, str], Iterable[str]]) -> Path:
    """Write the marks of each entry and language, a line each, sorted; the marks in the order of the texts."""
    lines = [" ".join((*key, *dict.fromkeys(marks))) for key, marks in sorted(records.items())]
    path = root / COMPARED_FILE
    path.write_text(BEGINNING + "\n" + "".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path
