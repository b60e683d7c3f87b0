"""One file of content → bytes, or a model with positions. Nothing here raises for a bad file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from generator.content.model import Model
from generator.content.positions import MAX_BYTES, Tree, read_tree
from generator.content.positions import Path as KeyPath
from generator.content.validation import validate
from generator.files import read_file, show
from generator.problems import Problem

M = TypeVar("M", bound=Model)


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
