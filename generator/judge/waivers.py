"""Waivers: which verdicts are accepted for a reason that somebody wrote down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase

from generator.content.loader import LoadedWaiver
from generator.content.model import Waiver, rules_of
from generator.evidence.records import Environment
from generator.judge.needs import first_unmet
from generator.judge.verdicts import JudgedClaim, Verdict
from generator.judge.version_ranges import admits

# A run that is evidence of nothing leaves a claim as it was: not run.
NO_EVIDENCE = ("harness_error", "isolation_violation")


def is_waived(waivers: Iterable[LoadedWaiver], entry_id: str, item: JudgedClaim, verdict: Verdict) -> bool:
    """Tell whether a verdict on a claim is accepted."""
    return any(
        (loaded.waiver.entry, loaded.waiver.claim) == (entry_id, item.claim.id) and covers(loaded.waiver, verdict)
        for loaded in waivers
    )


def covers(waiver: Waiver, verdict: Verdict) -> bool:
    """Tell whether a verdict on its claim is the one that a waiver speaks of."""
    word = "not_run" if verdict.word in NO_EVIDENCE else verdict.word
    return word == waiver.verdict and speaks_of(waiver, verdict)


def speaks_of(waiver: Waiver, verdict: Verdict) -> bool:
    """Tell whether a waiver speaks of a verdict's environment. What ran in none did not run in its own either."""
    if waiver.environment is None or verdict.environment is None:
        return True
    return fnmatchcase(verdict.environment.name, waiver.environment)


def verdicts_in(item: JudgedClaim, environments: Iterable[Environment]) -> Iterator[Verdict]:
    """Yield the verdict on a claim in each environment that can run it: `not_run` where there was no run.

    A claim without a program has none: it says itself why it is not run, or who judged it. Nor has one that expects
    nothing with an environment's versions.
    """
    if item.snippet is None:
        return
    known = {verdict.environment.id: verdict for verdict in item.verdicts if verdict.environment}
    for environment in environments:
        if first_unmet(item.needs, environment) is None and _expects_something(item, environment):
            yield known.get(environment.id) or Verdict("not_run", "not_yet", environment)


def _expects_something(item: JudgedClaim, environment: Environment) -> bool:
    rules = rules_of(item.claim.expect)
    return not rules or any(admits(rule, environment.distributions) for rule in rules)
