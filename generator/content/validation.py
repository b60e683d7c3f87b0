"""Plain data → model, with every mistake in its form as a located problem, all at once."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar, get_origin

from pydantic import ValidationError

from generator.content.model import ID_PATTERN, NAME_PATTERN, NUMBER_NAME_PATTERN, Model
from generator.content.positions import Path, Tree
from generator.content.scalars import MEANT_NULL, describe_value
from generator.problems import Location, Problem, clip

MAX_ERRORS = 100
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


def validate(tree: Tree, model: type[M], *, nulls: bool = False) -> tuple[M | None, tuple[Problem, ...]]:
    """Return the model of a file in which nothing is wrong, or every mistake in the file's form.

    With `nulls`, a null that is written as such is meant.
    """
    mistakes = _Mistakes(tree, model, nulls=nulls)
    found = None
    try:
        found = model.model_validate(tree.data)
    except ValidationError as error:
        mistakes.report_all(error.errors(include_url=False))
    problems = (*tree.problems, *mistakes.problems)
    return (None if problems else found), problems


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that this one begins or is most like, or nothing."""
    known = list(known)
    longer = [other for other in known if len(word) > 2 and other.startswith(word)]
    if longer:
        return longer[0]
    return next(iter(difflib.get_close_matches(word, known, n=1, cutoff=0.6)), "")


class _Mistakes:
    """What the YAML reader did not see: missing values, unknown and missing keys, values of the wrong form."""

    def __init__(self, tree: Tree, model: type[Model], *, nulls: bool) -> None:
        self.tree = tree
        self.model = model
        self.problems: list[Problem] = []
        self.reported: set[Path] = set(tree.unread)  # what is wrong below is not said again
        for path, raw in tree.raw.items():
            if _value_at(tree.data, path) is None and not (nulls and raw == MEANT_NULL):
                self._report_nothing(path, raw)
                self.reported.add(path)

    def _report(self, location: Location, code: str, message: str, hint: str = "") -> None:
        self.problems.append(Problem(location, code, clip(message), clip(hint)))

    def _report_nothing(self, path: Path, raw: str) -> None:
        shown = _shown(path)
        if raw:
            hint = f'write a value; "{raw}" in quotes is text'
            self._report(self.tree.at(*path), "YAML007", f"{shown}: unquoted {raw} is nothing to YAML", hint)
        else:
            where = self.tree.at(*path) if isinstance(path[-1], int) else self.tree.at_key(*path)
            hint = "write one, or delete the key; in {…} a text with a comma needs quotes"
            self._report(where, "YAML007", f"{shown} has no value", hint)

    def report_all(self, errors: Iterable[Any]) -> None:
        """Report what pydantic found, once for each place; what only follows from another mistake is left out."""
        errors = [error for error in errors if not _follows(error)]
        if len(errors) > MAX_ERRORS:
            message = f"{len(errors) - MAX_ERRORS} more values have the wrong form"
            self._report(self.tree.at(), "SCH003", message)
            errors = errors[:MAX_ERRORS]
        wrong: dict[Path, list[Any]] = {}
        misspelt = set(self._misspelt(errors))
        for error in errors:
            path = self._path(error)
            if self._is_reported(error, path):
                continue
            if error["type"] == "extra_forbidden":
                self._report_unknown(error, path)
            elif error["type"] == "missing":
                if path not in misspelt:
                    self._report(self.tree.at(*path[:-1]), "SCH002", f"key '{_shown(path)}' is missing", "add it")
            else:
                wrong.setdefault(path, []).append(error)
        for path, found in wrong.items():
            self._report_wrong(path, found)

    def _report_unknown(self, error: Any, path: Path) -> None:
        known = self._keys_at(error["loc"][:-1])
        near = nearest(str(path[-1]), known)
        hint = f"did you mean '{near}'?" if near else f"known here: {', '.join(known)}"
        self._report(self.tree.at_key(*path), "SCH001", f"unknown key '{_shown(path)}'", hint)

    def _report_wrong(self, path: Path, errors: list[Any]) -> None:
        first = errors[0]
        where, shown = self.tree.at(*path), _shown(path)
        if path in self.tree.raw and [error["type"] for error in errors] == ["string_type"]:
            raw = self.tree.raw[path]
            message = f"{shown}: unquoted {raw} is {describe_value(_value_at(self.tree.data, path))} to YAML, not text"
            self._report(where, "YAML007", message, f'write "{raw}"')
        elif first["loc"][-1] == "[key]":
            self._report(self.tree.at_key(*path), "SCH003", f"key {shown} {_describe_error(first)}")
        elif all(error["type"] in KINDS for error in errors):
            self._report_kind(where, path, errors)
        else:
            self._report(where, "SCH003", f"{shown} {_describe_error(first)}", _hint(first))

    def _report_kind(self, where: Location, path: Path, errors: list[Any]) -> None:
        value = _value_at(self.tree.data, path)
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
            hint = _mapping_hint(path)
        self._report(where, "SCH003", f"{_shown(path)} must be {wanted}, not {_describe_kind(value)}", hint)

    def _misspelt(self, errors: Iterable[Any]) -> Iterator[Path]:
        """Yield each key that is missing only because it is misspelt."""
        for error in errors:
            if error["type"] == "extra_forbidden":
                path = self._path(error)
                near = nearest(str(path[-1]), self._keys_at(error["loc"][:-1]))
                if near and near not in _value_at(self.tree.data, path[:-1]):
                    yield (*path[:-1], near)

    def _is_reported(self, error: Any, path: Path) -> bool:
        """Tell whether a place, or one that it depends on, has been reported already."""
        if any(path[:length] in self.reported for length in range(1, len(path) + 1)):
            return True
        # A rule about several values may be broken only because one of them could not be read.
        return error["type"] == "value_error" and any(other[: len(path)] == path for other in self.reported)

    def _path(self, error: Any) -> Path:
        """Drop the parts of pydantic's location that name a union's branch instead of a place in the file."""
        path: list[str | int] = []
        here = self.tree.data
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


def _describe_error(error: Any) -> str:
    kind, context = error["type"], error.get("ctx", {})
    if kind == "literal_error":
        value = error["input"]
        given = f"'{clip(value, 40)}'" if isinstance(value, str) else _describe_kind(value)
        return f"must be one of: {', '.join(_choices(error))}; not {given}"
    if kind in ("too_short", "string_too_short") or error["input"] == "":
        return "is empty"
    if kind == "string_pattern_mismatch" and context["pattern"] in PATTERNS:
        return PATTERNS[context["pattern"]]
    if kind.startswith("date"):
        return "must be a date such as 2026-11-21"
    message: str = error["msg"].removeprefix("Value error, ")
    return message.replace("Input should", "must").replace("String should", "must")


def _hint(error: Any) -> str:
    if error["type"] == "literal_error":
        near = nearest(str(error["input"]), _choices(error))
        other = "or write {raises: [ClassName]}, {exits: 3} or {hangs: 5}" if error["loc"][-1] == "word" else ""
        return f"did you mean '{near}'?" if near else other
    if error.get("ctx", {}).get("pattern") == ID_PATTERN:
        slug = "-".join(re.findall("[a-z0-9]+", error["input"].lower()))
        return f"write {clip(slug, 80)}" if slug else ""
    return "write at least one" if error["type"] == "too_short" else ""


def _mapping_hint(path: Path) -> str:
    if path[0] == "programs":
        return "write {NAME: value}" if path[-1] == "variables" else "write FILE.py: {variables: {NAME: value}}"
    return "write key: {en: …, zh: …}" if path in (("domains",), ("categories",)) else "write {en: …, zh: …}"


def _describe_kind(value: Any) -> str:
    if isinstance(value, str):
        return "text"
    return "a list" if isinstance(value, tuple) else "a mapping" if isinstance(value, dict) else describe_value(value)


def _value_at(data: Any, path: Path) -> Any:
    for part in path:
        if not _has(data, part):
            return ...  # below a repeated key
        data = data[part]
    return data


def _has(data: Any, part: str | int) -> bool:
    return part in data if isinstance(data, dict) else isinstance(data, tuple) and part in range(len(data))
