"""Hand-written pages, as far as MkDocs would not tell what is wrong with them, or where."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from generator.problems import Location, Problem, relative_to_cwd
from generator.yamltree import read_tree

ENTRY_LINK = re.compile(r"\]\((entry:([^)\s#]*))")
FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?\n)(?:---|\.\.\.)[ \t]*\n", re.DOTALL)


def find_page_problems(folder: Path, entries: Collection[str]) -> Iterator[Problem]:
    """Yield problems of the Markdown files below a folder; `entries` are the ids that a link can lead to."""
    for path in sorted(folder.rglob("*.md")):
        if path.is_file():
            yield from _problems_of(relative_to_cwd(path), path.read_bytes(), entries)


def _problems_of(shown: str, content: bytes, entries: Collection[str]) -> Iterator[Problem]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        yield Problem(Location(shown, line), "PAGE001", "the page is not UTF-8", "save it as UTF-8")
        return
    front = FRONT_MATTER.match(text)
    for problem in read_tree(shown, front.group(1).encode()).problems if front else ():
        at = problem.location
        message = f"front matter: {problem.message}"
        yield Problem(Location(shown, at.line + 1, at.column), "PAGE002", message, problem.hint)
    for number, line_text in enumerate(text.splitlines(), 1):
        for found in ENTRY_LINK.finditer(line_text):
            if found.group(2) not in entries:
                where = Location(shown, number, found.start(1) + 1)
                yield Problem(where, "LINK001", f"there is no entry '{found.group(2)}'", "mend the link entry:…")
