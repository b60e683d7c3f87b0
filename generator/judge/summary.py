"""Verdicts → badge and counts of an entry. Nothing here is estimated: every number is a count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from generator.content.model import DeadEnd, Entry, Reproduction, Workaround
from generator.judge.verdicts import JudgedClaim, Word

Shown = Literal["verified", "partly", "simulated", "unverified", "contradicted", "not_run"]
Badge = Literal[Shown, "never_observed", "no_longer_raised"]


@dataclass(frozen=True, slots=True)
class Summary:
    """An entry's badge and the counts it stands on.

    What only a run with a simulated driver shows is counted under `simulated` and `causes_simulated`, nowhere else.
    """

    badge: Badge
    causes_verified: int
    causes_simulated: int
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
    simulated: int


def summarize(entry: Entry, judged: tuple[JudgedClaim, ...]) -> Summary:
    """Count what was shown, and give the badge. A cause counts only where one environment shows all of it."""
    by_role = {
        role: [item for item in judged if item.role == role]
        for role in ("reproduce", "workaround", "dead-end", "claim")
    }
    real = tuple(replace(item, verdicts=tuple(one for one in item.verdicts if not one.is_simulated)) for item in judged)
    verified = sum(_cause_verified(cause.id, real) for cause in entry.causes)
    shown = sum(_cause_verified(cause.id, judged) for cause in entry.causes)
    contradicted = sum(item.verdict.word == "contradicted" for item in judged)
    environments = {
        verdict.environment.id for item in judged for verdict in item.verdicts if verdict.environment and verdict.ran
    }
    return Summary(
        badge=_badge(entry, judged, verified, shown),
        causes_verified=verified,
        causes_simulated=shown - verified,
        causes=len(entry.causes),
        workarounds_clean=sum(item.cured and not _only_simulated(item) for item in by_role["workaround"]),
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
        simulated=sum(item.verdict.ran and _only_simulated(item) for item in judged),
    )


def _count(items: Iterable[JudgedClaim], word: Word) -> int:
    return sum(item.verdict.word == word and not (item.verdict.ran and _only_simulated(item)) for item in items)


def _only_simulated(item: JudgedClaim) -> bool:
    """Tell whether every run that gives a claim's verdict was with a simulated driver."""
    return all(one.is_simulated for one in item.verdicts if one.word == item.verdict.word and one.ran)


def _badge(entry: Entry, judged: tuple[JudgedClaim, ...], verified: int, shown: int) -> Badge:
    if any(item.verdict.word == "contradicted" for item in judged):
        return "contradicted"
    if verified == len(entry.causes):
        return "verified"
    if entry.lifecycle.status == "never-observed":
        return "never_observed"
    if entry.lifecycle.status == "no-longer-raised":
        return "no_longer_raised"
    if verified or shown:
        return "partly" if verified else "simulated"
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
            verdict.word == "confirmed"
            and not verdict.shows_no_cure
            and verdict.environment is not None
            and verdict.environment.id == environment
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
