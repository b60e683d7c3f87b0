"""What YAML makes of an unquoted word: text, a number, a date, true, false or nothing.

Both readers of YAML ask here, so that a word is the same to both.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Any

import yaml

MAX_CONVERTED = 64  # no number or date is longer; Python needs minutes for one of 500,000 digits
MEANT_NULL = "null"  # how programs write that there is nothing; nobody writes `~` or nothing at all on purpose
TEXT_TAG = "tag:yaml.org,2002:str"
# What a word may be but text, by its first character: tags, each with the form of its words.
_FORMS: dict[str | None, list[tuple[str, Any]]] = yaml.SafeLoader.yaml_implicit_resolvers
_KINDS = {"timestamp": "a date", "int": "a number", "float": "a number"}


class UnreadableScalarError(ValueError):
    """A word looks like a number or a date and is none; `kind` says what it looks like."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


def is_text(word: str) -> bool:
    """Tell whether an unquoted word is text to YAML."""
    # Asked of every word of every file, and most begin with a letter that no number begins with.
    return word[:1] not in _FORMS or _tag_of(word) == TEXT_TAG


def _tag_of(word: str) -> str:
    if len(word) <= MAX_CONVERTED:
        for tag, form in _FORMS.get(word[:1], ()):
            if form.match(word):
                return tag
    return TEXT_TAG


@lru_cache(maxsize=1024)
def converted(word: str) -> Any:
    """Return what YAML converts an unquoted word to. Raises UnreadableScalarError where that is impossible."""
    tag = _tag_of(word)
    try:
        return yaml.SafeLoader("").construct_object(yaml.ScalarNode(tag, word))
    except (ValueError, ArithmeticError, yaml.YAMLError):
        raise UnreadableScalarError(_KINDS.get(tag.rpartition(":")[2], "text")) from None


def describe_value(value: object) -> str:
    """Say in a reader's words what YAML made of an unquoted word."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return f"the date {value}"
    return f"the number {value}"
