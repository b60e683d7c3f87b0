"""`faultbook find`: a text, a file or what comes in → the entry it shows."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from faultbook import incoming, matcher, records
from faultbook.cards import WHICH, WHICH_SHARED, Reader, answer_card, card, choice_card, near_card, number_card
from faultbook.output import FOUND, NOTHING, USAGE, Said, as_json, write
from faultbook.passages import decoded, passages
from faultbook.terminal import printable

STANDARD_INPUT = "-"
LOGS = (".log", ".txt", ".out", ".err")  # how names of files end, and messages do not


def find(options: argparse.Namespace, reader: Reader) -> Said:
    """Look up a text, or all that a file or standard input holds."""
    name = options.text[0] if len(options.text) == 1 else ""
    if name == STANDARD_INPUT:
        parts, besides = _from_input(options, reader), ""
    elif incoming.is_file(name):
        parts = decoded(incoming.file_blocks(name))
        besides = reader.words("read from the file {place}").format(place=printable(name))
    else:
        parts, besides, name = [_decode_arguments(options.text)], _missing_file(name, reader), ""
    try:
        search = look_up(matcher.Index(reader.catalogue.document), parts)
    except OSError as error:
        return _unreadable(reader, name, error)
    answer = search.answer()
    if options.json:
        return Said(as_json(records.of_answer(reader.catalogue, answer)), besides, _status(answer))
    if name and search.is_blank:
        return Said("", _nothing_in(reader, name), NOTHING)
    return answer_in_words(reader, answer, besides)


def look_up(index: matcher.Index, parts: Iterable[str]) -> matcher.Search:
    """Look up a text that comes in parts. Raises what reading them raises."""
    search = matcher.Search(index)
    for passage in passages(parts):
        search.add(passage)
    return search


def is_found(answer: matcher.Answer) -> bool:
    """Tell whether an answer names an entry or a code, which a near entry does not."""
    return answer.best is not None or bool(answer.others)


def _missing_file(name: str, reader: Reader) -> str:
    """Say that a file is not there, of what is called like one."""
    if not name.endswith(LOGS) or name.split() != [name]:
        return ""
    return reader.words("there is no file {place}; looked up as a text").format(place=printable(name))


def _from_input(options: argparse.Namespace, reader: Reader) -> Iterable[str]:
    if sys.stdin is not None and sys.stdin.isatty():
        write(reader.words("Paste the text, then press Ctrl-D (on Windows: Ctrl-Z and Enter)."), sys.stderr)
    return decoded(incoming.input_blocks(pass_on=not options.json))


def _unreadable(reader: Reader, name: str, error: OSError) -> Said:
    place = reader.words("standard input") if name == STANDARD_INPUT else printable(name)
    text = reader.words("{place} cannot be read ({reason})").format(place=place, reason=error.strerror or str(error))
    return Said("", f"faultbook: {text}", USAGE)


def _nothing_in(reader: Reader, name: str) -> str:
    if name == STANDARD_INPUT:
        text = reader.words(
            "nothing came in; errors go to standard error, which a pipe takes with 2>&1: "
            "PROGRAM 2>&1 | faultbook find -"
        )
    else:
        text = reader.words("{place} is empty").format(place=printable(name))
    return f"faultbook: {text}"


def _status(answer: matcher.Answer) -> int:
    return FOUND if is_found(answer) else NOTHING


def answer_in_words(reader: Reader, answer: matcher.Answer, besides: str = "") -> Said:
    """Return what a text shows, for a reader."""
    if answer.best is not None:
        return Said(answer_card(reader, answer.best, answer.others), besides, _status(answer))
    if answer.others:
        return Said(_entries_card(reader, answer), besides, _status(answer))
    return Said("", "\n".join(part for part in (besides, _no_match(reader, answer)) if part), _status(answer))


def _entries_card(reader: Reader, answer: matcher.Answer) -> str:
    """Return the entries that have a wording in common, or that are called what was typed: of one, its card."""
    ids = list(dict.fromkeys(hit.id for hit in answer.others if hit.id in reader.catalogue.entries))
    if len(ids) == 1:
        return card(reader, ids[0])
    parts = [choice_card(reader, WHICH_SHARED if answer.kind == "shared" else WHICH, ids)]
    if answer.kind == "number" and answer.number is not None:
        parts.append(number_card(reader, answer.number, answer.codes))
    return "\n\n".join(parts)


def _no_match(reader: Reader, answer: matcher.Answer) -> str:
    document = reader.catalogue.document
    if answer.kind == "number" and answer.number is not None:
        return number_card(reader, answer.number, answer.codes)
    if answer.kind == "foreign":
        return _marker_text(reader, document["foreign"], (answer.foreign,))
    told = _marker_text(reader, document["wrappers"], answer.wrappers) if answer.kind == "wrapper" else ""
    parts = (told or reader.words("No entry for this."), near_card(reader, answer.near))
    return "\n\n".join(part for part in parts if part)


def _marker_text(reader: Reader, markers: Any, ids: Sequence[str | None]) -> str:
    return "\n".join(reader.text(marker["text"]) for marker in markers if marker["id"] in ids)


def _decode_arguments(texts: Sequence[str]) -> str:
    return os.fsencode(" ".join(texts)).decode("utf-8", "replace")
