"""Checks of ids, permalinks and the words that refer to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from packaging.version import InvalidVersion, Version

from generator.checks.claims import claims_in, rules_in
from generator.checks.hints import nearest
from generator.checks.neighbours import neighbours_of
from generator.checks.rule import Check, Finding
from generator.content.codes_model import Library
from generator.content.loader import Content, LoadedEntry
from generator.content.model import ID_PATTERN, MAX_NAME, Reproduction
from generator.content.positions import Path
from generator.judge.permalinks import can_be_folder, names_of_code
from generator.problems import clip

OWN_FOLDERS = (
    *("api", "assets", "browse", "codes", "data", "downloads", "e", "evidence", "find", "found", "link", "lookup"),
    *("myths", "search", "start"),
)
PAGES = "page"  # in the addresses of a list's further pages, beside those of myths
NOT_A_FOLDER = "cannot be a folder below /e/", "choose another name"


def _folder_names(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    locales = content.site.locale_codes if content.site else ()
    if loaded.domain in (*OWN_FOLDERS, *locales):
        message = f"folder '{loaded.domain}' is a folder of the site itself"
        yield Finding(loaded.file.at(), message, "rename the domain: its pages would replace others")
    for name in dict.fromkeys((loaded.slug, *loaded.snippets, *_files_beside(loaded))):
        if len(name.encode(errors="surrogateescape")) > MAX_NAME:
            message = f"the name '{clip(name, 40)}' has more than {MAX_NAME} bytes"
            yield Finding(loaded.file.at(), message, "shorten it: names of other files are made of it")
    if loaded.slug == PAGES:
        message = f"folder '{loaded.slug}' stands in addresses of the site itself"
        yield Finding(loaded.file.at(), message, "rename the folder: pages of its myths could replace those of a list")
    for word in (loaded.domain, loaded.slug):
        if not re.fullmatch(ID_PATTERN, word):
            message = f"folder '{word}' is not lower-case words joined by hyphens"
            yield Finding(loaded.file.at(), message, "rename the folder: it is the entry's address")


def _files_beside(loaded: LoadedEntry) -> Iterator[str]:
    for program in loaded.entry.programs.values():
        yield from program.files


def _known_domain(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    if content.site and loaded.domain not in content.site.domains:
        hint = nearest(loaded.domain, content.site.domains) or "add it under 'domains' in site.yaml"
        yield Finding(loaded.file.at(), f"domain '{loaded.domain}' is not in site.yaml", hint)


def _known_category(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    if content.site and loaded.entry.category not in content.site.categories:
        message = f"category '{loaded.entry.category}' is not in site.yaml"
        known = content.site.categories
        hint = nearest(loaded.entry.category, known) or f"there are: {', '.join(known)}"
        yield Finding(loaded.file.at("category"), message, hint)


def _unique_ids(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    claims = ((claim.id, (*path, "id")) for path, claim in claims_in(loaded))
    causes = ((cause.id, ("causes", index, "id")) for index, cause in enumerate(loaded.entry.causes))
    for kind, named in (("id", claims), ("cause", causes)):
        for name, path, first in repeated(named):
            hint = f"first on line {loaded.file.at(*first).line}"
            yield Finding(loaded.file.at(*path), f"{kind} '{name}' is used twice", hint)


def repeated(names: Iterable[tuple[str, Path]]) -> Iterator[tuple[str, Path, Path]]:
    """Yield each name that stood before, with its place and that of the first."""
    places: dict[str, Path] = {}
    for name, path in names:
        if name in places:
            yield name, path, places[name]
        places.setdefault(name, path)


def permalink_names(loaded: LoadedEntry) -> tuple[str, ...]:
    """Return the names that belong to this entry alone under /e/."""
    return (loaded.slug, *loaded.entry.aliases)


@lru_cache(maxsize=1)
def _names_of_libraries(libraries: tuple[Library, ...]) -> tuple[dict[str, tuple[str, str]], dict[str, str]]:
    """Map each name of a status code, in small letters, to it and its library, and each number to a code with it."""
    codes = [(code, library.slug) for library in reversed(libraries) for code in library.codes]
    names = {name.casefold(): (name, slug) for code, slug in codes for name in names_of_code(code)}
    return names, {str(item.number): code.name for code, _slug in codes for item in code.numbers}


def _unique_permalinks(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    owners = neighbours_of(content).names
    mine: set[str] = set()
    for index, name in enumerate(permalink_names(loaded)):
        folded = name.casefold()
        wrong = None
        if folded in mine:
            wrong = "stands twice in this entry", "delete one"
        elif owners[folded] != loaded.id:
            wrong = f"already belongs to {owners[folded]}", "names are unique over the site"
        elif not can_be_folder(name):
            wrong = NOT_A_FOLDER
        else:
            wrong = _taken_by_a_code(content, name)
        if wrong:
            where = loaded.file.at("aliases", index - 1) if index else loaded.file.at()
            yield Finding(where, f"permalink '{name}' {wrong[0]}", wrong[1])
        mine.add(folded)
    for index, code in enumerate(loaded.entry.codes):
        if not can_be_folder(code):
            yield Finding(loaded.file.at("codes", index), f"permalink '{code}' {NOT_A_FOLDER[0]}", NOT_A_FOLDER[1])


def _taken_by_a_code(content: Content, name: str) -> tuple[str, str] | None:
    """Say what of a status code a name is, and what to do about it."""
    codes = neighbours_of(content).codes
    known, numbers = _names_of_libraries(content.codes)
    owner = known[name.casefold()][1] if name.casefold() in known else codes.get(name.casefold())
    if owner:
        return f"is a status code of {owner}", "put it under 'codes' only"
    return (f"is the number of {numbers[name]}", "choose another name") if name in numbers else None


def _codes_as_written(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    known, _numbers = _names_of_libraries(content.codes)
    for index, name in enumerate(loaded.entry.codes):
        own, library = known.get(name.casefold(), (name, ""))
        if own != name:
            where = loaded.file.at("codes", index)
            yield Finding(where, f"status code '{name}' is '{own}' in {library}", f"write {own}")


def _known_codes(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    known, _numbers = _names_of_libraries(content.codes)
    for index, name in enumerate(loaded.entry.codes if known and content.codes_complete else ()):
        if name.casefold() not in known:
            hint = nearest(name, [own for own, _library in known.values()])
            message = f"no library under codes/ has a status code '{name}'"
            yield Finding(loaded.file.at("codes", index), message, hint or "check its spelling")


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
            yield Finding(loaded.file.at(*path), f"'{workaround.id}' cures nothing", hint)
    for index, dead_end in enumerate(entry.dead_ends):
        path = ("dead_ends", index, "tried_on")
        yield from _unknown(loaded, path, dead_end.tried_on, reproductions, "reproduction")
        yield from _unknown(loaded, ("dead_ends", index, "causes"), dead_end.causes, causes, "cause")
        if not (dead_end.tried_on or dead_end.causes):
            hint = "name a reproduction, or under causes: a cause that has none"
            yield Finding(loaded.file.at(*path), f"'{dead_end.id}' was tried on nothing", hint)


def _unknown(
    loaded: LoadedEntry, path: tuple[str | int, ...], words: Iterable[str], known: list[str], kind: str
) -> Iterator[Finding]:
    for index, word in enumerate(words):
        if word not in known:
            hint = nearest(word, known) or f"there are: {', '.join(known) or 'none'}"
            yield Finding(loaded.file.at(*path, index), f"there is no {kind} '{word}'", hint)


def _cause_is_shown(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    shown = {claim.cause for claim in loaded.entry.reproduce if isinstance(claim, Reproduction)}
    status = loaded.entry.lifecycle.status
    if status in ("never-observed", "no-longer-raised"):
        return
    for index, cause in enumerate(loaded.entry.causes):
        if cause.id not in shown:
            message = f"no reproduction shows cause '{cause.id}'"
            yield Finding(
                loaded.file.at("causes", index), message, "add one, with a snippet or with not_run and its reason"
            )


def _lifecycle_is_explained(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    lifecycle = loaded.entry.lifecycle
    if lifecycle.status != "active" and lifecycle.text is None:
        message = f"lifecycle '{lifecycle.status}' needs a text"
        yield Finding(loaded.file.at("lifecycle"), message, "say what changed, since when, and who says so")


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
            yield Finding(loaded.file.at(*path, key), f"'{word}' is not a version", 'write one such as "2.10"')
    if len(known) == 2:
        (first, lower), (last, upper) = known.items()
        if lower > upper:
            message = f"{last} {upper} is before {first} {lower}"
            yield Finding(loaded.file.at(*path, last), message, "swap or correct them")


NAME_CHECKS = (
    Check("ENT001", "folder-names", "names of folders and programs become addresses", _folder_names),
    Check("ENT002", "known-domain", "domains have a title in every language", _known_domain),
    Check("ENT003", "known-category", "categories have a title in every language", _known_category),
    Check("ENT004", "unique-ids", "anchors and evidence are found by id", _unique_ids),
    Check(
        "ENT005", "unique-permalinks", "a link in a shipped binary can never be edited", _unique_permalinks, cross=True
    ),
    Check("ENT006", "known-references", "a cure must name what it cures", _known_references),
    Check("ENT007", "cause-is-shown", "verdicts are per cause", _cause_is_shown),
    Check("ENT008", "lifecycle-is-explained", "a reader must learn since when it is not so", _lifecycle_is_explained),
    Check("ENT009", "versions-are-versions", "versions are put in order and compared", _versions),
    Check("ENT010", "codes-as-written", "a status code is found by its name, letter by letter", _codes_as_written),
    Check("ENT011", "known-codes", "a misspelt status code leads to a page without facts", _known_codes, "warning"),
)
