"""A comparison of two environments, printed: as lines, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from generator.evidence.records import Environment
from generator.judge.verdicts import Verdict
from generator.recorded.comparison import ComparedClaim, Comparison, Difference, seen, state

COUNTED: dict[Difference, str] = {
    "verdict": "verdicts that differ",
    "seen": "alike, but not in what was seen",
    "none": "alike",
    "only_a": "only in A",
    "only_b": "only in B",
}


def as_text(comparison: Comparison, listed: Iterable[ComparedClaim]) -> str:
    """Return the environments, the facts in which they differ, some of the claims, and counts of all."""
    return "\n".join(_lines(comparison, listed))


def _lines(comparison: Comparison, listed: Iterable[ComparedClaim]) -> Iterator[str]:
    yield from (f"{side}  {it.name} ({it.id})" for side, it in (("A", comparison.a), ("B", comparison.b)))
    width = max((len(fact.what) for fact in comparison.facts), default=0)
    yield from (f"   {fact.what:{width}}  {fact.a} → {fact.b}" for fact in comparison.facts)
    for claim in listed:
        before, after = _format_verdict(claim.a), _format_verdict(claim.b)
        yield f"\n{claim.name}: {before if before == after else f'{before} → {after}'}"
        yield from (f"   {side}  {seen(it)}" for side, it in (("A", claim.a), ("B", claim.b)) if it)
    yield f"\n{'; '.join(f'{words}: {comparison.counts[kind]}' for kind, words in COUNTED.items())}"


def _format_verdict(verdict: Verdict | None) -> str:
    if verdict is None:
        return "not run"
    word = state(verdict)
    return f"{word} ({verdict.reason})" if verdict.reason not in ("", word) else word


def as_json(comparison: Comparison, listed: Iterable[ComparedClaim]) -> str:
    """Return the same as JSON."""
    data = {
        "a": _identity(comparison.a),
        "b": _identity(comparison.b),
        "environments": [fact._asdict() for fact in comparison.facts],
        "claims": [
            {**it.name._asdict(), "difference": it.difference, "a": _side(it.a), "b": _side(it.b)} for it in listed
        ],
        "counts": {kind: comparison.counts[kind] for kind in COUNTED},
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def _identity(environment: Environment) -> dict[str, str]:
    return {"id": environment.id, "name": environment.name}


def _side(verdict: Verdict | None) -> dict[str, Any] | None:
    return {"verdict": state(verdict), "reason": verdict.reason, "seen": seen(verdict)} if verdict else None
