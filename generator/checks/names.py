"""Checks of ids, permalinks and the words that refer to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from packaging.version import InvalidVersion, Version

from generator.checks.claims import rules_in
from generator.checks.rule import Check, Finding
from generator.content.codes_model import Library
from generator.content.loader import Content, LoadedEntry
from generator.content.model import ID_PATTERN, MAX_NAME, Reproduction
from generator.content.validation import nearest as nearest_word
from generator.judge.permalinks import can_be_folder, names_of_code
from generator.problems import Location, clip

OWN_FOLDERS = ("api", "assets", "browse", "codes", "e", "evidence", "find", "found", "lookup", "search")


def _folder_names(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    locales = content.site.locale_codes if content.site else ()
    if loaded.domain in (*OWN_FOLDERS, *locales):
        message = f"folder '{loaded.domain}' is a folder of the site itself"
        yield Finding(loaded.tree.at(), message, "rename the domain: its pages would replace others")
    for name in dict.fromkeys((loaded.slug, *loaded.snippets, *_files_beside(loaded))):
        if len(name.encode(errors="surrogateescape")) > MAX_NAME:
            message = f"the name '{clip(name, 40)}' has more than {MAX_NAME} bytes"
            yield Finding(loaded.tree.at(), message, "shorten it: names of other files are made of it")
    for word in (loaded.domain, loaded.slug):
        if not re.fullmatch(ID_PATTERN, word):
            message = f"folder '{word}' is not lower-case words joined by hyphens"
            yield Finding(loaded.tree.at(), message, "rename the folder: it is the entry's address")


def _files_beside(loaded: LoadedEntry) -> Iterator[str]:
    for program in loaded.entry.programs.values():
        yield from program.files


def _known_domain(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    if content.site and loaded.domain not in content.site.domains:
        hint = nearest(loaded.domain, content.site.domains) or "add it under 'domains' in site.yaml"
        yield Finding(loaded.tree.at(), f"domain '{loaded.domain}' is not in site.yaml", hint)


def _known_category(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    if content.site and loaded.entry.category not in content.site.categories:
        message = f"category '{loaded.entry.category}' is not in site.yaml"
        known = content.site.categories
        hint = nearest(loaded.entry.category, known) or f"there are: {', '.join(known)}"
        yield Finding(loaded.tree.at("category"), message, hint)


def _unique_ids(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    seen: dict[str, int] = {}
    for section in ("reproduce", "workarounds", "dead_ends", "claims"):
        for index, claim in enumerate(getattr(loaded.entry, section)):
            where = loaded.tree.at(section, index, "id")
            if claim.id in seen:
                yield Finding(where, f"id '{claim.id}' is used twice", f"first on line {seen[claim.id]}")
            seen.setdefault(claim.id, where.line)
    causes: dict[str, int] = {}
    for index, cause in enumerate(loaded.entry.causes):
        where = loaded.tree.at("causes", index, "id")
        if cause.id in causes:
            yield Finding(where, f"cause '{cause.id}' is used twice", f"first on line {causes[cause.id]}")
        causes.setdefault(cause.id, where.line)


def permalink_names(loaded: LoadedEntry) -> tuple[str, ...]:
    """Return the names that belong to this entry alone under /e/."""
    return (loaded.slug, *loaded.entry.aliases)


@lru_cache(maxsize=1)
def _owners(entries: tuple[LoadedEntry, ...]) -> tuple[dict[str, str], dict[str, str]]:
    """Map every permalink name, and every status code, to the first entry that has it; a slug comes before an alias."""
    names = {name.casefold(): entry.id for entry in reversed(entries) for name in entry.entry.aliases}
    names.update({entry.slug.casefold(): entry.id for entry in reversed(entries)})
    codes = {code.casefold(): entry.id for entry in reversed(entries) for code in entry.entry.codes}
    return names, codes


@lru_cache(maxsize=1)
def _names_of_libraries(libraries: tuple[Library, ...]) -> tuple[dict[str, tuple[str, str]], dict[str, str]]:
    """Map each name of a status code, in small letters, to it and its library, and each number to a code with it."""
    codes = [(code, library.slug) for library in reversed(libraries) for code in library.codes]
    names = {name.casefold(): (name, slug) for code, slug in codes for name in names_of_code(code)}
    return names, {str(item.number): code.name for code, _slug in codes for item in code.numbers}


def _unique_permalinks(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    owners, _codes = _owners(content.entries)
    mine: set[str] = set()
    for index, name in enumerate(permalink_names(loaded)):
        where = loaded.tree.at("aliases", index - 1) if index else loaded.tree.at()
        folded = name.casefold()
        if folded in mine:
            yield Finding(where, f"permalink '{name}' stands twice in this entry", "delete one")
        elif owners[folded] != loaded.id:
            yield Finding(
                where, f"permalink '{name}' already belongs to {owners[folded]}", "names are unique over the site"
            )
        elif not can_be_folder(name):
            yield _not_a_folder(where, name)
        else:
            yield from _taken_by_a_code(content, where, name)
        mine.add(folded)
    for index, code in enumerate(loaded.entry.codes):
        if not can_be_folder(code):
            yield _not_a_folder(loaded.tree.at("codes", index), code)


def _not_a_folder(where: Location, name: str) -> Finding:
    return Finding(where, f"permalink '{name}' cannot be a folder below /e/", "choose another name")


def _taken_by_a_code(content: Content, where: Location, name: str) -> Iterator[Finding]:
    _names, codes = _owners(content.entries)
    known, numbers = _names_of_libraries(content.codes)
    owner = known[name.casefold()][1] if name.casefold() in known else codes.get(name.casefold())
    if owner:
        yield Finding(where, f"permalink '{name}' is a status code of {owner}", "put it under 'codes' only")
    elif name in numbers:
        yield Finding(where, f"permalink '{name}' is the number of {numbers[name]}", "choose another name")


def _codes_as_written(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    known, _numbers = _names_of_libraries(content.codes)
    for index, name in enumerate(loaded.entry.codes):
        own, library = known.get(name.casefold(), (name, ""))
        if own != name:
            where = loaded.tree.at("codes", index)
            yield Finding(where, f"status code '{name}' is '{own}' in {library}", f"write {own}")


def _known_codes(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    known, _numbers = _names_of_libraries(content.codes)
    for index, name in enumerate(loaded.entry.codes if known else ()):
        if name.casefold() not in known:
            hint = nearest(name, [own for own, _library in known.values()])
            message = f"no library under codes/ has a status code '{name}'"
            yield Finding(loaded.tree.at("codes", index), message, hint or "check its spelling")


def _known_references(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    entry = loaded.entry
    causes = [cause.id for cause in entry.causes]
    reproductions = [claim.id for claim in entry.reproduce]
    for index, claim in enumerate(entry.reproduce):
        yield from _unknown(loaded, ("reproduce", index, "cause"), [claim.cause], causes, "cause")
    for index, workaround in enumerate(entry.workarounds):
        path = ("workarounds", index, "cures")
        yield from _unknown(loaded, path, workaround.cures, reproductions, "reproduction")
        yield from _unknown(loaded, ("workarounds", index, "causes"), workaround.causes, causes, "cause")
        if not (workaround.cures or workaround.causes):
            hint = "name a reproduction, or under causes: a cause that has none"
            yield Finding(loaded.tree.at(*path), f"'{workaround.id}' cures nothing", hint)
    for index, dead_end in enumerate(entry.dead_ends):
        path = ("dead_ends", index, "tried_on")
        yield from _unknown(loaded, path, dead_end.tried_on, reproductions, "reproduction")
        yield from _unknown(loaded, ("dead_ends", index, "causes"), dead_end.causes, causes, "cause")
        if not (dead_end.tried_on or dead_end.causes):
            hint = "name a reproduction, or under causes: a cause that has none"
            yield Finding(loaded.tree.at(*path), f"'{dead_end.id}' was tried on nothing", hint)


def _unknown(
    loaded: LoadedEntry, path: tuple[str | int, ...], words: Iterable[str], known: list[str], kind: str
) -> Iterator[Finding]:
    for index, word in enumerate(words):
        if word not in known:
            hint = nearest(word, known) or f"there are: {', '.join(known) or 'none'}"
            yield Finding(loaded.tree.at(*path, index), f"there is no {kind} '{word}'", hint)


def _cause_is_shown(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    shown = {claim.cause for claim in loaded.entry.reproduce if isinstance(claim, Reproduction)}
    status = loaded.entry.lifecycle.status
    if status in ("never-observed", "no-longer-raised"):
        return
    for index, cause in enumerate(loaded.entry.causes):
        if cause.id not in shown:
            message = f"no reproduction shows cause '{cause.id}'"
            yield Finding(
                loaded.tree.at("causes", index), message, "add one, with a snippet or with not_run and its reason"
            )


def _lifecycle_is_explained(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    lifecycle = loaded.entry.lifecycle
    if lifecycle.status != "active" and lifecycle.text is None:
        message = f"lifecycle '{lifecycle.status}' needs a text"
        yield Finding(loaded.tree.at("lifecycle"), message, "say what changed, since when, and who says so")


def _versions(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    entry = loaded.entry
    for index, symptom in enumerate(entry.symptoms):
        yield from _range(loaded, ("symptoms", index), {"since": symptom.since, "until": symptom.until})
    for path, rule in rules_in(loaded):
        yield from _range(loaded, path, {"since": rule.since, "until": rule.until})
    yield from _range(loaded, ("lifecycle",), {"since": entry.lifecycle.since})
    for index, row in enumerate(entry.versions):
        first = {"introduced": row.introduced}
        yield from _range(loaded, ("versions", index), {**first, "fixed": row.fixed})
        if row.last_affected:
            yield from _range(loaded, ("versions", index), {**first, "last_affected": row.last_affected})


def _range(loaded: LoadedEntry, path: tuple[str | int, ...], words: dict[str, str | None]) -> Iterator[Finding]:
    known: dict[str, Version] = {}
    for key, word in words.items():
        try:
            known.update({key: Version(word)} if word else {})
        except InvalidVersion:
            yield Finding(loaded.tree.at(*path, key), f"'{word}' is not a version", 'write one such as "2.10"')
    if len(known) == 2:
        (first, lower), (last, upper) = known.items()
        if lower > upper:
            message = f"{last} {upper} is before {first} {lower}"
            yield Finding(loaded.tree.at(*path, last), message, "swap or mend them")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the known word most like this one, or nothing."""
    close = nearest_word(word, sorted(known))
    return f"did you mean '{close}'?" if close else ""


NAME_CHECKS = (
    Check("ENT001", "folder-names", "names of folders and programs become addresses", _folder_names),
    Check("ENT002", "known-domain", "domains have a title in every language", _known_domain),
    Check("ENT003", "known-category", "categories have a title in every language", _known_category),
    Check("ENT004", "unique-ids", "anchors and evidence are found by id", _unique_ids),
    Check("ENT005", "unique-permalinks", "a link in a shipped binary can never be edited", _unique_permalinks),
    Check("ENT006", "known-references", "a cure must name what it cures", _known_references, whole=True),
    Check("ENT007", "cause-is-shown", "verdicts are per cause", _cause_is_shown, whole=True),
    Check("ENT008", "lifecycle-is-explained", "a reader must learn since when it is not so", _lifecycle_is_explained),
    Check("ENT009", "versions-are-versions", "versions are put in order and compared", _versions),
    Check("ENT010", "codes-as-written", "a status code is found by its name, letter by letter", _codes_as_written),
    Check("ENT011", "known-codes", "a misspelt status code leads to a page without facts", _known_codes, "warning"),
)
