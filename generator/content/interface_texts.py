"""Interface texts as gettext catalogues: where they are, what of a translation is missing, and starting one."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from babel.core import UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po, write_po

from generator.paths import ROOT

LOCALES = "locales"  # in a content folder
CATALOGUES = ROOT / "templates" / LOCALES
COMPLETE = "zh"  # has every text, and none besides: a test compares it with the templates
WITHOUT = "en"  # the language of the templates themselves
PLACEHOLDER = re.compile(r"%%|%\(\w+\)s")
HEADER = """\
# Interface texts in '{locale}'. A text without a translation appears in English.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: {locale}\\n"
"Plural-Forms: {plurals};\\n"

"""


class InterfaceTextsError(Exception):
    """A catalogue cannot be read or started; the text says why, and `line` where."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


def read_catalogue(path: Path, locale: str) -> Catalog:
    """Read a catalogue. Raises InterfaceTextsError."""
    if path.exists() and not path.is_file():  # a pipe would never end
        message = "it cannot be read: this is not a regular file"
        raise InterfaceTextsError(message)
    try:
        content = path.read_bytes()
        return read_po(io.BytesIO(content), locale=locale, abort_invalid=True)
    except PoFileError as error:
        raise InterfaceTextsError(str(error).removesuffix(f" on {error.lineno}"), error.lineno + 1) from error
    except (OSError, ValueError, LookupError, UnknownLocaleError) as error:
        raise InterfaceTextsError(f"it cannot be read: {error}") from error


@lru_cache(maxsize=1)
def all_texts() -> tuple[Message, ...]:
    """Return every interface text of the site, with its Chinese."""
    return tuple(text for text in read_catalogue(CATALOGUES / f"{COMPLETE}.po", COMPLETE) if text.id)


def untranslated(locale: str, own: Path) -> int:
    """Return how many interface texts are in English for want of a translation, in the content's folder or in ours."""
    if locale == WITHOUT:
        return 0
    paths = [folder / f"{locale}.po" for folder in (own, CATALOGUES)]
    found = [read_catalogue(path, locale) for path in paths if path.is_file()]
    here = [[catalogue.get(text.id, context=text.context) for catalogue in found] for text in all_texts()]
    return sum(not any(text and is_translated(text) for text in texts) for texts in here)


def is_translated(text: Message) -> bool:
    """Tell whether a text has all its translation: each plural form, and nothing that is marked as a guess."""
    return bool(text.string) and all(_forms(text)) and not text.fuzzy


def _forms(text: Message) -> Sequence[str]:
    return (text.string,) if isinstance(text.string, str) else text.string


def start_catalogue(locale: str, own: Path) -> Path:
    """Write a catalogue with every interface text; what is translated there stays. Raises InterfaceTextsError."""
    path = own / f"{locale}.po"
    made = Catalog(locale=locale)
    if made.locale is None:
        raise InterfaceTextsError(f"nothing is known of a language '{locale}': its plural forms, its dates")
    if path.is_file():
        before = read_catalogue(path, locale)
        made.obsolete.update(before.obsolete)
        for text in before:
            if text.id:
                made[text.id] = text
    wanted = Catalog(locale=locale)
    for text in all_texts():
        wanted.add(text.id, context=text.context)
    made.update(wanted, no_fuzzy_matching=True)
    own.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".unfinished")  # then by rename: what somebody translated is never half there
    with unfinished.open("wb") as file:
        file.write(HEADER.format(locale=locale, plurals=made.plural_forms.rstrip(";")).encode())
        write_po(file, made, width=120, omit_header=True)
    return unfinished.replace(path)


def faults_in(catalogue: Catalog) -> Iterator[tuple[int, str]]:
    """Yield the line and the fault of each translation that cannot stand in for its text."""
    for text in catalogue:
        line = text.lineno or 1
        if text.id and any(_forms(text)):
            yield from ((line, str(error)) for error in text.check(catalogue))
            if any("%" in PLACEHOLDER.sub("", words) for words in _forms(text)):
                yield line, "a % that begins no placeholder is written %%"
