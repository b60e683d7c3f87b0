"""Checks of the words that people type to find an entry."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from generator.checks.rule import Check, Finding
from generator.content.loader import Content, LoadedEntry
from generator.content.positions import Path


def _folded(word: str) -> str:
    return " ".join(word.casefold().split())


def _words_in(loaded: LoadedEntry) -> Iterator[tuple[Path, str]]:
    for locale, words in loaded.entry.words.items():
        for index, word in enumerate(words):
            yield ("words", locale, index), word


def _well_formed(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    known = content.site.locale_codes if content.site else ()
    for locale in loaded.entry.words:
        if known and locale not in known:
            where = loaded.tree.at_key("words", locale)
            yield Finding(where, f"'{locale}' is not a language of this site", f"site.yaml has: {', '.join(known)}")
    seen: dict[str, int] = {}
    for path, word in _words_in(loaded):
        where = loaded.tree.at(*path)
        if _folded(word) in seen:
            yield Finding(where, f"'{word}' stands twice", f"first on line {seen[_folded(word)]}")
        seen.setdefault(_folded(word), where.line)


@lru_cache(maxsize=1)
def _owners(entries: tuple[LoadedEntry, ...]) -> dict[str, str]:
    return {_folded(word): loaded.id for loaded in reversed(entries) for _path, word in _words_in(loaded)}


def _one_owner(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    owners = _owners(content.entries)
    for path, word in _words_in(loaded):
        owner = owners[_folded(word)]
        if owner != loaded.id:
            hint = "keep it where most people who type it are right; the other is found by its wordings"
            yield Finding(loaded.tree.at(*path), f"{owner} has the word '{word}' too", hint)


WORD_CHECKS = (
    Check("WORD001", "well-formed", "a word finds its entry once, in a language of the site", _well_formed),
    Check("WORD002", "one-owner", "a word that leads to two entries leads to neither first", _one_owner, "warning"),
)
