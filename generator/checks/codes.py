"""Checks of status codes: what was read and what was written about it fit together."""

from __future__ import annotations

import re
from collections.abc import Iterator

from packaging.version import InvalidVersion, Version

from generator.checks.links import check_links
from generator.checks.names import nearest
from generator.checks.rule import Finding, problems
from generator.checks.texts import check_texts
from generator.content.codes_model import Code, EarlierNumber, Library
from generator.content.loader import Content
from generator.judge.permalinks import can_be_folder, names_of_code
from generator.problems import Problem

CODE_CODES: dict[str, tuple[str, str]] = {
    "CODE001": ("names and numbers of codes come from the vendor's own package, by the import", "error"),
    "CODE002": ("a library is shown when it has a title and says where one meets its codes", "warning"),
    "CODE003": ("what is written of a code names one that was read", "error"),
    "CODE004": ("a name below `/e/` leads to one code", "error"),
    "CODE005": ("an earlier number is from before the first version read, in order", "error"),
    "CODE006": ("what is written of a code says more than its name and message do", "error"),
    "CODE007": ("a printed wording has a place for the code", "error"),
}
PLACES = ("<message>", "<number>", "<name>")
PROPER_NAMES = (("title",), ("versions",))
WORD = re.compile(r"\w+")


def check_codes(content: Content) -> Iterator[Problem]:
    """Yield everything wrong with status codes."""
    owners = _owners(content.codes)
    for library in content.codes:
        yield from check_texts(content, library.tree, library.texts, proper=PROPER_NAMES)
        yield from check_links(content, library.tree, library.texts)
        yield from problems("CODE001", _of_this_library(library))
        yield from problems("CODE003", _known_names(library))
        yield from problems("CODE004", _unique_names(library, owners))
        yield from problems("CODE005", _earlier_numbers(library))
        yield from problems("CODE006", _says_something(library))
        yield from problems("CODE007", _has_a_place(library))


def _of_this_library(library: Library) -> Iterator[Finding]:
    if library.read.library != library.slug:
        message = f"these are the codes of '{library.read.library}'"
        yield Finding(library.read_tree.at("library"), message, "give both files of a library its name")


def _known_names(library: Library) -> Iterator[Finding]:
    known = {code.name for code in library.codes}
    for index, item in enumerate(library.texts.earlier):
        if item.name not in known:
            where = library.tree.at("earlier", index, "name")
            yield Finding(where, *_unknown(item.name, known))
    for name in library.texts.codes:
        if name not in known:
            yield Finding(library.tree.at_key("codes", name), *_unknown(name, known))
    for index, code in enumerate(library.codes):
        if code.alias_of and (code.alias_of not in known or code.alias_of == code.name):
            where = library.read_tree.at("codes", index, "alias_of")
            yield Finding(where, *_unknown(code.alias_of, known - {code.name}))


def _unknown(name: str, known: set[str]) -> tuple[str, str]:
    return f"no code '{name}' was read", nearest(name, known) or "read the package that has it, or delete this"


def _owners(libraries: tuple[Library, ...]) -> dict[str, tuple[str, str]]:
    """Map each name that leads to a code, in small letters, to the library and the name of the first that has it."""
    return {
        name.casefold(): (library.slug, code.name)
        for library in reversed(libraries)
        for code in reversed(library.codes)
        for name in names_of_code(code)
    }


def _unique_names(library: Library, owners: dict[str, tuple[str, str]]) -> Iterator[Finding]:
    seen: set[str] = set()
    for index, code in enumerate(library.codes):
        for name in names_of_code(code):
            owner = owners[name.casefold()]
            where = library.read_tree.at("codes", index)
            if owner != (library.slug, code.name):
                yield Finding(where, f"'{name}' is a name of {owner[1]} in '{owner[0]}'", "a name leads to one code")
            elif not can_be_folder(name):
                yield Finding(where, f"'{name}' cannot be a folder below /e/", "give it another name")
            elif name.casefold() in seen:
                yield Finding(where, f"'{name}' stands twice", "a name leads to one code")
            seen.add(name.casefold())


def _earlier_numbers(library: Library) -> Iterator[Finding]:
    by_name = {code.name: code for code in library.codes}
    for index, item in enumerate(library.texts.earlier):
        code = by_name.get(item.name)
        message = _wrong_number(item, code) if code else ""
        if message:
            yield Finding(library.tree.at("earlier", index), message, "mend it, or delete it")


def _wrong_number(item: EarlierNumber, code: Code) -> str:
    """Say what is wrong with an earlier number, or nothing."""
    first = next((number for number in code.numbers if number.source is None), None)
    try:
        since = Version(item.since) if item.since else None
        until = Version(item.until)
        read = Version(first.since) if first and first.since else None
    except InvalidVersion as error:
        return str(error)
    if since and since > until:
        return f"until {item.until} is before since {item.since}"
    if read and until >= read:
        return f"until {item.until} is not before {read}, the first version read that has {item.name}"
    return ""


def _says_something(library: Library) -> Iterator[Finding]:
    messages = {code.name: code.message for code in library.codes if code.message}
    for name, texts in library.texts.codes.items():
        where = library.tree.at_key("codes", name)
        if texts.meaning is None and texts.first is None and texts.sticky is None:
            yield Finding(where, f"nothing is said of {name}", "delete it, or say what it means")
        for locale, meaning in (texts.meaning or {}).items():
            if name in messages and _words(meaning) == _words(messages[name]):
                where = library.tree.at("codes", name, "meaning", locale)
                yield Finding(where, f"the meaning of {name} is its message", "delete it, or say more")


def _words(text: str) -> list[str]:
    return WORD.findall(text.casefold())


def _has_a_place(library: Library) -> Iterator[Finding]:
    for index, wording in enumerate(library.texts.printed):
        wrong = [part for part in re.findall(r"<[^<>]*>", wording) if part not in PLACES]
        if wrong or not any(place in wording for place in PLACES):
            message = f"'{wording}' has no place for the code" if not wrong else f"{wrong[0]} is no place for the code"
            yield Finding(library.tree.at("printed", index), message, f"write {', '.join(PLACES[:2])} or {PLACES[2]}")
