"""Verdicts → badge and counts of an entry. Nothing here is estimated: every number is a count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from generator.schema import DeadEnd, Entry, Reproduction, Workaround
from generator.verdicts import JudgedClaim, Word

Badge = Literal["verified", "partly", "unverified", "contradicted", "not_run", "never_observed", "no_longer_raised"]


@dataclass(frozen=True, slots=True)
class Summary:
    """An entry's badge and the counts it stands on."""

    badge: Badge
    causes_verified: int
    causes: int
    workarounds_clean: int
    workarounds: int
    dead_ends_failed: int
    dead_ends: int
    upheld: int
    refuted: int
    claims: int
    not_run: int
    contradicted: int
    environments: int
    observations: int


def summarize(entry: Entry, judged: tuple[JudgedClaim, ...]) -> Summary:
    """Count what was shown, and give the badge. A cause counts only where one environment shows all of it."""
    by_role = {
        role: [item for item in judged if item.role == role]
        for role in ("reproduce", "workaround", "dead-end", "claim")
    }
    verified = sum(_cause_verified(cause.id, judged) for cause in entry.causes)
    contradicted = sum(item.verdict.word == "contradicted" for item in judged)
    environments = {
        verdict.environment.id for item in judged for verdict in item.verdicts if verdict.environment and verdict.ran
    }
    return Summary(
        badge=_badge(entry, judged, verified, contradicted),
        causes_verified=verified,
        causes=len(entry.causes),
        workarounds_clean=sum(item.cured for item in by_role["workaround"]),
        workarounds=len(by_role["workaround"]),
        dead_ends_failed=_count(by_role["dead-end"], "confirmed"),
        dead_ends=len(by_role["dead-end"]),
        upheld=_count(by_role["claim"], "upheld"),
        refuted=_count(by_role["claim"], "refuted"),
        claims=len(by_role["claim"]),
        not_run=_count(judged, "not_run"),
        contradicted=contradicted,
        environments=len(environments),
        observations=sum(verdict.ran for item in judged for verdict in item.verdicts),
    )


def _count(items: Iterable[JudgedClaim], word: Word) -> int:
    return sum(item.verdict.word == word for item in items)


def _badge(entry: Entry, judged: tuple[JudgedClaim, ...], verified: int, contradicted: int) -> Badge:
    if contradicted:
        return "contradicted"
    if verified == len(entry.causes):
        return "verified"
    if entry.lifecycle.status == "never-observed":
        return "never_observed"
    if entry.lifecycle.status == "no-longer-raised":
        return "no_longer_raised"
    if verified:
        return "partly"
    return "unverified" if any(item.verdict.ran for item in judged) else "not_run"


def _cause_verified(cause: str, judged: tuple[JudgedClaim, ...]) -> bool:
    reproductions = {
        item.claim.id for item in judged if isinstance(item.claim, Reproduction) and item.claim.cause == cause
    }
    if not reproductions:
        return False
    found = {
        (verdict.environment.id, verdict.word) for item in judged for verdict in item.verdicts if verdict.environment
    }
    # Where one program of an entry does now this and now that, what its others did may be chance too.
    unsteady = {environment for environment, word in found if word == "flaky"}
    environments = {environment for environment, _word in found} - unsteady
    return any(_shown_in(environment, reproductions, judged) for environment in environments)


def _shown_in(environment: str, reproductions: set[str], judged: tuple[JudgedClaim, ...]) -> bool:
    def confirmed(item: JudgedClaim) -> bool:
        return any(
            verdict.word == "confirmed" and verdict.environment is not None and verdict.environment.id == environment
            for verdict in item.verdicts
        )

    # A program that completes where its reproduction was never seen to fail shows no cure.
    reproduced = {
        item.claim.id
        for item in judged
        if item.role == "reproduce" and item.claim.id in reproductions and confirmed(item)
    }
    cured = any(
        reproduced.intersection(item.claim.cures) and confirmed(item)
        for item in judged
        if isinstance(item.claim, Workaround)
    )
    tried = [
        item
        for item in judged
        if isinstance(item.claim, DeadEnd) and item.snippet and reproductions.intersection(item.claim.tried_on)
    ]
    return cured and all(confirmed(item) for item in tried)
