"""Sentences of texts, as they are compared."""

from __future__ import annotations

import re
from functools import lru_cache

CODE_SPAN = re.compile(r"`[^`]*`")
HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
SENTENCE = re.compile(r"[^\s.!?。！？][^.!?。！？]*[.!?。！？]?|[.!?。！？]")
LONG_SENTENCE = 60


@lru_cache(maxsize=1 << 14)
def long_sentences(text: str) -> list[str]:
    """Return the sentences of a text that are long enough to be compared, on one line each."""
    return [part for part in SENTENCE.findall(" ".join(text.split())) if _is_long(part)]


def _is_long(sentence: str) -> bool:
    """Tell whether a sentence is long. A Chinese one says in one character what takes English about three."""
    length = len(sentence)
    return length >= LONG_SENTENCE or (
        3 * length >= LONG_SENTENCE and length + 2 * len(HAN.findall(sentence)) >= LONG_SENTENCE
    )
