"""Rules about content: content → problems. `CHECKS` is the list; `docs/checks.md` is made from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.checks.causes import CAUSE_CHECKS
from generator.checks.codes import check_codes
from generator.checks.interface import check_interface
from generator.checks.links import LINK_CHECKS, links_of_site
from generator.checks.lookup import check_lookup
from generator.checks.names import NAME_CHECKS
from generator.checks.neighbours import neighbours_of
from generator.checks.pages import check_pages
from generator.checks.permalinks import check_permalinks
from generator.checks.programs import PROGRAM_CHECKS
from generator.checks.questions import QUESTION_CHECKS
from generator.checks.rule import Check
from generator.checks.snippets import SNIPPET_CHECKS
from generator.checks.start import check_start
from generator.checks.steps import STEP_CHECKS
from generator.checks.texts import TEXT_CHECKS, languages_of_site
from generator.checks.translations import check_translation, check_translations
from generator.checks.words import WORD_CHECKS
from generator.content.loader import Content, LoadedEntry
from generator.problems import Problem, sort_problems

CHECKS: tuple[Check, ...] = (
    *(*NAME_CHECKS, *WORD_CHECKS, *TEXT_CHECKS, *CAUSE_CHECKS, *QUESTION_CHECKS),
    *(*STEP_CHECKS, *SNIPPET_CHECKS, *PROGRAM_CHECKS, *LINK_CHECKS),
)

# Problems of a file's form, found while it is loaded: code → what it guards.
FORM_CODES: dict[str, str] = {
    "YAML001": "a file can be read: it is UTF-8 text without control characters",
    "YAML002": "a file is one valid YAML document",
    "YAML003": "a key stands once",
    "YAML004": "a file is at most 512 KiB",
    "YAML005": "no anchors and aliases: both ends are far apart, and a bomb is a few lines long",
    "YAML006": "at most 32 levels of nesting",
    "YAML007": "what is meant as text is not read as a number, a date, true, false or nothing",
    "YAML008": "no tags",
    "SCH001": "every key is known",
    "SCH002": "every required key is there",
    "SCH003": "every value has the right form",
    "ENT000": "an entry is a folder entries/<domain>/<slug>/ with an entry.yaml",
}


def check_content(content: Content) -> list[Problem]:
    """Return everything wrong with the content, sorted by place."""
    return sort_problems((*content.problems, *_found(content)))


def _found(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        yield from check_entry(content, entry)
    yield from check_neighbours(content, (entry for entry in content.entries if _is_suspect(content, entry.id)))
    yield from check_shared(content)


def check_entry(content: Content, entry: LoadedEntry) -> Iterator[Problem]:
    """Yield what is wrong with an entry by itself. Of the content, nothing but other entries may be missing."""
    for check in CHECKS:
        if not check.cross:
            yield from check.run(content, entry)
    yield from check_translation(content, entry)


def check_neighbours(content: Content, suspects: Iterable[LoadedEntry]) -> Iterator[Problem]:
    """Yield what is wrong with entries beside others."""
    for entry in suspects:
        for check in CHECKS:
            if check.cross:
                yield from check.run(content, entry)


def _is_suspect(content: Content, entry_id: str) -> bool:
    return entry_id in neighbours_of(content).suspects


def check_shared(content: Content) -> Iterator[Problem]:
    """Yield what is wrong with everything that is not an entry."""
    yield from languages_of_site(content)
    yield from links_of_site(content)
    yield from check_codes(content)
    yield from check_lookup(content)
    yield from check_start(content)
    yield from check_permalinks(content)
    yield from check_translations(content)
    yield from check_interface(content)
    yield from check_pages(content)
