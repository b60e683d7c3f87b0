"""What commands count of an entry: its verdicts, the reasons why claims have none, and what runs contradict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from generator.judge.describe import expected_and_seen
from generator.judge.verdicts import JudgedClaim


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A claim that a run contradicts."""

    role: str
    claim: str
    snippet: str | None
    reason: str
    seen: str
    """What was expected, and what the run did."""
    environment: str
    anchor: str


@dataclass(slots=True)
class Counts:
    """Counts of claims by verdict, and of those without a run by reason."""

    words: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    contradicted: tuple[Contradiction, ...] = ()

    def add(self, other: Counts) -> None:
        """Add the counts of other claims; what is contradicted stays with its entry."""
        self.words.update(other.words)
        self.reasons.update(other.reasons)


def count(items: Iterable[JudgedClaim]) -> Counts:
    """Count claims.

    Reasons that entries give for single claims are counted together: fifty claims have nearly as many, and each page
    says its own.
    """
    judged = list(items)
    waiting = [item for item in judged if item.verdict.word == "not_run"]
    return Counts(
        Counter(item.verdict.word for item in judged if item.verdict.word != "not_run"),
        Counter("as their pages say" if item.claim.not_run else item.verdict.reason for item in waiting),
        tuple(
            Contradiction(
                item.role,
                item.claim.id,
                item.claim.snippet,
                verdict.reason,
                expected_and_seen(item.claim.expect, verdict.observation),
                verdict.environment.name if verdict.environment else "",
                item.anchor,
            )
            for item in judged
            for verdict in item.verdicts
            if verdict.word == "contradicted" and verdict.observation
        ),
    )
