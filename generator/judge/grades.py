"""What backs a claim: one of five grades, the strongest that holds. A run that contradicts a claim backs nothing."""

from __future__ import annotations

from typing import Literal

from generator.content.model import DeadEnd, Statement, Workaround
from generator.evidence.records import Kind
from generator.judge.verdicts import JudgedClaim, Verdict

Grade = Literal["gpu", "run", "simulated", "source", "nothing"]
GRADES: tuple[Grade, ...] = ("gpu", "run", "simulated", "source", "nothing")
OF_KIND: dict[Kind, Grade] = {"device": "gpu", "no-device": "run", "simulated-driver": "simulated"}
DECIDED = frozenset({"confirmed", "upheld", "refuted"})


def grade_of(item: JudgedClaim) -> Grade:
    """Return the grade: run on a GPU, run without one, on a simulated driver, by a source, or nothing so far."""
    found = {_grade_of_run(item, verdict) for verdict in item.verdicts}
    if source_of(item):
        found.add("source")
    return next((grade for grade in GRADES if grade in found), "nothing")


def run_behind(item: JudgedClaim) -> Verdict | None:
    """Return the run that a grade stands on; None where a source gives it, or nothing does."""
    grade = grade_of(item)
    return next(
        (verdict for verdict in item.verdicts if grade != "nothing" and _grade_of_run(item, verdict) == grade), None
    )


def source_of(item: JudgedClaim) -> str | None:
    """Return what says so besides runs: the very line of a source, or a vendor's page."""
    if isinstance(item.claim, Workaround | DeadEnd):
        return item.claim.basis
    if isinstance(item.claim, Statement) and item.claim.judged:
        return item.claim.judged.source
    return None


def _grade_of_run(item: JudgedClaim, verdict: Verdict) -> Grade:
    shows_it = verdict.ran and verdict.word in DECIDED and not (item.role == "workaround" and verdict.reason)
    return OF_KIND[verdict.environment.kind] if shows_it and verdict.environment else "nothing"
