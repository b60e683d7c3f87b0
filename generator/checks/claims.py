"""Claims and their expectations, each with its path in the entry's file."""

from __future__ import annotations

from collections.abc import Iterator

from generator.content.loader import LoadedEntry
from generator.content.model import Claim, Rule
from generator.content.positions import Path

SECTIONS = ("reproduce", "workarounds", "dead_ends", "claims")


def claims_in(loaded: LoadedEntry) -> Iterator[tuple[Path, Claim]]:
    """Yield every claim of an entry."""
    for section in SECTIONS:
        for index, claim in enumerate(getattr(loaded.entry, section)):
            yield (section, index), claim


def rules_in(loaded: LoadedEntry) -> Iterator[tuple[Path, Rule]]:
    """Yield every rule that a claim of an entry expects."""
    for path, claim in claims_in(loaded):
        expect = getattr(claim, "expect", None)
        if isinstance(expect, Rule):
            yield (*path, "expect"), expect
        elif isinstance(expect, tuple):
            for index, rule in enumerate(expect):
                yield (*path, "expect", index), rule
