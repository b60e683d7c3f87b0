"""What a process that ended itself said last. Pure rules, no effects.

A library that gives up prints why and calls `abort()`, which is SIGABRT. A fault in memory or a kill from outside comes
without a word: what was printed before belongs to something else.
"""

from __future__ import annotations

import ast
import re

from generator.content.syntax import nodes_in

ENDED_ITSELF = "SIGABRT"
DUMP = re.compile(r"^Fatal Python error: ", re.MULTILINE)  # the interpreter's own, after the words
TERMINATE = "terminate called "  # C++: what follows it is one message of several lines
STACK_LINE = re.compile(r"\s|\*\*\* Check failure|frame #\d")
# What a program writes itself, or does to itself, is no library's last word.
WRITES = frozenset({"stderr", "traceback", "logging", "warnings", "faulthandler"})
ENDS_ITSELF = frozenset({"abort", "kill", "killpg", "pthread_kill", "raise_signal"})


def last_words(signal: str | None, stderr: str) -> str:
    """Return what the process printed last before it ended itself, or nothing where it did not end itself."""
    if signal != ENDED_ITSELF:
        return ""
    *_, end = [len(stderr), *(found.start() for found in DUMP.finditer(stderr))]
    words = stderr[:end]
    terminated = words.rfind(TERMINATE)
    if terminated >= 0:
        return words[terminated:]
    lines = [line for line in words.splitlines() if line and not STACK_LINE.match(line)]
    return lines[-1] if lines else ""


def writes_stderr_or_kills_itself(tree: ast.Module | None) -> bool:
    """Tell whether a program writes to its error stream, or ends itself by a signal, as far as its text shows it."""
    return tree is None or any(map(_speaks, nodes_in(tree)))


def _speaks(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return any(alias.name.partition(".")[0] in WRITES for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        names = {(node.module or "").partition(".")[0], *(alias.name for alias in node.names)}
        return bool(names & (WRITES | ENDS_ITSELF))
    if isinstance(node, ast.Attribute):
        own = isinstance(node.value, ast.Name) and (node.value.id, node.attr) == ("os", "write")
        return own or node.attr in WRITES | ENDS_ITSELF
    return False
