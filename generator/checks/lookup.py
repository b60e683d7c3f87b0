"""Checks of look-up: signatures find something and not everything, ids stand once, and each entry has its test."""

from __future__ import annotations

from collections.abc import Iterator

from generator.checks.links import check_links
from generator.checks.rule import Finding, problems
from generator.checks.texts import check_texts
from generator.content.loader import Content
from generator.content.positions import Path
from generator.judge.literal_match import pieces_of
from generator.problems import Location, Problem, Severity, relative_to_cwd

LOOKUP_CODES: dict[str, tuple[str, Severity]] = {
    "LOOK001": ("a signature is specific enough to mean something", "error"),
    "LOOK002": ("what is said of a text is found by its id", "error"),
    "LOOK003": (
        "an entry of ours has a text of a public thread that look-up must lead to it: tests ask for one",
        "warning",
    ),
}
FEWEST_LETTERS = 6


def check_lookup(content: Content) -> Iterator[Problem]:
    """Yield everything wrong with the look-up texts."""
    yield from check_texts(content, content.lookup_tree, content.lookup)
    yield from check_links(content, content.lookup_tree, content.lookup)
    yield from problems("LOOK001", _specific(content))
    yield from problems("LOOK002", _unique_ids(content))
    yield from problems("LOOK003", _tested(content), "warning")


def _signatures(content: Content) -> Iterator[tuple[Path, str]]:
    for index, ignored in enumerate(content.lookup.ignore):
        yield ("ignore", index, "match"), ignored.match
    for section in ("wrappers", "foreign"):
        for index, marker in enumerate(getattr(content.lookup, section)):
            for number, signature in enumerate(marker.match):
                yield (section, index, "match", number), signature


def _specific(content: Content) -> Iterator[Finding]:
    for path, signature in _signatures(content):
        length = sum(map(len, pieces_of(signature)))
        if length < FEWEST_LETTERS:
            message = f"the signature has {length} literal characters; it would match almost anything"
            yield Finding(content.lookup_tree.at(*path), message, f"at least {FEWEST_LETTERS}")


def _unique_ids(content: Content) -> Iterator[Finding]:
    lines: dict[str, int] = {}
    for section in ("wrappers", "foreign"):
        for index, marker in enumerate(getattr(content.lookup, section)):
            where = content.lookup_tree.at(section, index, "id")
            if marker.id in lines:
                yield Finding(where, f"id '{marker.id}' is used twice", f"first on line {lines[marker.id]}")
            lines.setdefault(marker.id, where.line)


def _tested(content: Content) -> Iterator[Finding]:
    cases = content.cases
    if cases is None:
        return
    for entry in content.entries:
        begun = cases.unfinished.get(entry.slug)
        if entry.slug not in cases.finished:
            path = relative_to_cwd(begun or cases.folder / f"{entry.slug}-1.txt")
            message = f"look-up has no {'finished ' if begun else ''}test text for this entry"
            hint = f"{'finish' if begun else 'write'} {path}: docs/look-up.md shows how"
            yield Finding(Location(entry.tree.path), message, hint)
