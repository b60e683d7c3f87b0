"""Files that may be anything: named for a reader, read within limits, decoded. Nothing here raises for a bad file."""

from __future__ import annotations

import codecs
import operator
import os
import re
from collections.abc import Iterator
from pathlib import Path

from generator.problems import Location, Problem, relative_to_cwd

LINE_BREAK = re.compile(r"\r\n|\r|\n")
# What no text for readers holds: controls, what only YAML takes for a line break, and what reorders a line.
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]")
SHARED_LEVELS = 2  # of folders: so many are enough to divide what lies below them


def show(path: Path) -> str:
    """Name a file for a reader: a link by its own name, and nothing that cannot be printed."""
    name = f"{relative_to_cwd(path.parent)}/{path.name}".removeprefix("./")
    return printable(name)


def printable(words: str) -> str:
    """Escape what a terminal cannot show."""
    if words.isprintable():
        return words
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in words)


def file_states(top: Path, part: int = 0, parts: int = 1) -> Iterator[tuple[str, int, int]]:
    """Yield every file below a folder: its path from there, its size in bytes and its time in nanoseconds.

    Links are not followed; a folder that cannot be read has no files. Of several `parts`, all together yield each file
    once: folders two levels down are dealt out among them.
    """
    base = len(str(top)) + 1
    level = [str(top)]
    for _ in range(SHARED_LEVELS):
        below: list[str] = []
        for state in _states(level, below, base):
            if part == 0:
                yield state
        level = sorted(below)
    own = level[part::parts]
    yield from _states(own, own, base)


def _states(folders: list[str], below: list[str], base: int) -> Iterator[tuple[str, int, int]]:
    """Yield the files right in some folders, and add the folders in these to `below`, which may be the same list."""
    for folder in folders:
        try:
            with os.scandir(folder) as items:
                for item in items:
                    if item.is_dir(follow_symlinks=False):
                        below.append(item.path)
                    else:
                        state = item.stat(follow_symlinks=False)
                        yield item.path[base:], state.st_size, state.st_mtime_ns
        except OSError:
            continue


def leads_out(path: Path, folder: Path) -> bool:
    """Tell whether links lead from a path inside a folder to a place outside it."""
    try:
        if not path.is_symlink() and not path.parent.is_symlink():
            return False
    except OSError:  # a folder that may not be searched: reading says so
        return False
    # Path.resolve raises for a link that leads to itself; realpath does not.
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def sorted_files(folder: str) -> Iterator[str]:
    """Yield the path of each file below a folder, in a fixed order; links to folders are not followed."""
    try:
        with os.scandir(folder) as found:
            items = sorted(found, key=operator.attrgetter("name"))
    except OSError:
        return
    for item in items:
        if item.is_dir(follow_symlinks=False):
            yield from sorted_files(item.path)
        elif item.is_file(follow_symlinks=False) or Path(item.path).is_file():
            yield item.path


def read_file(path: Path, shown: str, limit: int, what: str) -> bytes | Problem:
    """Read a file that may be anything: missing, a folder, a pipe without an end, or larger than memory."""
    where = Location(shown)
    try:
        if not path.is_file() and path.exists():
            return Problem(where, "YAML001", "this is not a regular file", f"put {what} in its place")
        with path.open("rb") as file:
            content = file.read(limit + 1)
    except OSError as error:
        return Problem(
            where, "YAML001", f"the file cannot be read: {error.strerror}", f"put {what} there that can be read"
        )
    if len(content) > limit:
        return Problem(where, "YAML004", f"the file has more than {limit // 1024} KiB", f"put {what} in its place")
    return content


def decode(path: str, content: bytes) -> str | Problem:
    """Return a file's text, or the problem that it is none."""
    content = content.removeprefix(codecs.BOM_UTF8)
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        readable = content[: error.start].decode()
        return Problem(place_in(path, readable, len(readable)), "YAML001", "the file is not UTF-8", "save it as UTF-8")
    found = CONTROL.search(text)
    if found:
        message = f"control character U+{ord(found.group()):04X} in the file"
        return Problem(place_in(path, text, found.start()), "YAML001", message, "delete it, or save the file as UTF-8")
    return text


def place_in(path: str, text: str, index: int) -> Location:
    """Return the line and column of a character."""
    breaks = list(LINE_BREAK.finditer(text, 0, index))
    return Location(path, len(breaks) + 1, index - (breaks[-1].end() if breaks else 0) + 1)
