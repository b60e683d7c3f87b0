"""What is shown of a claim besides its own words: its name, which runs say the same, how its program differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from generator.content.model import DeadEnd, Reproduction, Statement, Text, Workaround
from generator.judge.catalogue import JudgedEntry
from generator.judge.grades import grade_of, run_behind
from generator.judge.verdicts import JudgedClaim, Verdict
from generator.render.difference import changed_lines
from generator.render.labels import label_for

T = TypeVar("T")


def title_of(entry: JudgedEntry, item: JudgedClaim) -> Text:
    """Return what a claim is called: a reproduction without a title goes by its cause."""
    claim = item.claim
    if isinstance(claim, Statement):
        return claim.text
    if isinstance(claim, Reproduction):
        return claim.title or next(cause.title for cause in entry.loaded.entry.causes if cause.id == claim.cause)
    return claim.title


def with_programs(entry: JudgedEntry) -> tuple[JudgedClaim, ...]:
    """Return the claims that a program puts to the test."""
    return tuple(item for item in entry.judged if item.snippet)


def agreeing_verdicts(item: JudgedClaim) -> list[Verdict]:
    """Return the verdicts that say the same as the leading one, without it."""
    return [verdict for verdict in item.verdicts if verdict is not item.verdict and _agrees(item, verdict)]


def differing_verdicts(item: JudgedClaim) -> list[Verdict]:
    """Return the verdicts that say something else than the leading one."""
    return [verdict for verdict in item.verdicts if verdict is not item.verdict and not _agrees(item, verdict)]


def _agrees(item: JudgedClaim, verdict: Verdict) -> bool:
    return label_for(item, verdict) == label_for(item, item.verdict)


def per_claim(function: Callable[[JudgedClaim], T]) -> Callable[[JudgedClaim], T]:
    """Return a function of an entry's claims that computes each claim's value once."""
    found: dict[int, T] = {}

    def value_of(item: JudgedClaim) -> T:
        key = id(item)  # which stays its own: the entry has it
        if key not in found:
            found[key] = function(item)
        return found[key]

    return value_of


def claim_values() -> dict[str, Any]:
    """Return functions of the claims of one entry for its templates."""
    return {
        function.__name__: per_claim(function)
        for function in (agreeing_verdicts, differing_verdicts, grade_of, run_behind)
    }


@dataclass(frozen=True, slots=True)
class Change:
    """How a program differs from the reproduction that it changes."""

    of: str
    """The name of the reproduction's program."""
    lines: tuple[int, ...]
    """The numbers of the lines that differ; none where marks would tell nothing."""


def change_of(entry: JudgedEntry, item: JudgedClaim) -> Change | None:
    """Return how a workaround or a dead end changes the first reproduction that it names, where both have programs."""
    claim = item.claim
    named = claim.cures if isinstance(claim, Workaround) else claim.tried_on if isinstance(claim, DeadEnd) else ()
    programs = {one.id: one.snippet for one in entry.loaded.entry.reproduce}
    before = next((programs[name] for name in named if programs.get(name)), None)
    if item.snippet is None or before is None or not before.endswith(".py") or not item.snippet.name.endswith(".py"):
        return None
    return Change(before, changed_lines(entry.loaded.snippets[before].text, item.snippet.text))
