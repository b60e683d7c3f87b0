"""The causes of an entry as its page shows them: each with its steps, what does not help, what must be restarted."""

from __future__ import annotations

from dataclasses import dataclass

from generator.content.model import Cause, Recovery, Text
from generator.judge.catalogue import JudgedEntry
from generator.judge.grades import grade_of
from generator.judge.verdicts import JudgedClaim


@dataclass(frozen=True, slots=True)
class Step:
    """A workaround in the block of a cause."""

    item: JudgedClaim
    told_in: Cause | None
    """The earlier cause in whose block it is explained; null: it is explained here."""


@dataclass(frozen=True, slots=True)
class CauseBlock:
    """One cause, its number in the author's order, and what belongs to it."""

    cause: Cause
    number: int
    recovery: Recovery
    steps: tuple[Step, ...]
    shown_dead_ends: tuple[JudgedClaim, ...]
    """Those that a run or a source shows not to help."""
    expected_dead_ends: tuple[JudgedClaim, ...]
    """Those that nothing backs yet."""

    @property
    def short(self) -> Text:
        """Return what its tab says."""
        return self.cause.short or self.cause.title


def cause_blocks(entry: JudgedEntry) -> tuple[CauseBlock, ...]:
    """Return the causes in the author's order. A workaround is explained once, for the first cause that it is for."""
    explained: dict[str, Cause] = {}
    blocks: list[CauseBlock] = []
    for number, cause in enumerate(entry.loaded.entry.causes, 1):
        steps = tuple(Step(item, explained.get(item.claim.id)) for item in entry.steps_of(cause))
        for step in steps:
            explained.setdefault(step.item.claim.id, cause)
        recovery = entry.loaded.entry.recovery_of(cause)
        backed, unbacked = _by_backing(entry.dead_ends_of(cause))
        blocks.append(CauseBlock(cause, number, recovery, steps, backed, unbacked))
    return tuple(blocks)


def _by_backing(items: tuple[JudgedClaim, ...]) -> tuple[tuple[JudgedClaim, ...], tuple[JudgedClaim, ...]]:
    backed = tuple(item for item in items if grade_of(item) != "nothing")
    return backed, tuple(item for item in items if item not in backed)


def loose_steps(entry: JudgedEntry) -> tuple[JudgedClaim, ...]:
    """Return the workarounds that are for no cause."""
    placed = {item.claim.id for cause in entry.loaded.entry.causes for item in entry.steps_of(cause)}
    return tuple(item for item in entry.of_role("workaround") if item.claim.id not in placed)
