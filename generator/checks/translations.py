"""Checks of translations: whether each says what its original says now, as far as somebody has compared the two."""

from __future__ import annotations

from collections.abc import Iterator

from generator.checks.rule import Finding, problems
from generator.content.loader import Content
from generator.content.outdated import never_compared, not_compared, translated_into
from generator.problems import Location, Problem
from generator.terminal.hints import generator_command

TRANSLATION_CODES: dict[str, tuple[str, str]] = {
    "TRAN001": ("a translation whose original moved on says something else than the original", "warning"),
    "TRAN002": ("somebody has compared the translations of every entry with their originals", "warning"),
    "TRAN003": ("a record of a comparison is of an entry and a language of the site, and stands once", "error"),
}
SHOWN = 5  # entries in a message


def check_translations(content: Content) -> Iterator[Problem]:
    """Yield what is wrong with translations and their records. A content folder without any record has none checked."""
    if content.compared is None:
        return
    yield from content.compared.problems
    yield from problems("TRAN001", _moved_on(content), "warning")
    yield from problems("TRAN002", _unrecorded(content), "warning")
    yield from problems("TRAN003", _of_nothing(content))


def _moved_on(content: Content) -> Iterator[Finding]:
    for loaded in content.entries:
        for locale in translated_into(content) if not loaded.tree.problems else ():
            for path in not_compared(content, loaded, locale):
                shown = ".".join(map(str, path))
                message = f"{shown}.{locale} was not compared with what {shown} says now"
                command = generator_command(f"translated {loaded.id}", content.root)
                hint = f"correct it if need be, then run: {command}"
                yield Finding(loaded.tree.at(*path, locale), message, hint)


def _unrecorded(content: Content) -> Iterator[Finding]:
    assert content.compared
    ids = never_compared(content)
    if ids:
        shown = ", ".join(ids[:SHOWN]) + (f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else "")
        message = f"no comparison with the original is recorded of {shown}"
        command = generator_command(" ".join(["translated", *ids[:SHOWN]]), content.root)
        hint = f"read both, then run: {command}"
        yield Finding(_line(content, content.compared.lines), message, hint)


def _of_nothing(content: Content) -> Iterator[Finding]:
    assert content.compared
    locales = translated_into(content)
    for (entry_id, locale), record in content.compared.records.items():
        what = f"there is no entry '{entry_id}'" if entry_id not in content.ids else ""
        if locales and locale not in locales:
            what = f"nothing is translated into '{locale}' here"
        if what:
            yield Finding(_line(content, record.line), what, "delete the line")


def _line(content: Content, line: int) -> Location:
    assert content.compared
    return Location(content.compared.path, line)
