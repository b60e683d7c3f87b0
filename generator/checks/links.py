"""Checks of links: between entries, and out to sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from generator.checks.names import nearest
from generator.checks.rule import Check, Finding, problems
from generator.checks.texts import CODE_SPAN
from generator.content.loader import Content, LoadedEntry
from generator.content.model import Model
from generator.content.outdated import texts_of
from generator.content.positions import Path, Tree
from generator.problems import Problem

# A link in words, by reference, or bare: whatever Markdown makes a link of.
LINK = re.compile(r"\]\(\s*<?([^\s()<>]*)|^ {0,3}\[[^\]\n]*\]:\s*<?([^\s<>]+)|<(entry:[^\s<>]*)>", re.MULTILINE)


def _entries_exist(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    known = content.ids
    for index, relation in enumerate(loaded.entry.related):
        where = loaded.tree.at("related", index, "id")
        if relation.id == loaded.id:
            yield Finding(where, "the entry is related to itself", "delete the line")
        elif relation.id not in known:
            yield Finding(where, f"there is no entry '{relation.id}'", nearest(relation.id, known))
    yield from _links_in_texts(content, loaded.tree, loaded.entry)


def _links_in_texts(content: Content, tree: Tree, model: Model) -> Iterator[Finding]:
    for path, text in texts_of(model):
        for locale, words in text.items():
            prose = CODE_SPAN.sub(lambda code: " " * len(code.group()), words)
            for found in LINK.finditer(prose):
                target = found[1] or found[2] or found[3] or ""
                markdown = found.group() + prose[found.end() : found.end() + 1]
                message, hint = _wrong_link(markdown, target, content.ids)
                if message:
                    yield Finding(tree.at_words(target, *path, locale), message, hint)


def _wrong_link(markdown: str, target: str, known: frozenset[str]) -> tuple[str, str]:
    """Say what is wrong with a link in a text, and what to do about it; two empty words where nothing is."""
    scheme, colon, entry = target.partition(":")
    if colon and scheme.lower() in ("http", "https"):
        return ("", "") if _host_of(target) else (f"{target} is not a web address", "link the page that says it")
    if scheme != "entry" or not colon:
        return f"{target or 'nothing'} cannot be linked", "link a web address, or entry:<domain>/<slug>"
    if entry not in known:
        return f"there is no entry '{entry}'", nearest(entry, known)
    if markdown != f"](entry:{entry})":
        return f"the link to {target} is not plain", f"write [words]({target})"
    return "", ""


def _host_of(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:  # brackets that hold no IPv6 address
        return ""


def _addresses(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield every web address outside texts, with its path."""
    if isinstance(value, Model):
        for name in type(value).model_fields:
            yield from _addresses(getattr(value, name), (*path, name))
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _addresses(item, (*path, index))
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _addresses(item, (*path, name)) if isinstance(item, Model) else ()
    elif isinstance(value, str) and path[-1] in ("source", "url"):
        yield path, value


def _sources_are_specific(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    yield from _unspecific_sources(loaded.tree, loaded.entry)


def _unspecific_sources(tree: Tree, model: Model) -> Iterator[Finding]:
    for path, address in _addresses(model):
        where = tree.at(*path)
        if not _host_of(address) or re.search(r"\s", address):
            yield Finding(where, f"{address} is not a web address", "link the page that says it")
            continue
        parts = urlsplit(address)
        if path[0] == "sources" and parts.path.strip("/") == "" and not parts.query:
            yield Finding(where, f"{address} is the front page of a site", "link the page that says it")


def check_links(content: Content, tree: Tree, model: Model) -> Iterator[Problem]:
    """Yield what is wrong with the links of another file than an entry."""
    yield from problems("LINK001", _links_in_texts(content, tree, model))
    yield from problems("LINK002", _unspecific_sources(tree, model))


def links_of_site(content: Content) -> Iterator[Problem]:
    """Yield what LINK001 and LINK002 find in site.yaml."""
    site = content.site
    for index, entry_id in enumerate(site.often if site else ()):
        if entry_id not in content.ids:
            where = content.site_tree.at("often", index)
            yield Problem(where, "LINK001", f"there is no entry '{entry_id}'", nearest(entry_id, content.ids))
    known = (
        {("address",): site.address, ("repository",): site.repository, ("licence", "url"): site.licence.url}
        if site
        else {}
    )
    for path, address in known.items():
        if address and not _host_of(address):
            where = content.site_tree.at(*path)
            yield Problem(
                where, "LINK002", f"{'.'.join(path)} is not a web address", "write one such as https://example.org/"
            )


LINK_CHECKS = (
    Check("LINK001", "entries-exist", "a link to an entry leads to it", _entries_exist),
    Check(
        "LINK002", "sources-are-specific", "a reader must be able to check what a source says", _sources_are_specific
    ),
)
