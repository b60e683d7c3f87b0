"""Checks of content against evidence: what an entry says and a run does not show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.checks.claims import claims_in
from generator.content.loader import Content, LoadedEntry
from generator.content.model import rules_of
from generator.evidence.records import Environment
from generator.evidence.store import Evidence
from generator.files import printable
from generator.judge.describe import expected_and_seen
from generator.judge.environment_diff import listed, main_versions, nearest, told_apart
from generator.judge.verdicts import JudgedClaim, Verdict, judge_entry
from generator.problems import Problem, Severity, clip
from generator.terminal.hints import generator_command

EVIDENCE_CODES: dict[str, tuple[str, Severity]] = {
    "EVID002": ("what an entry says is what runs show", "warning"),
}
CLEAN = ("no_error", "now_works")  # reasons of a run that ended as if nothing were wrong
WIDTH = 160  # of what was expected and seen; the message goes on


def check_evidence(content: Content, evidence: Evidence) -> Iterator[Problem]:
    """Yield what evidence shows to be wrong with entries."""
    for loaded in content.entries:
        yield from check_judged(content, loaded, judge_entry(loaded, evidence))


def check_judged(content: Content, loaded: LoadedEntry, judged: Iterable[JudgedClaim]) -> Iterator[Problem]:
    """Yield what the verdicts on an entry show to be wrong with it."""
    for (path, _claim), item in zip(claims_in(loaded), judged, strict=True):
        for message, hint in _contradictions_of(content, loaded.id, item):
            where = loaded.file.at(*path, "expect")
            yield Problem(where, "EVID002", clip(printable(message)), hint, "warning")


def _contradictions_of(content: Content, entry_id: str, item: JudgedClaim) -> Iterator[tuple[str, str]]:
    """Yield each way in which runs contradict a claim, with the environments that show it, and what to do about it."""
    held = [verdict.environment for verdict in item.verdicts if verdict.word == "confirmed" and verdict.environment]
    shown_in: dict[tuple[str, str, str], list[str]] = {}
    for verdict in item.verdicts:
        if verdict.word == "contradicted" and verdict.environment:
            now, before = _words(item, verdict, verdict.environment, held)
            words = now, before, _remedy(content, entry_id, item, verdict)
            shown_in.setdefault(words, []).append(verdict.environment.name)
    for (now, before, hint), names in shown_in.items():
        yield f"{item.role} {item.claim.id}: {now} ({', '.join(dict.fromkeys(names))}){before}", hint


def _words(item: JudgedClaim, verdict: Verdict, here: Environment, held: Sequence[Environment]) -> tuple[str, str]:
    """Say what a run shows and with what versions, and with what others the claim held."""
    if _is_gone(item, verdict):
        now, before = "no longer raised" if held else "not raised", "it was"
    elif verdict.reason in CLEAN and item.role == "dead-end":
        now, before = "now works" if held else "works", "it failed"
    else:
        assert verdict.observation
        now, before = f"{clip(expected_and_seen(item.claim.expect, verdict.observation), WIDTH)},", "it held"
    if not held:
        return f"{now} with {listed(main_versions(here, item.needs))}", ""
    new, old = told_apart(here, nearest(held, here, item.needs), item.needs)
    return f"{now} with {new}", f"; {before} {old}"


def _is_gone(item: JudgedClaim, verdict: Verdict) -> bool:
    """Tell whether a reproduction was to raise an error, and ended without any."""
    expect = item.claim.expect
    raises = expect == "symptom" or any(rule.raises for rule in rules_of(expect))
    return item.role == "reproduce" and raises and verdict.reason in CLEAN


def _remedy(content: Content, entry_id: str, item: JudgedClaim, verdict: Verdict) -> str:
    if _is_gone(item, verdict):
        return "say so in the entry (lifecycle no-longer-raised with since; expect with until)"
    accept = generator_command(f"accept {entry_id}", content.root)
    return f"correct the claim, or take the expectation that `{accept}` prints"
