"""Interface texts and dates per language: gettext catalogues, compiled in memory."""

from __future__ import annotations

import hashlib
import io
from datetime import date
from functools import lru_cache
from pathlib import Path

from babel.core import Locale, get_global
from babel.dates import format_date
from babel.messages.mofile import write_mo
from babel.support import NullTranslations, Translations

from generator.content.interface_texts import CATALOGUES, is_translated, read_catalogue
from generator.render.labels import N_

OFFER = N_("Read this page in %(language)s")


def translations(locale: str, own: Path | None) -> NullTranslations:
    """Return the texts of a language: those of the content folder, then ours, then English, as templates have it."""
    return _compiled(locale, tuple((path, path.stat().st_mtime_ns) for path in _files(locale, own)))


def digest_of_texts(locale: str, own: Path | None) -> str:
    """Return a hash of all the texts of a language."""
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in _files(locale, own))).hexdigest()


def _files(locale: str, own: Path | None) -> list[Path]:
    found = (folder / f"{locale}.po" for folder in (own, CATALOGUES) if folder)
    return [path for path in found if path.is_file()]


@lru_cache(maxsize=16)
def _compiled(locale: str, files: tuple[tuple[Path, int], ...]) -> NullTranslations:
    """Compile catalogues once; the times are there for `make serve`, which shows an edited one."""
    if not files:
        return NullTranslations()
    compiled, catalogue = io.BytesIO(), read_catalogue(files[0][0], locale)
    for text in list(catalogue):
        if text.id and not is_translated(text):
            catalogue.delete(text.id, text.context)
    write_mo(compiled, catalogue)
    compiled.seek(0)
    texts = Translations(compiled)
    texts.add_fallback(_compiled(locale, files[1:]))
    return texts


def offer_of(name: str, texts: NullTranslations) -> str:
    """Return, in the words of a language, the offer to read a page in it."""
    return texts.gettext(OFFER) % {"language": name}


def with_territory(locale: str) -> str:
    """Return a language with the territory where most of its readers are, as OpenGraph asks: zh_CN."""
    likely = str(get_global("likely_subtags").get(locale, locale)).split("_")
    return f"{locale}_{likely[-1]}" if len(likely) > 1 else locale


@lru_cache(maxsize=1 << 10)
def show_date(value: date, locale: str) -> str:
    """Write a date as readers of a language do."""
    return format_date(value, format="long", locale=locale)


@lru_cache(maxsize=1 << 10)
def show_day(iso: str, locale: str) -> str:
    """Write the date of a run, given as YYYY-MM-DD, as readers of a language do where there is little room."""
    return format_date(date.fromisoformat(iso), format="medium", locale=locale)


@lru_cache(maxsize=1 << 10)
def show_language(code: str, locale: str) -> str:
    """Return what readers of a language call another one."""
    return Locale.parse(code).get_language_name(locale) or code
