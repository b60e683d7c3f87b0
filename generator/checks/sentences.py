"""Sentences of texts, as they are compared."""

from __future__ import annotations

import re
from functools import lru_cache

CODE_SPAN = re.compile(r"`[^`]*`")
HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s*")
LONG_SENTENCE = 60


@lru_cache(maxsize=1 << 14)
def long_sentences(text: str) -> list[str]:
    """Return the sentences of a text that are long enough to be compared, on one line each."""
    squeezed = " ".join(text.split())
    # A Chinese sentence says in one character what takes English about three.
    return [part for part in SENTENCE_END.split(squeezed) if len(part) + 2 * len(HAN.findall(part)) >= LONG_SENTENCE]
