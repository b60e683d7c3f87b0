"""Controls: a workaround's program without its cure, but with all else that sets it apart from the reproduction.

A workaround's run shows a cure only if such a program fails. Where it runs clean too, another change of the program
keeps the error away, and nobody knows whether the cure does. Two controls are made from the texts of the programs:

- `without-cure`: the lines that readers copy (`do`) are as they are in the reproduction, or the variables are.
- `on-the-cpu`: the reproduction itself, on the CPU where there is no GPU, if the workaround's program does that.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from generator.content.loader import LoadedEntry
from generator.content.model import Reproduction, Workaround
from generator.content.programs import Snippet
from generator.content.regions import region_of

Kind = Literal["without-cure", "on-the-cpu"]
FALLBACK = re.compile(r"is_available\(\)\s+else\s+[\"']cpu[\"']")
CHOSEN = '"cuda" if __import__("torch").cuda.is_available() else "cpu"'
# What puts something on a GPU → the same, on the CPU where there is no GPU.
ON_A_GPU = ((re.compile(r"""(["'])cuda\1"""), f"({CHOSEN})"), (re.compile(r"\.cuda\(\)"), f".to({CHOSEN})"))
# Lines that change nothing about whether a program fails: what it loads, says and asserts.
IDLE = re.compile(r"\s*(import |from \S+ import |print\(|assert |#|\"\"\"|$)")


@dataclass(frozen=True, slots=True)
class Control:
    """One control of a workaround: its program, and the reproduction that it was made with."""

    workaround: str
    kind: Kind
    snippet: Snippet
    reproduction: str


@dataclass(frozen=True, slots=True)
class _Change:
    """Lines of a reproduction, and those that stand in their place in a workaround's program, from 0."""

    old: tuple[int, int]
    new: tuple[int, int]


def controls_of(loaded: LoadedEntry, workaround: Workaround) -> tuple[Control, ...]:
    """Return the controls of a workaround: none where it differs from its reproduction by the cure alone."""
    own = loaded.snippets.get(workaround.snippet or "")
    cured = [claim for claim in loaded.entry.reproduce if claim.id in workaround.cures]
    pairs = [(claim, loaded.snippets[claim.snippet]) for claim in cured if claim.snippet in loaded.snippets]
    if own is None or own.tree is None or not pairs:
        return ()
    claim, original = max(pairs, key=lambda pair: _likeness(pair[1], own))
    return tuple(_made(workaround, own, claim, original)) if original.tree else ()


def _likeness(one: Snippet, other: Snippet) -> float:
    return difflib.SequenceMatcher(None, one.text.splitlines(), other.text.splitlines(), autojunk=False).ratio()


def _made(workaround: Workaround, own: Snippet, claim: Reproduction, original: Snippet) -> Iterator[Control]:
    without = _without_cure(workaround, own, original)
    if without:
        yield Control(workaround.id, "without-cure", without, claim.id)
    chosen = _on_the_cpu(workaround, own, original)
    if chosen:
        yield Control(workaround.id, "on-the-cpu", chosen, claim.id)


def _on_the_cpu(workaround: Workaround, own: Snippet, original: Snippet) -> Snippet | None:
    # Without a block to copy nobody knows what the cure is: it may be the CPU.
    is_cure = any(FALLBACK.search(step.code) for step in workaround.do)
    if is_cure or not workaround.do or not FALLBACK.search(own.text) or FALLBACK.search(original.text):
        return None
    text = original.text
    for pattern, chosen in ON_A_GPU:
        text = pattern.sub(chosen, text)
    return _with_text(original, text) if text != original.text else None


def _without_cure(workaround: Workaround, own: Snippet, original: Snippet) -> Snippet | None:
    old, new = original.text.splitlines(), own.text.splitlines()
    changes = list(_changes(old, new))
    cure = [change for change in changes if _is_copied(change, workaround, own)]
    others = [change for change in changes if change not in cure and not _is_idle(change, old, new)]
    added = set(own.variables) - set(original.variables)
    if cure and (others or added):
        return _with_text(own, _put_back(cure, old, new))
    if added and others and not cure:
        names = {name for name, _value in added}
        kept = [pair for pair in own.variables if pair[0] not in names]
        before = [pair for pair in original.variables if pair[0] in names]
        return replace(own, variables=tuple(sorted((*kept, *before))))
    return None


def _changes(old: list[str], new: list[str]) -> Iterator[_Change]:
    """Yield the changes between two programs, line by line where as many lines replace others."""
    for tag, first, last, start, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "replace" and last - first == end - start:
            pairs = zip(range(first, last), range(start, end), strict=True)
            yield from (_Change((line, line + 1), (other, other + 1)) for line, other in pairs)
        elif tag != "equal":
            yield _Change((first, last), (start, end))


def _is_copied(change: _Change, workaround: Workaround, own: Snippet) -> bool:
    """Tell whether a change is of lines that readers copy, or of lines that went where they stand."""
    regions = [region_of(own.text, step.code) for step in workaround.do if step.kind == "python"]
    start, end = change.new
    return any(
        start < region[1] and end > region[0] if end > start else region[0] <= start <= region[1]
        for region in regions
        if region
    )


def _is_idle(change: _Change, old: list[str], new: list[str]) -> bool:
    lines = (*old[slice(*change.old)], *new[slice(*change.new)])
    return all(IDLE.match(line) for line in lines)


def _put_back(cure: list[_Change], old: list[str], new: list[str]) -> str:
    lines = list(new)
    for change in sorted(cure, key=lambda change: change.new, reverse=True):
        lines[slice(*change.new)] = old[slice(*change.old)]
    return "\n".join(lines) + "\n"


def _with_text(snippet: Snippet, text: str) -> Snippet | None:
    """Return a program with another text, or nothing where that is no program."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    return replace(snippet, content=text.encode(), text=text, tree=tree)
