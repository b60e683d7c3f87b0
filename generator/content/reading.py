"""One file of content → a model, or what is wrong with the file's form. Nothing here raises for a bad file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from generator.content.model import Model
from generator.content.plain_data import plain_data
from generator.content.positions import MAX_BYTES, Tree, read_tree
from generator.content.validation import validate
from generator.files import decode, read_file, show
from generator.problems import Location, Problem

M = TypeVar("M", bound=Model)
TREES_HELD = 4  # of the files whose problems are being reported: a tree takes ten times the memory of its file


@dataclass(frozen=True, slots=True)
class YamlFile:
    """A YAML file of content, for saying where something in it stands; `name` is how messages call it.

    Only problems have places, so none are kept: the file is read again when the first one is asked for.
    """

    path: Path
    name: str

    @property
    def tree(self) -> Tree:
        """Return what is in the file now, with the place of each part; nothing where it cannot be read any more."""
        content = _content(self)
        return Tree(self.name) if isinstance(content, Problem) else tree_of(self.name, content)

    @property
    def text(self) -> str:
        """Return the text that is in the file now; nothing where it cannot be read any more."""
        content = _content(self)
        text = decode(self.name, content) if isinstance(content, bytes) else content
        return "" if isinstance(text, Problem) else text

    def at(self, *path: str | int) -> Location:
        """Return where a value stands, or the nearest part of the file that holds it."""
        return self.tree.at(*path)

    def at_key(self, *path: str | int) -> Location:
        """Return where a key stands, or the nearest part of the file that holds it."""
        return self.tree.at_key(*path)

    def at_words(self, words: str, *path: str | int) -> Location:
        """Return where words stand in a text, or where the text begins if they do not stand there as they are."""
        return self.tree.at_words(words, *path)


@lru_cache(maxsize=TREES_HELD)
def tree_of(name: str, content: bytes) -> Tree:
    """Return the content of a file with the place of each part; see `read_tree`."""
    return read_tree(name, content)


def _content(file: YamlFile) -> bytes | Problem:
    return read_file(file.path, file.name, MAX_BYTES, "a YAML file")


def yaml_file(path: Path) -> YamlFile:
    """Return a file under the name that a user in the current folder would type."""
    return YamlFile(path, show(path))


def load_model(file: YamlFile, model: type[M], *, nulls: bool = False) -> tuple[M | None, tuple[Problem, ...]]:
    """Return the model of a file in which nothing is wrong, or every mistake in the file's form.

    With `nulls`, a program wrote the file, and a null in it is meant.
    """
    content = _content(file)
    if isinstance(content, Problem):
        return None, (content,)
    text = decode(file.name, content)
    if isinstance(text, Problem):
        return None, (text,)
    try:
        return model.model_validate(plain_data(text, nulls=nulls)), ()
    except ValidationError:
        return _with_problems(read_tree(file.name, content), model, nulls=nulls)


def _with_problems(tree: Tree, model: type[M], *, nulls: bool) -> tuple[M | None, tuple[Problem, ...]]:
    if tree.data is None and tree.problems:
        return None, tree.problems
    if not isinstance(tree.data, dict):
        message = "the file is empty" if tree.data is None else "the file must hold keys and values"
        hint = "begin with the keys of docs/content-model.md"
        return None, (*tree.problems, Problem(tree.at(), "SCH003", message, hint))
    return validate(tree, model, nulls=nulls)
