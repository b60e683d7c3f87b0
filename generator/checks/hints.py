"""Hints that several checks give."""

from __future__ import annotations

from collections.abc import Iterable

from generator.content.validation import nearest as nearest_word


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the known word most like this one, or nothing."""
    close = nearest_word(word, sorted(known))
    return f"did you mean '{close}'?" if close else ""
