"""The edits whose cost is measured: each changes one thing a little, and another time something else of it."""

from __future__ import annotations

import itertools
import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import yaml

from benchmarks.variation import scalars_in, span_of

ENTRY = "pytorch/expected-scalar-type"  # one of ours of middle size, with programs that ran
HEADING = re.compile(r"<h1[^>]*>")
TRANSLATED = re.compile(r'(?<=msgid "Sources"\nmsgstr ")[^"]*')
_numbers = itertools.count(time.time_ns() // 1_000_000_000)


def new_word() -> str:
    """Return a word that no content has."""
    return f"edited{next(_numbers)}"


def add_to_text(content: Path, *keys: str | int, entry: str = ENTRY) -> str:
    """Add a word to the end of a text of an entry; return the word."""
    path = content / "entries" / entry / "entry.yaml"
    text, word = path.read_text(encoding="utf-8"), new_word()
    root = yaml.compose(text, Loader=yaml.CSafeLoader)
    assert root
    node = next(node for where, node in scalars_in(root) if where == keys)
    _start, end = span_of(text, node)
    path.write_text(f"{text[:end]} {word}{text[end:]}", encoding="utf-8")
    return word


def edit_text(content: Path, _repository: Path) -> None:
    """Add a word to what an entry says of its first cause, in English."""
    add_to_text(content, "causes", 0, "text", "en")


def edit_title(content: Path, _repository: Path) -> None:
    """Add a word to an entry's title, in English."""
    add_to_text(content, "title", "en")


def edit_program(content: Path, _repository: Path) -> None:
    """Add a comment to one program of an entry: what is recorded of it is then of an older one."""
    path = min((content / "entries" / ENTRY).glob("*.py"))
    path.write_text(f"{path.read_text(encoding='utf-8')}# {new_word()}\n", encoding="utf-8")


def edit_evidence(content: Path, _repository: Path) -> None:
    """Let one recorded run of an entry have taken longer."""
    path = min((content / "evidence" / ENTRY).glob("*.json"))
    record = json.loads(path.read_bytes())
    record["observations"][0]["seconds"] += 1
    path.write_text(json.dumps(record, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def edit_template(_content: Path, repository: Path) -> None:
    """Give the heading of every entry's page another attribute."""
    _replaced(repository / "templates/entry.html", HEADING, f'<h1 data-edited="{new_word()}">')


def edit_interface(_content: Path, repository: Path) -> None:
    """Change the Chinese of one interface text, which stands on the page of every entry that has sources."""
    _replaced(repository / "templates/locales/zh.po", TRANSLATED, f"来源 {new_word()}")


def edit_markdown(path: Path) -> None:
    """Add a word to the end of a Markdown file, for a peer."""
    path.write_text(f"{path.read_text(encoding='utf-8').rstrip()} {new_word()}\n", encoding="utf-8")


def _replaced(path: Path, pattern: re.Pattern[str], new: str) -> None:
    text, count = pattern.subn(lambda _found: new, path.read_text(encoding="utf-8"), count=1)
    if not count:
        raise ValueError(f"{path} has no {pattern.pattern}")
    path.write_text(text, encoding="utf-8")


EDITS: dict[str, Callable[[Path, Path], None]] = {
    "text": edit_text,
    "title": edit_title,
    "program": edit_program,
    "evidence": edit_evidence,
    "template": edit_template,
    "interface": edit_interface,
}
