"""What checks compare between entries: names, status codes, words, sentences, links. Small enough to keep of all.

An entry is checked against its neighbours only where these facts show that something may be wrong.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from generator.checks.links import links_in
from generator.checks.sentences import long_sentences
from generator.content.codes_model import Library
from generator.content.loader import Content, LoadedEntry
from generator.content.neighbours import Facts, Neighbours
from generator.content.outdated import texts_of
from generator.judge.permalinks import can_be_folder, names_of_code

PASSES = 8  # sentences are compared in so many rounds, each with its share of their hashes in memory


def folded(word: str) -> str:
    """Return a word that people type as it is compared."""
    return " ".join(word.casefold().split())


def hash_of(sentence: str) -> int:
    """Return the hash by which a sentence is compared."""
    return int.from_bytes(hashlib.blake2b(sentence.encode(), digest_size=8).digest(), "little")


def facts_of(loaded: LoadedEntry) -> Facts:
    """Return what of an entry is compared with others."""
    entry = loaded.entry
    hashes = dict.fromkeys(
        hash_of(sentence)
        for _path, text in texts_of(entry)
        for words in text.values()
        for sentence in long_sentences(words)
    )
    return Facts(
        id=loaded.id,
        aliases=entry.aliases,
        codes=entry.codes,
        words=tuple(dict.fromkeys(folded(word) for words in entry.words.values() for word in words)),
        links=tuple(dict.fromkeys(_links_in(loaded))),
        causes=tuple(cause.id for cause in entry.causes),
        popular=entry.popular,
        sentences=array("Q", hashes).tobytes(),
    )


def _links_in(loaded: LoadedEntry) -> Iterator[str]:
    entry = loaded.entry
    yield from (relation.id for relation in entry.related)
    causes, questions = {cause.id for cause in entry.causes}, {question.id for question in entry.questions}
    for answer in (answer for question in entry.questions for answer in question.answers):
        if answer.entry:
            yield answer.entry
        elif not {answer.cause, answer.question} <= {None, *causes, *questions}:
            yield ""  # leads nowhere
    yield from links_in(entry)


@dataclass(frozen=True, slots=True)
class Repeated:
    """The sentences that several entries have, and what they were found in."""

    marks: Mapping[str, bytes]
    """Entry → a hash of its sentences."""
    first: Mapping[int, str]
    """Hash of a sentence → the first entry that has it."""
    others: frozenset[str]
    """The other entries that have one of them."""


def compare(
    facts: Collection[Facts],
    ids: Collection[str],
    libraries: Iterable[Library],
    repeated: Repeated | None = None,
) -> Neighbours:
    """Say what belongs to which entry, and which entries are to be checked by it. `facts` in the order of ids."""
    repeated = repeated or find_repeated(facts)
    names: dict[str, str] = {}
    for one in facts:
        names.setdefault(one.slug.casefold(), one.id)
    codes: dict[str, str] = {}
    words: dict[str, str] = {}
    for one in facts:
        for name in one.aliases:
            names.setdefault(name.casefold(), one.id)
        for code in one.codes:
            codes.setdefault(code.casefold(), one.id)
        for word in one.words:
            words.setdefault(word, one.id)
    taken = codes.keys() | names_of_libraries(tuple(libraries))
    suspects = {one.id for one in facts if _is_suspect(one, names, taken, words, ids)} | repeated.others
    return Neighbours(tuple(facts), names, codes, words, repeated.first, frozenset(suspects))


def _is_suspect(
    one: Facts, names: Mapping[str, str], taken: Collection[str], words: Mapping[str, str], ids: Collection[str]
) -> bool:
    own = [one.slug.casefold(), *(name.casefold() for name in one.aliases)]
    return (
        any(names[name] != one.id or name in taken for name in own)
        or len(set(own)) < len(own)
        or not all(map(can_be_folder, (*own, *one.codes)))
        or any(words[word] != one.id for word in one.words)
        or any(link not in ids or link == one.id for link in one.links)
    )


def find_repeated(facts: Collection[Facts], before: Repeated | None = None) -> Repeated:
    """Return the sentences that several entries have. `before`: what was found last, when few entries were others."""
    marks = {one.id: hashlib.blake2b(one.sentences, digest_size=8).digest() for one in facts}
    if before and not _may_differ(facts, marks, before):
        return Repeated(marks, before.first, before.others)
    first, others = _repeated(facts)
    return Repeated(marks, first, frozenset(others))


def _may_differ(facts: Collection[Facts], marks: Mapping[str, bytes], before: Repeated) -> bool:
    """Tell whether an entry that is new, gone or edited has, or had, a sentence of another one."""
    changed = {entry_id for entry_id, _mark in marks.items() ^ before.marks.items()}
    if not changed.isdisjoint((*before.first.values(), *before.others)):
        return True
    own = [number for one in facts if one.id in changed for number in array("Q", one.sentences)]
    hashes = set(own)
    return len(hashes) < len(own) or not all(
        hashes.isdisjoint(array("Q", one.sentences)) for one in facts if one.id not in changed
    )


def _repeated(facts: Collection[Facts]) -> tuple[dict[int, str], set[str]]:
    """Return the sentences that several entries have, with the first of them, and all the others."""
    first: dict[int, str] = {}
    repeating: set[str] = set()
    for share in range(PASSES):
        seen: dict[int, str] = {}
        for one in facts:
            for number in array("Q", one.sentences):
                if number % PASSES == share and seen.setdefault(number, one.id) != one.id:
                    first[number] = seen[number]
                    repeating.add(one.id)
    return first, repeating


@lru_cache(maxsize=1)
def names_of_libraries(libraries: tuple[Library, ...]) -> frozenset[str]:
    """Return the names and numbers of all status codes, in small letters."""
    codes = [code for library in libraries for code in library.codes]
    names = {name.casefold() for code in codes for name in names_of_code(code)}
    return frozenset(names | {str(item.number) for code in codes for item in code.numbers})


def neighbours_of(content: Content) -> Neighbours:
    """Return what belongs to which entry of a content."""
    return content.neighbours or _compared(content.entries, content.ids, content.codes)


@lru_cache(maxsize=1)
def _compared(entries: tuple[LoadedEntry, ...], ids: frozenset[str], libraries: tuple[Library, ...]) -> Neighbours:
    return compare([facts_of(entry) for entry in entries], ids, libraries)
