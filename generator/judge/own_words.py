"""Whether what a reproduction is to raise stands in the program's own text: then no library need have said it.

Read from the text of the program, of programs in its strings, and of what lies beside it. What is only compared,
sought or documented is not said by anybody, and a name that is handed to a library is not a message yet.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, starmap
from typing import NamedTuple

from generator.content.model import DeadEnd, Entry, Reproduction, Statement, Symptom, Workaround, rules_of
from generator.content.programs import Snippet
from generator.content.syntax import TREES_HELD, children
from generator.judge.literal_match import pieces_of, squeeze, stand_in

FEWEST_LETTERS = 8  # of what a program says itself, to be more than punctuation around words of a library
SEEKING = frozenset(
    {"startswith", "endswith", "find", "rfind", "index", "count", "search", "match", "fullmatch", "findall", "split"}
    | {"rsplit", "partition", "rpartition", "replace", "removeprefix", "removesuffix", "raises", "finditer", "compile"}
)
LITERALS = (ast.Constant, ast.Tuple, ast.List, ast.Set)  # with one of these something is compared
Judgeable = Reproduction | Workaround | DeadEnd | Statement


class _Said(NamedTuple):
    """A text of a program; `aloud`: `raise`, an assertion or `exit` raises it there."""

    text: str
    aloud: bool


def own_words_of(entry: Entry, claim: Judgeable, snippet: Snippet) -> str:
    """Return words of an expected error that a program of a reproduction or dead end says itself, or nothing."""
    expected = [(text, pieces_of(text)) for text in _expected(entry, claim)]
    return next((words for said in (_said(snippet) if expected else ()) if (words := _shared(said, expected))), "")


def _expected(entry: Entry, claim: Judgeable) -> Iterator[str]:
    """Yield the literal texts of which a run must show one, without the class of an exception before them."""
    if not isinstance(claim, Reproduction | DeadEnd):
        return
    if claim.expect == "symptom":
        yield from map(_message_of, entry.symptoms)
    elif isinstance(claim, Reproduction):
        yield from (rule.message for rule in rules_of(claim.expect) if rule.message)


def _message_of(symptom: Symptom) -> str:
    name, colon, message = symptom.signature.partition(": ")
    return message if colon and " " not in name.strip() else symptom.signature


def _shared(said: _Said, expected: Iterable[tuple[str, list[str]]]) -> str:
    """Return what a text of a program has of an expected one: all of it, or a part that it says aloud."""
    for text, pieces in expected:
        if stand_in(pieces, said.text):
            return text
        for piece in pieces if said.aloud else ():
            for shorter, longer in ((said.text, piece), (piece, said.text)):
                if shorter in longer and sum(map(str.isalnum, shorter)) >= FEWEST_LETTERS:
                    return shorter
    return ""


@lru_cache(maxsize=TREES_HELD)
def _said(snippet: Snippet) -> tuple[_Said, ...]:
    """Return what a program says, and what lies beside it: kept, because a check and a verdict ask for it."""
    return tuple(chain(_said_by(snippet.tree), *starmap(_said_beside, snippet.texts_beside)))


def _said_beside(name: str, text: str) -> Iterator[_Said]:
    tree = _parsed(text) if name.endswith(".py") else None
    return _said_by(tree) if tree else _lines(text, aloud=False)


def _said_by(tree: ast.AST | None) -> Iterator[_Said]:
    """Yield the strings of a program; of a program in a string, those of that program."""
    for said in _strings(tree) if tree else ():
        inner = _parsed(said.text) if "\n" in said.text else None
        yield from _said_by(inner) if inner else _lines(said.text, aloud=said.aloud)


def _lines(text: str, *, aloud: bool) -> Iterator[_Said]:
    yield from (_Said(line, aloud) for line in map(squeeze, text.splitlines()) if line)


def _parsed(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _strings(tree: ast.AST) -> Iterator[_Said]:
    """Yield the strings of a program as they stand, in their order."""
    waiting = [(tree, False)]
    while waiting:
        node, aloud = waiting.pop()
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield _Said(node.value, aloud)
        elif not isinstance(node, ast.Name):
            waiting += [(part, aloud or _is_said(part, node)) for part in reversed(_speaking(node))]


def _speaking(node: ast.AST) -> Sequence[ast.AST]:
    """Return the parts of a node that may say something."""
    if isinstance(node, ast.Call):
        seeks = isinstance(node.func, ast.Attribute) and node.func.attr in SEEKING
        return [node.func] if seeks else children(node)
    if isinstance(node, ast.Compare):
        return [part for part in (node.left, *node.comparators) if not isinstance(part, LITERALS)]
    is_silent = isinstance(node, ast.MatchValue) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )
    return () if is_silent else children(node)


def _is_said(part: ast.AST, node: ast.AST) -> bool:
    """Tell whether a part of a statement or call is what it raises."""
    if isinstance(node, ast.Assert):
        return part is node.msg
    if isinstance(node, ast.Call):
        return (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) == "exit"
    return isinstance(node, ast.Raise)
