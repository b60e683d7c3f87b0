"""`faultbook.find`: an exception or a text → the page it leads to, for programs. It never raises."""

from __future__ import annotations

import os
from typing import NamedTuple, Optional

from faultbook import index, language
from faultbook.advice import cause_of, first_command, is_shown
from faultbook.cards import Reader
from faultbook.chain import text_of
from faultbook.hook import is_off
from faultbook.line import loaded
from faultbook.matcher import find
from faultbook.terminal import Style


class Found(NamedTuple):
    """What an error is, and where its page is."""

    id: str
    """The id of an entry, or the name of a status code."""
    title: str
    address: str
    cause: Optional[str]  # noqa: UP045 - evaluated, and the oldest Python has no other form
    """The id of the cause, where the text shows exactly one."""
    step: str
    """The first thing to do, where the text shows the cause; else empty."""

    @property
    def line(self) -> str:
        """What to do where that is known, the title, and the address, in one line."""
        return " · ".join(part for part in (self.step, self.title, self.address) if part)


def found_in(error: BaseException | str) -> Found | None:
    """Return what an exception, with all that led to it, or a text shows; None where that is no GPU error known here.

    None too where FAULTBOOK=0, and whatever goes wrong: a report about an error is to cause none.
    """
    try:
        return None if is_off() else _found_in(text_of(error) if isinstance(error, BaseException) else str(error))
    except Exception:  # noqa: BLE001 - see above
        return None


def _found_in(text: str) -> Found | None:
    catalogue, known = loaded(os.environ.get(index.VARIABLE))
    hit = find(text, known).by_wording
    if hit is None:
        return None
    locale = language.choose(catalogue.locales)
    reader = Reader(catalogue, locale, language.words(locale), Style())
    reading = getattr(hit, "reading", None)
    cause = cause_of(catalogue.entries.get(hit.id, {}), reading)
    shown = cause if is_shown(reading, cause) else None
    step = first_command(reader, shown) if shown else ""
    return Found(hit.id, reader.title(hit.id), reader.link(hit.id), shown["id"] if shown else None, step)
