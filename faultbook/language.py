"""The reader's language, and our own words in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence

Words = Callable[[str], str]


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for it
    """Mark a text for translation without translating it."""
    return text


def choose(available: Sequence[str], asked: str | None = None, environment: Mapping[str, str] | None = None) -> str:
    """Return the language to speak: the one asked for, else the reader's own, else the first one there is.

    The reader's own is FAULTBOOK_LANG, or the first of LC_ALL, LC_MESSAGES and LANG that is set, or, on Windows
    without any of them, the language of the desktop.
    """
    known = os.environ if environment is None else environment
    names = ("FAULTBOOK_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    wanted = asked or next((known[name] for name in names if known.get(name)), None) or _desktop_language()
    # Every zh is one: zh_TW and zh-Hans-CN readers read it more easily than English.
    code = wanted.replace("-", "_").split("_")[0].split(".")[0].lower()
    return code if code in available else available[0]


def _desktop_language() -> str:
    if sys.platform != "win32":
        return ""
    import ctypes  # both are of use on Windows alone
    import locale

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


def words(locale: str) -> Words:
    """Return the function that puts a text of ours into a language; English is the text itself."""
    if locale != "zh":
        return N_
    from faultbook.chinese import CHINESE  # of use to Chinese readers alone

    return lambda text: CHINESE.get(text, text)
