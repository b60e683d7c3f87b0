"""Checks of the ledger of permalinks: what was published once still leads somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from generator.checks.neighbours import neighbours_of
from generator.checks.rule import Finding, problems
from generator.content.loader import Content
from generator.judge.permalinks import former_myths, myth_names, permalinks
from generator.problems import Problem
from generator.terminal.hints import generator_command

PERMALINK_CODES: dict[str, tuple[str, str]] = {
    "PERM001": (
        "a name that was published once resolves for ever: a link in a shipped program cannot be edited",
        "error",
    ),
    "PERM002": ("the ledger has one name a line, and each once", "error"),
    "PERM003": ("a name is in the ledger before it is published", "warning"),
}
SHOWN = 5  # names in a message


def missing_names(content: Content) -> list[str]:
    """Return the names of the site that are not in its ledger."""
    facts = neighbours_of(content).facts
    known = content.ledger.names.keys() | content.ledger.myths.keys() if content.ledger else frozenset()
    return [name for name in (*permalinks(facts, content.codes), *myth_names(facts)) if name not in known]


def check_permalinks(content: Content) -> Iterator[Problem]:
    """Yield everything wrong with the ledger. A content folder without one keeps no promise, and none is checked."""
    if content.ledger is None:
        return
    yield from content.ledger.problems
    yield from problems("PERM001", _resolve(content))
    yield from problems("PERM003", _listed(content), "warning")


def _is_complete(content: Content) -> bool:
    """Tell whether all names are known; what cannot be read is reported, and what follows from it is not."""
    return content.codes_complete and {one.id for one in neighbours_of(content).facts} == content.ids


def _resolve(content: Content) -> Iterator[Finding]:
    if content.ledger is None or not _is_complete(content):
        return
    facts = neighbours_of(content).facts
    names = permalinks(facts, content.codes)
    by_folded = {name.casefold(): name for name in names}
    for name, line in content.ledger.names.items():
        if name in names:
            continue
        other = by_folded.get(name.casefold())
        now = f"the site has '{other}'" if other else "it leads nowhere now"
        hint = f"bring back what it led to, or add '{name}' to the aliases of the entry that replaces it"
        yield Finding(
            content.ledger.at(line),
            f"permalink '{name}' was published, and {now}",
            f"write it as it was: '{name}'" if other else hint,
        )
    for former in former_myths(content.ledger.myths, facts, names):
        if not former.entry:
            yield Finding(
                content.ledger.at(content.ledger.myths[former.name]),
                f"the myth '{former.name}' was published, and no entry is called '{former.name.partition('/')[0]}' now",
                f"add '{former.name.partition('/')[0]}' to the aliases of the entry that replaces it",
            )


def _listed(content: Content) -> Iterator[Finding]:
    names = missing_names(content)
    if content.ledger is None or not names:
        return
    shown = ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
    message = f"{len(names)} name{'s' if len(names) > 1 else ''} of the site not in the ledger: {shown}"
    hint = f"run: {generator_command('permalinks --add', content.root)}"
    yield Finding(content.ledger.at(content.ledger.lines), message, hint)
