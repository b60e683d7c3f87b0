"""Checks of the words that people type to find an entry."""

from __future__ import annotations

from collections.abc import Iterator

from generator.checks.names import repeated
from generator.checks.neighbours import folded, neighbours_of
from generator.checks.rule import Check, Finding
from generator.content.loader import Content, LoadedEntry
from generator.content.positions import Path


def _words_in(loaded: LoadedEntry) -> Iterator[tuple[Path, str]]:
    for locale, words in loaded.entry.words.items():
        for index, word in enumerate(words):
            yield ("words", locale, index), word


def _well_formed(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    known = content.site.locale_codes if content.site else ()
    for locale in loaded.entry.words:
        if known and locale not in known:
            where = loaded.file.at_key("words", locale)
            yield Finding(where, f"'{locale}' is not a language of this site", f"site.yaml has: {', '.join(known)}")
    words = list(_words_in(loaded))
    written = dict(words)
    for _folded_word, path, first in repeated((folded(word), path) for path, word in words):
        hint = f"first on line {loaded.file.at(*first).line}"
        yield Finding(loaded.file.at(*path), f"'{written[path]}' stands twice", hint)


def _one_owner(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    owners = neighbours_of(content).words
    for path, word in _words_in(loaded):
        owner = owners[folded(word)]
        if owner != loaded.id:
            hint = "keep it where most people who type it are right; the other is found by its wordings"
            yield Finding(loaded.file.at(*path), f"{owner} has the word '{word}' too", hint)


WORD_CHECKS = (
    Check("WORD001", "well-formed", "a word finds its entry once, in a language of the site", _well_formed),
    Check(
        "WORD002",
        "one-owner",
        "a word that leads to two entries leads to neither first",
        _one_owner,
        "warning",
        cross=True,
    ),
)
