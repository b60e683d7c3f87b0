"""Text → the terms that it is found by. `terms` in site_overrides/assets/searcher.js takes the same steps.

Chinese, Japanese and Korean are cut into pairs of neighbouring characters: no dictionary decides where a word ends,
so what is searched for is cut just as the text was. Names are found whole and by their parts.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Explicit ranges, so that Python and JavaScript agree on every text: `\w` and `\p{L}` follow versions of Unicode.
LETTERS = "A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u03ff\u0400-\u052f"
PAIRED = "\u3005\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
WORD = re.compile(rf"[0-9]+(?:\.[0-9]+)+(?![0-9_{LETTERS}])|[0-9_{LETTERS}]+|[{PAIRED}]+")
PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[^A-Z_]+|[A-Z]+")
FIRST_PAIRED = PAIRED[0]  # those of all other scripts stand before it
LINK = re.compile(r"\]\([^)\s]*\)")
LONGEST = 64  # characters: what is longer is no name but a hash or a path
# They stand in every entry, so they tell nothing. "not" and "no" are none of them: they make an error's name.
STOP_WORDS = (
    "a an and are as at be been but by can do does for from has have i if in into is it its of on or so that the "
    "their then there these they this to was were what when which will with you your"
)
STOP = frozenset(STOP_WORDS.split())


def terms(text: str) -> list[str]:
    """Return the terms of a text, in its order; a term that is found twice stands in it twice."""
    found: list[str] = []
    for word in WORD.findall(unicodedata.normalize("NFKC", text)):
        found += _names(word) if word < FIRST_PAIRED else _pairs(word)
    return found


def markdown_terms(text: str) -> list[str]:
    """Return the terms of a Markdown text, without those of the addresses of its links."""
    return terms(LINK.sub("]", text))


def _pairs(run: str) -> list[str]:
    """Return the pairs of neighbours, and the last character alone: the others begin a pair."""
    return [run[place : place + 2] for place in range(len(run))]


@lru_cache(maxsize=1 << 16)  # the same words stand in every text
def _names(word: str) -> list[str]:
    whole = word.strip("_").lower()
    if not whole or len(whole) > LONGEST or whole in STOP:
        return []
    parts = [part.lower() for part in PART.findall(word)]
    return [whole] if len(parts) < 2 or "." in whole else [whole, *(part for part in parts if part not in STOP)]
