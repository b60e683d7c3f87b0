"""Plain data → model, with every mistake as a located problem.

A file with mistakes is mended in memory and goes on to the checks, so that all its problems show at once.
What is put in the place of a value that cannot be used is a guess; no check speaks of a guess.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterable
from datetime import date
from typing import Any, TypeVar, get_origin

from pydantic import ValidationError

from generator.content.model import ID_PATTERN, NAME_PATTERN, NUMBER_NAME_PATTERN, Model
from generator.content.positions import Path, Tree, name_of_value
from generator.problems import Location, clip

MAX_ERRORS = 100
ROUNDS = 12  # a guess may show that another one is needed below it
GUESSED_TEXT = "\ue000"
GUESSED_NAME = "x-guess-"
M = TypeVar("M", bound=Model)

KINDS = {
    "string_type": "text",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "int_type": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
}
PATTERNS = {
    ID_PATTERN: "must be lower-case words joined by hyphens",
    NAME_PATTERN: "may hold only letters without accents, digits, and _ . : -",
    NUMBER_NAME_PATTERN: "must be small letters, digits and _, a letter first",
    r"\S": "is empty",
    "^[a-z]{2}$": "must be two small letters, such as en",
}


def is_guess(words: str) -> bool:
    """Tell whether words speak of a value that is not in the file."""
    return GUESSED_TEXT in words or GUESSED_NAME in words


def validate(tree: Tree, model: type[M], locales: Iterable[str] = ()) -> tuple[M | None, frozenset[Path]]:
    """Return the model, if need be a mended one, and where it holds guesses; report every mistake."""
    mending = _Mending(tree, model, dict.fromkeys(locales, GUESSED_TEXT))
    for _round in range(ROUNDS):
        try:
            return model.model_validate(mending.data), frozenset(mending.guessed)
        except ValidationError as error:
            errors = [found for found in error.errors(include_url=False) if not _follows(found)]
        if len(errors) > MAX_ERRORS:
            mending.report_all(errors[:MAX_ERRORS])
            tree.report(tree.at(), "SCH003", f"{len(errors) - MAX_ERRORS} more values have the wrong form")
            break
        mending.report_all(errors)
        mending.mend(errors)
    return None, frozenset()


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that this one begins or is most like, or nothing."""
    known = list(known)
    longer = [other for other in known if len(word) > 2 and other.startswith(word)]
    if longer:
        return longer[0]
    return next(iter(difflib.get_close_matches(word, known, n=1, cutoff=0.6)), "")


class _Mending:
    """The data of one file, on its way to being valid."""

    def __init__(self, tree: Tree, model: type[Model], text: dict[str, str]) -> None:
        self.tree = tree
        self.model = model
        self.text = text
        self.data: Any = tree.data
        self.numbers = itertools.count(1)
        self.guessed: set[Path] = set(tree.unread)
        for path, raw in tree.raw.items():
            if _value_at(self.data, path) is None:
                self._report_nothing(path, raw)
                self.guessed.add(path)

    def _report_nothing(self, path: Path, raw: str) -> None:
        shown = _shown(path)
        if raw:
            hint = f'write a value; "{raw}" in quotes is text'
            self.tree.report(self.tree.at(*path), "YAML007", f"{shown}: unquoted {raw} is nothing to YAML", hint)
        else:
            where = self.tree.at(*path) if isinstance(path[-1], int) else self.tree.at_key(*path)
            self.tree.report(
                where,
                "YAML007",
                f"{shown} has no value",
                "write one, or delete the key; in {…} a text with a comma needs quotes",
            )

    def report_all(self, errors: list[Any]) -> None:
        """Report mistakes that are the file's and not a guess's, one for each place."""
        wrong: dict[Path, list[Any]] = {}
        renamed = {new for _old, new in self._renamed(errors)}
        for error in errors:
            path = self._path(error)
            if self._is_guessed(path) or self._holds_guess(error, path):
                continue
            if error["type"] == "extra_forbidden":
                self._report_unknown(error, path)
            elif error["type"] == "missing":
                if path not in renamed:
                    where = self.tree.at(*path[:-1])
                    self.tree.report(where, "SCH002", f"key '{_shown(path)}' is missing", "add it")
            else:
                wrong.setdefault(path, []).append(error)
        for path, found in wrong.items():
            self._report_wrong(path, found)

    def _report_unknown(self, error: Any, path: Path) -> None:
        known = self._keys_at(error["loc"][:-1])
        near = nearest(str(path[-1]), known)
        hint = f"did you mean '{near}'?" if near else f"known here: {', '.join(known)}"
        self.tree.report(self.tree.at_key(*path), "SCH001", f"unknown key '{_shown(path)}'", hint)

    def _report_wrong(self, path: Path, errors: list[Any]) -> None:
        first = errors[0]
        where, shown = self.tree.at(*path), _shown(path)
        if path in self.tree.raw and [error["type"] for error in errors] == ["string_type"]:
            raw = self.tree.raw[path]
            message = f"{shown}: unquoted {raw} is {name_of_value(_value_at(self.data, path))} to YAML, not text"
            self.tree.report(where, "YAML007", message, f'write "{raw}"')
        elif first["loc"][-1] == "[key]":
            self.tree.report(self.tree.at_key(*path), "SCH003", f"key {shown} {_words(first)}")
        elif all(error["type"] in KINDS for error in errors):
            self._report_kind(where, path, errors)
        else:
            self.tree.report(where, "SCH003", f"{shown} {_words(first)}", _hint_for(first))

    def _report_kind(self, where: Location, path: Path, errors: list[Any]) -> None:
        value = _value_at(self.data, path)
        wanted = " or ".join(dict.fromkeys(KINDS[error["type"]] for error in errors))
        kind = errors[0]["type"]
        hint = ""
        if kind == "tuple_type":
            keys = self._keys_at(errors[0]["loc"])
            hint = f"begin each item with '- {keys[0] + ':' if keys else ''}'"
            if not keys and not isinstance(value, dict):
                hint = f"write [{clip(self.tree.raw.get(path, str(value)), 40)}]"
        elif kind == "model_type":
            hint = f"its keys: {', '.join(self._keys_at(errors[0]['loc']))}"
        elif kind == "dict_type":
            hint = _hint_for_mapping(path)
        self.tree.report(where, "SCH003", f"{_shown(path)} must be {wanted}, not {_kind_of(value)}", hint)

    def mend(self, errors: list[Any]) -> None:
        """Take the mistakes out of the data."""
        renamed = dict(self._renamed(errors))
        for error, path in [(error, self._path(error)) for error in errors]:
            if path in renamed:
                value = _value_at(self.data, path)
                self.data = _changed(_changed(self.data, path, delete=True), renamed[path], value)
                self.tree.rename(path, renamed[path])
            elif path not in renamed.values():
                self._mend(error, path)

    def _mend(self, error: Any, path: Path) -> None:
        if error["type"] == "extra_forbidden":
            self.data = _changed(self.data, path, delete=True)
        elif error["loc"][-1] == "[key]":
            self.data = _changed(self.data, path, delete=True)
            self.guessed.add(path)
        elif self._is_guessed(path):
            self.data = _changed(self.data, path, self._guess(error))
        elif error["type"] == "string_type" and path in self.tree.raw:
            self.data = _changed(self.data, path, self.tree.raw[path])
        else:
            self.data = _changed(self.data, path, None)
            self.guessed.add(path)

    def _renamed(self, errors: list[Any]) -> list[tuple[Path, Path]]:
        """Return each misspelt key with the one that it must be, where that is not there."""
        found: dict[Path, Path] = {}
        for error in errors:
            if error["type"] == "extra_forbidden":
                old = self._path(error)
                near = nearest(str(old[-1]), self._keys_at(error["loc"][:-1]))
                if near and near not in _value_at(self.data, old[:-1]):
                    found.setdefault((*old[:-1], near), old)
        return [(old, new) for new, old in found.items()]

    def _guess(self, error: Any) -> Any:
        kind = error["type"]
        name = f"{GUESSED_NAME}{next(self.numbers)}"
        guesses: dict[str, Any] = {
            "string_type": GUESSED_TEXT,
            "dict_type": self.text,
            "model_type": {},
            "tuple_type": (),
            "too_short": (None,),
            "value_error": {"hangs": 1.0} if "rules" in error["loc"] else f"https://{name}.example/page",
            "float_type": 1.0,
            "bool_type": False,
        }
        if kind == "literal_error":
            return _choices(error)[0]
        return date(2000, 1, 1) if kind.startswith("date") else guesses.get(kind, name)

    def _is_guessed(self, path: Path) -> bool:
        return any(path[:length] in self.guessed for length in range(1, len(path) + 1))

    def _holds_guess(self, error: Any, path: Path) -> bool:
        """Tell whether a rule about several values is broken only because one of them is a guess."""
        return error["type"] == "value_error" and any(guess[: len(path)] == path for guess in self.guessed)

    def _path(self, error: Any) -> Path:
        """Drop the parts of pydantic's location that name a union's branch instead of a place in the file."""
        path: list[str | int] = []
        here = self.data
        for part in error["loc"]:
            known: Any = here if isinstance(here, dict) else range(len(here)) if isinstance(here, tuple) else ()
            if part in known:
                here = here[part]
                path.append(part)
        if error["type"] == "missing":
            path.append(error["loc"][-1])
        return tuple(path)

    def _keys_at(self, loc: tuple[str | int, ...]) -> list[str]:
        """Return the keys that the model knows at this place."""
        current: Any = self.model
        named = False  # the next part is a name that the author gave
        for part in loc:
            if isinstance(part, int) or part in ("word", "rule", "rules") or named:
                named = False
                continue
            annotation = current.model_fields[part].annotation if part in current.model_fields else None
            current, named = _model_in(annotation), get_origin(annotation) is dict
            if current is None:
                return []
        return list(current.model_fields)


def _follows(error: Any) -> bool:
    """Tell whether a list is called too short only because its items have mistakes, which are reported."""
    return error["type"] == "too_short" and bool(error["input"])


def _model_in(annotation: Any) -> type[Model] | None:
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return annotation
    found = (_model_in(part) for part in getattr(annotation, "__args__", ()))
    return next((model for model in found if model), None)


def _shown(path: Path) -> str:
    return clip(".".join(map(str, path)), 80)


def _choices(error: Any) -> list[str]:
    return [word.strip("' ") for word in error["ctx"]["expected"].replace(" or ", ",").split(",")]


def _words(error: Any) -> str:
    kind, context = error["type"], error.get("ctx", {})
    if kind == "literal_error":
        value = error["input"]
        given = f"'{clip(value, 40)}'" if isinstance(value, str) else _kind_of(value)
        return f"must be one of: {', '.join(_choices(error))}; not {given}"
    if kind in ("too_short", "string_too_short") or error["input"] == "":
        return "is empty"
    if kind == "string_pattern_mismatch" and context["pattern"] in PATTERNS:
        return PATTERNS[context["pattern"]]
    if kind.startswith("date"):
        return "must be a date such as 2026-11-21"
    message: str = error["msg"].removeprefix("Value error, ")
    return message.replace("Input should", "must").replace("String should", "must")


def _hint_for(error: Any) -> str:
    if error["type"] == "literal_error":
        near = nearest(str(error["input"]), _choices(error))
        other = "or write {raises: [ClassName]}, {exits: 3} or {hangs: 5}" if error["loc"][-1] == "word" else ""
        return f"did you mean '{near}'?" if near else other
    if error.get("ctx", {}).get("pattern") == ID_PATTERN:
        slug = "-".join(re.findall("[a-z0-9]+", error["input"].lower()))
        return f"write {clip(slug, 80)}" if slug else ""
    return "write at least one" if error["type"] == "too_short" else ""


def _hint_for_mapping(path: Path) -> str:
    if path[0] == "programs":
        return "write {NAME: value}" if path[-1] == "variables" else "write FILE.py: {variables: {NAME: value}}"
    return "write key: {en: …, zh: …}" if path in (("domains",), ("categories",)) else "write {en: …, zh: …}"


def _kind_of(value: Any) -> str:
    if isinstance(value, str):
        return "text"
    return "a list" if isinstance(value, tuple) else "a mapping" if isinstance(value, dict) else name_of_value(value)


def _value_at(data: Any, path: Path) -> Any:
    for part in path:
        if not _has(data, part):
            return ...  # below a repeated key
        data = data[part]
    return data


def _has(data: Any, part: str | int) -> bool:
    return part in data if isinstance(data, dict) else isinstance(data, tuple) and part in range(len(data))


def _changed(data: Any, path: Path, value: Any = None, *, delete: bool = False) -> Any:
    """Return a copy of plain data with one value changed; nothing changes below what is not there."""
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(data, dict):
        if not rest and delete:
            return {key: kept for key, kept in data.items() if key != head}
        return {**data, head: _changed(data.get(head), rest, value, delete=delete)}
    if isinstance(data, tuple) and isinstance(head, int):
        return (*data[:head], _changed(data[head], rest, value, delete=delete), *data[head + 1 :])
    return data
