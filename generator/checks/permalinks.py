"""Checks of the ledger of permalinks: what was published once still leads somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from generator.checks.rule import Finding, problems
from generator.content.loader import Content
from generator.judge.permalinks import permalinks
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
    known = content.ledger.names if content.ledger else {}
    return [name for name in permalinks(content.entries, content.codes) if name not in known]


def check_permalinks(content: Content) -> Iterator[Problem]:
    """Yield everything wrong with the ledger. A content folder without one keeps no promise, and none is checked."""
    if content.ledger is None:
        return
    yield from content.ledger.problems
    yield from problems("PERM001", _resolve(content))
    yield from problems("PERM003", _listed(content), "warning")


def _is_whole(content: Content) -> bool:
    """Tell whether all names are known; what cannot be read is reported, and what follows from it is not."""
    read = {entry.id for entry in content.entries if entry.whole}
    return content.codes_whole and read == content.ids


def _resolve(content: Content) -> Iterator[Finding]:
    if content.ledger is None or not _is_whole(content):
        return
    names = permalinks(content.entries, content.codes)
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


def _listed(content: Content) -> Iterator[Finding]:
    names = missing_names(content)
    if content.ledger is None or not names:
        return
    shown = ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
    message = f"{len(names)} name{'s' if len(names) > 1 else ''} of the site not in the ledger: {shown}"
    hint = f"run: {generator_command('permalinks --add', content.root)}"
    yield Finding(content.ledger.at(content.ledger.lines), message, hint)
