"""Interface texts and dates per language: gettext catalogues, compiled in memory."""

from __future__ import annotations

import io
from datetime import date
from functools import lru_cache
from pathlib import Path

from babel.core import Locale, get_global
from babel.dates import format_date
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

CATALOGUES = Path(__file__).resolve().parents[2] / "templates" / "locales"


def translations(locale: str) -> NullTranslations:
    """Return the catalogue of a language; English is the text in the templates itself."""
    path = CATALOGUES / f"{locale}.po"
    return _compiled(path, locale, path.stat().st_mtime_ns if path.is_file() else 0)


@lru_cache(maxsize=16)
def _compiled(path: Path, locale: str, modified: int) -> NullTranslations:
    """Compile a catalogue once; `modified` is there for `make serve`, which shows an edited one."""
    if not modified:
        return NullTranslations()
    compiled = io.BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=locale))
    compiled.seek(0)
    return Translations(compiled)


def with_territory(locale: str) -> str:
    """Return a language with the territory where most of its readers are, as OpenGraph asks: zh_CN."""
    likely = str(get_global("likely_subtags").get(locale, locale)).split("_")
    return f"{locale}_{likely[-1]}" if len(likely) > 1 else locale


def show_date(value: date, locale: str) -> str:
    """Write a date as readers of a language do."""
    return format_date(value, format="long", locale=locale)


def show_day(iso: str, locale: str) -> str:
    """Write the date of a run, given as YYYY-MM-DD, as readers of a language do where there is little room."""
    return format_date(date.fromisoformat(iso), format="medium", locale=locale)


def show_language(code: str, locale: str) -> str:
    """Return what readers of a language call another one."""
    return Locale.parse(code).get_language_name(locale) or code
