"""Disk → typed content. Everything wrong with a file's form is a `Problem`; nothing here raises for bad content."""

from __future__ import annotations

import ast
import copy
import difflib
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from generator.problems import Location, Problem, relative_to_cwd
from generator.schema import Entry, Model, Site
from generator.yamltree import Tree, name_of_value, read_tree

ENTRY_FILE = "entry.yaml"
SITE_FILE = "site.yaml"
MAX_SNIPPET_BYTES = 64 * 1024
M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class Snippet:
    """One program of an entry. `tree` is `None` when it does not parse; `problem` then says why."""

    name: str
    path: Path
    content: bytes
    text: str = ""
    tree: ast.Module | None = None
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class LoadedEntry:
    """An entry, its folder, its programs, and where each part of it stands in its file."""

    id: str
    folder: Path
    entry: Entry
    tree: Tree
    snippets: dict[str, Snippet]

    @property
    def domain(self) -> str:
        """Return the part of the id before the slash."""
        return self.id.partition("/")[0]

    @property
    def slug(self) -> str:
        """Return the part of the id after the slash."""
        return self.id.partition("/")[2]


@dataclass(frozen=True, slots=True)
class Content:
    """All content of one site. `site` is `None` when its file cannot be read."""

    root: Path
    site: Site | None
    site_tree: Tree
    entries: tuple[LoadedEntry, ...]
    problems: tuple[Problem, ...]

    def find(self, entry_id: str) -> LoadedEntry | None:
        """Return the entry with this id, if there is one."""
        return next((entry for entry in self.entries if entry.id == entry_id), None)


def load_content(root: Path, *, address: str | None = None) -> Content:
    """Load `site.yaml` and every entry below `entries/`; `address` replaces the site's own."""
    site_tree, site = _load_model(root / SITE_FILE, Site)
    if site and address:
        site = site.model_copy(update={"address": address.rstrip("/") + "/"})
    problems = list(site_tree.problems)
    entries: list[LoadedEntry] = []
    for path in _entry_files(root / "entries", problems):
        tree, entry = _load_model(path, Entry)
        problems.extend(tree.problems)
        if entry:
            entries.append(_with_snippets(root, path, tree, entry))
    return Content(root, site, site_tree, tuple(entries), tuple(problems))


def _entry_files(folder: Path, problems: list[Problem]) -> Iterator[Path]:
    if not folder.is_dir():
        where = Location(relative_to_cwd(folder))
        problems.append(Problem(where, "ENT000", "there is no entries folder", "create it: entries/<domain>/<slug>/"))
        return
    for entry_folder in sorted(path for path in folder.glob("[!.]*/[!.]*") if path.is_dir()):
        path = entry_folder / ENTRY_FILE
        if path.is_file():
            yield path
        elif any(entry_folder.iterdir()):
            message = f"the folder has no {ENTRY_FILE}"
            problems.append(
                Problem(Location(relative_to_cwd(entry_folder)), "ENT000", message, "add it or delete the folder")
            )
    for stray in sorted(folder.rglob(ENTRY_FILE)):
        if len(stray.relative_to(folder).parts) != 3:  # <domain>/<slug>/entry.yaml
            message = "an entry must stand in entries/<domain>/<slug>/"
            problems.append(Problem(Location(relative_to_cwd(stray)), "ENT000", message, "move it"))


def _with_snippets(root: Path, path: Path, tree: Tree, entry: Entry) -> LoadedEntry:
    folder = path.parent
    snippets = {file.name: load_snippet(file) for file in sorted(folder.glob("*.py"))}
    entry_id = folder.relative_to(root / "entries").as_posix()
    return LoadedEntry(entry_id, folder, entry, tree, snippets)


def load_snippet(path: Path) -> Snippet:
    """Read and parse one program; a program that cannot be parsed carries its problem."""
    shown = relative_to_cwd(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        return Snippet(
            path.name, path, b"", problem=_snippet_problem(Location(shown), f"cannot be read: {error.strerror}")
        )
    if len(content) > MAX_SNIPPET_BYTES:
        message = f"the program has {len(content):,} bytes; at most {MAX_SNIPPET_BYTES:,} are read"
        return Snippet(path.name, path, content, problem=_snippet_problem(Location(shown), message))
    try:
        text = content.decode()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return Snippet(path.name, path, content, text, ast.parse(text))
    except SyntaxError as error:
        where = Location(shown, error.lineno or 1, max(error.offset or 1, 1))
        return Snippet(path.name, path, content, problem=_snippet_problem(where, f"not valid Python: {error.msg}"))
    except (UnicodeDecodeError, ValueError, RecursionError, MemoryError) as error:
        return Snippet(
            path.name, path, content, problem=_snippet_problem(Location(shown), f"not valid Python: {error}")
        )


def _snippet_problem(where: Location, message: str) -> Problem:
    return Problem(where, "SNIP002", message, "make it a program that `python FILE` can start")


def _load_model(path: Path, model: type[M]) -> tuple[Tree, M | None]:
    shown = relative_to_cwd(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        tree = Tree(shown)
        tree.report(Location(shown), "YAML001", f"cannot be read: {error.strerror}", "create the file")
        return tree, None
    tree = read_tree(shown, content)
    if tree.data is None and tree.problems:
        return tree, None
    if not isinstance(tree.data, dict):
        tree.report(Location(shown), "SCH003", "the file must be a mapping of keys to values")
        return tree, None
    return tree, _validate(tree, model)


def _validate(tree: Tree, model: type[M]) -> M | None:
    """Make the model, reporting every mistake; a file with small mistakes is mended in memory and checked on."""
    try:
        return model.model_validate(tree.data)
    except ValidationError as error:
        errors = error.errors(include_url=False)
    mended = copy.deepcopy(tree.data)
    for found in errors:
        path = _path_in(tree.data, found["loc"])
        tree.problems.append(_schema_problem(tree, model, found, path))
        _mend(tree, mended, found, path)
    try:
        return model.model_validate(mended)
    except ValidationError:
        return None


def _mend(tree: Tree, data: Any, error: Any, path: tuple[str | int, ...]) -> None:
    """Take a reported mistake out of the data, so that the checks that follow find the other ones too."""
    try:
        holder = _value_at(data, path[:-1])
        if error["type"] == "extra_forbidden":
            del holder[path[-1]]
        elif path in tree.raw:
            holder[path[-1]] = tree.raw[path]
        elif error["type"] == "literal_error":
            holder[path[-1]] = _choices(error)[0]
    except (KeyError, IndexError, TypeError):
        return  # not mendable: the second validation fails, and the entry is left out of the other checks


def _choices(error: Any) -> list[str]:
    return [word.strip("' ") for word in error["ctx"]["expected"].replace(" or ", ",").split(",")]


def _schema_problem(tree: Tree, model: type[Model], error: Any, path: tuple[str | int, ...]) -> Problem:
    shown = ".".join(map(str, path)) or "the file"
    kind = error["type"]
    if kind == "extra_forbidden":
        hint = _nearest(str(path[-1]), _keys_beside(model, error["loc"][:-1]))
        return Problem(tree.at_key(*path), "SCH001", f"unknown key '{shown}'", hint)
    if kind == "missing":
        return Problem(tree.at(*path[:-1]), "SCH002", f"key '{shown}' is missing", "add it")
    if path in tree.raw:
        raw, value = tree.raw[path], _value_at(tree.data, path)
        message = f"{shown}: unquoted {raw or 'nothing'} is {name_of_value(value)} to YAML, not text"
        return Problem(tree.at(*path), "YAML007", message, f'write "{raw}"')
    hint = ""
    if kind == "literal_error":
        choices = _choices(error)
        hint = _nearest(str(error["input"]), choices) or f"one of: {', '.join(choices)}"
    message = (
        error["msg"].removeprefix("Value error, ").replace("valid tuple", "list").replace("valid dictionary", "mapping")
    )
    return Problem(tree.at(*path), "SCH003", f"{shown}: {message[0].lower()}{message[1:]}", hint)


def _path_in(data: Any, loc: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Drop the parts of pydantic's location that name a union's branch instead of a place in the file."""
    path: list[str | int] = []
    here = data
    for index, part in enumerate(loc):
        known: Any = here if isinstance(here, dict) else range(len(here)) if isinstance(here, tuple) else ()
        if part in known:
            here = here[part]
        elif index < len(loc) - 1 or part in ("word", "rule", "[key]"):
            continue
        path.append(part)
    return tuple(path)


def _value_at(data: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        data = data[part]
    return data


def _keys_beside(model: type[Model], loc: tuple[str | int, ...]) -> list[str]:
    """Return the keys that the model knows at this place."""
    current: Any = model
    for part in loc:
        if isinstance(part, int) or part in ("word", "rule"):
            continue
        current = _model_in(current.model_fields[part].annotation) if part in current.model_fields else None
        if current is None:
            return []
    return list(current.model_fields)


def _model_in(annotation: Any) -> type[Model] | None:
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return annotation
    found = (_model_in(part) for part in getattr(annotation, "__args__", ()))
    return next((model for model in found if model), None)


def _nearest(word: str, known: Iterable[str]) -> str:
    known = list(known)
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    if close:
        return f"did you mean '{close[0]}'?"
    return f"known here: {', '.join(known)}" if known else ""
