"""Find and load the index: the site's own lookup.json, inside the package or named by FAULTBOOK_INDEX."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from typing import Any

from faultbook.language import N_, Words

VARIABLE = "FAULTBOOK_INDEX"
NAME = "lookup.json"
FORM = "1"  # the first number of the schema_version that this package reads
_MISSING = N_(
    "there is no index in this package: {place} is missing. Install the wheel with pip, or, in a "
    "checkout, build one with `make wheel`; or set FAULTBOOK_INDEX to the file api/v1/lookup.json of a built site"
)
_NO_FILE = N_("FAULTBOOK_INDEX names {place}, which cannot be read ({reason}): correct the path, or unset the variable")
_WRONG = N_(
    "{place} is no lookup.json ({reason}): take the file api/v1/lookup.json of a built site, or reinstall faultbook"
)
_DAMAGED = N_(
    "this index is damaged: {place} ({reason}). Take a fresh lookup.json, the file api/v1/lookup.json of a built site, "
    "or reinstall faultbook"
)
_NEWER = N_(
    "{place} has the form {form}, which this faultbook cannot read: install a newer faultbook "
    "(`pip install --upgrade faultbook`)"
)


class IndexUnavailableError(Exception):
    """There is no index to look things up in. The text says what to do."""

    def __init__(self, text: str, **values: str) -> None:
        super().__init__(text.format(**values))
        self._text, self._values = text, values

    def in_words(self, words: Words) -> str:
        """Return the text in a language."""
        return words(self._text).format(**self._values)


def load() -> dict[str, Any]:
    """Load the index: the file that FAULTBOOK_INDEX names, else the one inside the package."""
    named = os.environ.get(VARIABLE)
    return _parse(named, _read_named(named)) if named else _parse(_inside(), _read_inside())


@contextlib.contextmanager
def blamed_for_failures(document: dict[str, Any]) -> Iterator[None]:
    """Turn what an unreadable index makes fail into an IndexUnavailableError. A sound index is checked for nothing."""
    try:
        yield
    except Exception as error:
        from faultbook.shape import find_fault  # of use to a damaged index alone

        fault = find_fault(document)
        if fault is None:
            raise
        place = os.environ.get(VARIABLE) or _inside()
        raise IndexUnavailableError(_DAMAGED, place=place, reason=fault) from error


def _inside() -> str:
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), NAME)


def _read_inside() -> bytes:
    loader = __spec__.loader if __spec__ else None
    try:
        # The loader knows where the package is, be it a folder or a zip file.
        content: bytes = loader.get_data(_inside())  # type: ignore[union-attr]
    except OSError as error:
        raise IndexUnavailableError(_MISSING, place=_inside()) from error
    return content


def _read_named(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError) as error:
        raise IndexUnavailableError(_NO_FILE, place=path, reason=str(error)) from error


def _parse(place: str, content: bytes) -> dict[str, Any]:
    try:
        document = json.loads(content)
        form = document["schema_version"]
        missing = [key for key in ("site", "modified", "locales", "entries", "codes") if key not in document]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise IndexUnavailableError(_WRONG, place=place, reason=f"{type(error).__name__}: {error}") from error
    if str(form).split(".")[0] != FORM:
        raise IndexUnavailableError(_NEWER, place=place, form=str(form))
    if missing:
        raise IndexUnavailableError(_WRONG, place=place, reason=", ".join(missing))
    loaded: dict[str, Any] = document
    return loaded
