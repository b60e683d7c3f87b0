"""Checks of links: between entries, and out to sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from generator.checks.hints import nearest
from generator.checks.rule import Check, Finding, problems
from generator.checks.sentences import CODE_SPAN
from generator.content.loader import Content, LoadedEntry
from generator.content.model import Model
from generator.content.outdated import HOLDING, Holding, parts_of, texts_of
from generator.content.positions import Path
from generator.content.reading import YamlFile
from generator.problems import Problem

# A link in words, by reference, or bare: whatever Markdown makes a link of.
LINK = re.compile(r"\]\(\s*<?([^\s()<>]*)|^ {0,3}\[[^\]\n]*\]:\s*<?([^\s<>]+)|<(entry:[^\s<>]*)>", re.MULTILINE)
IN_LINKS = ("](", "]:", "<entry:")  # one of them stands in each


def _entries_exist(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    known = content.ids
    for index, relation in enumerate(loaded.entry.related):
        path = ("related", index, "id")
        if relation.id == loaded.id:
            yield Finding(loaded.file.at(*path), "the entry is related to itself", "delete the line")
        elif relation.id not in known:
            hint = nearest(relation.id, known)
            yield Finding(loaded.file.at(*path), f"there is no entry '{relation.id}'", hint)
    yield from _links_in_texts(content, loaded.file, loaded.entry)


def _links_in_texts(content: Content, file: YamlFile, model: Model) -> Iterator[Finding]:
    for path, markdown, target in _links(model):
        message, hint = _wrong_link(markdown, target, content.ids)
        if message:
            yield Finding(file.at_words(target, *path), message, hint)


def _links(model: Model) -> Iterator[tuple[Path, str, str]]:
    """Yield every link in the texts of a model: where the text is, the link's Markdown, and what it leads to."""
    for path, text in texts_of(model):
        for locale, words in text.items():
            if not any(sign in words for sign in IN_LINKS):
                continue
            prose = CODE_SPAN.sub(lambda code: " " * len(code.group()), words)
            for found in LINK.finditer(prose):
                target = found[1] or found[2] or found[3] or ""
                yield (*path, locale), found.group() + prose[found.end() : found.end() + 1], target


def links_in(model: Model) -> Iterator[str]:
    """Yield the ids of the entries that texts link to, and an empty text for a link that is wrong in itself."""
    for _path, markdown, target in _links(model):
        entry = target.removeprefix("entry:")
        if _wrong_link(markdown, target, frozenset((entry,)))[0]:
            yield ""
        elif entry != target:
            yield entry


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


def _addresses(value: Holding, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield every web address outside texts, with its path."""
    for name, part in parts_of(value):
        if isinstance(part, HOLDING) and (isinstance(part, Model) or not isinstance(value, dict)):
            yield from _addresses(part, (*path, name))
        elif name in ("source", "url") and isinstance(value, Model) and part is not None:
            yield (*path, name), part


def _sources_are_specific(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    yield from _unspecific_sources(loaded.file, loaded.entry)


def _unspecific_sources(file: YamlFile, model: Model) -> Iterator[Finding]:
    for path, address in _addresses(model):
        if not _host_of(address) or re.search(r"\s", address):
            yield Finding(file.at(*path), f"{address} is not a web address", "link the page that says it")
            continue
        parts = urlsplit(address)
        if path[0] == "sources" and parts.path.strip("/") == "" and not parts.query:
            yield Finding(file.at(*path), f"{address} is the front page of a site", "link the page that says it")


def check_links(content: Content, file: YamlFile, model: Model) -> Iterator[Problem]:
    """Yield what is wrong with the links of another file than an entry."""
    yield from problems("LINK001", _links_in_texts(content, file, model))
    yield from problems("LINK002", _unspecific_sources(file, model))


def links_of_site(content: Content) -> Iterator[Problem]:
    """Yield what LINK001 and LINK002 find in site.yaml."""
    site = content.site
    for index, entry_id in enumerate(site.often if site else ()):
        if entry_id not in content.ids:
            where = content.site_file.at("often", index)
            yield Problem(where, "LINK001", f"there is no entry '{entry_id}'", nearest(entry_id, content.ids))
    known = (
        {("address",): site.address, ("repository",): site.repository, ("licence", "url"): site.licence.url}
        if site
        else {}
    )
    for path, address in known.items():
        if address and not _host_of(address):
            where = content.site_file.at(*path)
            yield Problem(
                where, "LINK002", f"{'.'.join(path)} is not a web address", "write one such as https://example.org/"
            )


LINK_CHECKS = (
    Check("LINK001", "entries-exist", "a link to an entry leads to it", _entries_exist, cross=True),
    Check(
        "LINK002", "sources-are-specific", "a reader must be able to check what a source says", _sources_are_specific
    ),
)
