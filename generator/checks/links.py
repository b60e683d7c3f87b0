"""Checks of links: between entries, and out to sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from generator.checks.names import nearest
from generator.checks.rule import Check, Finding
from generator.checks.texts import texts_of
from generator.loader import Content, LoadedEntry

ENTRY_LINK = re.compile(r"\]\(entry:([^)\s]*)\)")


def _entries_exist(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    known = [entry.id for entry in content.entries]
    for index, relation in enumerate(loaded.entry.related):
        where = loaded.tree.at("related", index, "id")
        if relation.id == loaded.id:
            yield Finding(where, "the entry is related to itself", "delete the line")
        elif relation.id not in known:
            yield Finding(where, f"there is no entry '{relation.id}'", nearest(relation.id, known))
    for path, text in texts_of(loaded.entry):
        for locale, words in text.items():
            for target in ENTRY_LINK.findall(words):
                if target not in known:
                    yield Finding(
                        loaded.tree.at(*path, locale), f"there is no entry '{target}'", nearest(target, known)
                    )


def _sources_are_specific(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for index, source in enumerate(loaded.entry.sources):
        parts = urlsplit(source.url)
        if not parts.netloc or (parts.path.strip("/") == "" and not parts.query):
            where = loaded.tree.at("sources", index, "url")
            yield Finding(where, f"{source.url} is the front page of a site", "link the page that says it")


LINK_CHECKS = (
    Check("LINK001", "entries-exist", "a link to an entry leads to it", _entries_exist),
    Check(
        "LINK002", "sources-are-specific", "a reader must be able to check what a source says", _sources_are_specific
    ),
)
