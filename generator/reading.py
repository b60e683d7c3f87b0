"""One file of content → bytes, or a model with positions. Nothing here raises for a bad file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from generator.problems import Location, Problem, relative_to_cwd
from generator.schema import Model
from generator.validation import validate
from generator.yamltree import MAX_BYTES, Tree, read_tree
from generator.yamltree import Path as KeyPath

M = TypeVar("M", bound=Model)


def show(path: Path) -> str:
    """Name a file for a reader: a link by its own name, and nothing that cannot be printed."""
    name = f"{relative_to_cwd(path.parent)}/{path.name}".removeprefix("./")
    return printable(name)


def printable(words: str) -> str:
    """Escape what a terminal cannot show."""
    if words.isprintable():
        return words
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in words)


def leads_out(path: Path, folder: Path) -> bool:
    """Tell whether links lead from a path inside a folder to a place outside it."""
    try:
        if not path.is_symlink() and not path.parent.is_symlink():
            return False
    except OSError:  # a folder that may not be searched: reading says so
        return False
    # Path.resolve raises for a link that leads to itself; realpath does not.
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def read_file(path: Path, shown: str, limit: int, what: str) -> bytes | Problem:
    """Read a file that may be anything: missing, a folder, a pipe without an end, or larger than memory."""
    where = Location(shown)
    try:
        if path.exists() and not path.is_file():
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


def load_model(
    path: Path, model: type[M], locales: Iterable[str] = (), *, nulls: bool = False
) -> tuple[Tree, M | None, frozenset[KeyPath]]:
    """Return a file's tree, its model if there can be one, and where that holds guesses.

    With `nulls`, a program wrote the file, and a null in it is meant.
    """
    shown = show(path)
    content = read_file(path, shown, MAX_BYTES, "a YAML file")
    if isinstance(content, Problem):
        return Tree(shown, problems=[content]), None, frozenset()
    tree = read_tree(shown, content)
    if tree.data is None and tree.problems:
        return tree, None, frozenset()
    if not isinstance(tree.data, dict):
        message = "the file is empty" if tree.data is None else "the file must hold keys and values"
        tree.report(tree.at(), "SCH003", message, "begin with the keys of docs/content-model.md")
        return tree, None, frozenset()
    if nulls:
        tree.raw = {place: raw for place, raw in tree.raw.items() if raw != "null"}
    return tree, *validate(tree, model, locales)
