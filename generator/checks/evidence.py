"""Checks of content against evidence: what an entry says and a run does not show, and waivers of nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.checks.claims import claims_in
from generator.content.loader import Content, LoadedEntry, LoadedWaiver
from generator.content.model import rules_of
from generator.evidence.records import Environment
from generator.evidence.store import Evidence
from generator.files import printable
from generator.judge.describe import expected_and_seen
from generator.judge.environment_diff import listed, main_versions, nearest, told_apart
from generator.judge.verdicts import JudgedClaim, Verdict, judge_entry
from generator.judge.waivers import covers, is_waived, speaks_of, verdicts_in
from generator.problems import Problem, Severity, clip
from generator.terminal.hints import generator_command, make_command

EVIDENCE_CODES: dict[str, tuple[str, Severity]] = {
    "EVID002": ("what an entry says is what runs show, or somebody says why not", "warning"),
    "EVID003": ("a waiver that waives nothing hides the next contradiction", "error"),
}
CLEAN = ("no_error", "now_works")  # reasons of a run that ended as if nothing were wrong
WIDTH = 160  # of what was expected and seen; the message goes on


def check_evidence(content: Content, evidence: Evidence) -> Iterator[Problem]:
    """Yield what evidence shows to be wrong with entries and waivers. Entries with mistakes are left out."""
    judged: dict[str, tuple[JudgedClaim, ...]] = {}
    for loaded in content.entries:
        if not loaded.tree.problems:
            judged[loaded.id] = judge_entry(loaded, evidence)
            yield from _contradicted(content, loaded, judged[loaded.id])
    for waiver in content.waivers:
        yield from _not_needed(content, waiver, judged, evidence.environments)


# --- claims that a run contradicts -------------------------------------------------------------------


def _contradicted(content: Content, loaded: LoadedEntry, judged: Iterable[JudgedClaim]) -> Iterator[Problem]:
    for (path, _claim), item in zip(claims_in(loaded), judged, strict=True):
        where = loaded.tree.at(*path, "expect")
        for message, hint in _contradictions_of(content, loaded.id, item):
            yield Problem(where, "EVID002", clip(printable(message)), hint, "warning")


def _contradictions_of(content: Content, entry_id: str, item: JudgedClaim) -> Iterator[tuple[str, str]]:
    """Yield each way in which runs contradict a claim, with the environments that show it, and what to do about it."""
    held = [verdict.environment for verdict in item.verdicts if verdict.word == "confirmed" and verdict.environment]
    shown_in: dict[tuple[str, str, str], list[str]] = {}
    for verdict in item.verdicts:
        waived = is_waived(content.waivers, entry_id, item, verdict)
        if verdict.word == "contradicted" and verdict.environment and not waived:
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
        change = "say so in the entry (lifecycle no-longer-raised with since; expect with until)"
    else:
        change = f"correct the claim, or run `{generator_command(f'accept {entry_id}', content.root)}`"
    return f"{change}, or waive it with a reason in waivers.yaml"


# --- waivers of nothing ------------------------------------------------------------------------------


def _not_needed(
    content: Content,
    loaded: LoadedWaiver,
    judged: Mapping[str, Iterable[JudgedClaim]],
    environments: Mapping[str, Environment],
) -> Iterator[Problem]:
    """Yield a problem where no verdict is the one that is waived. A stale run does not tell, so it ends no waiver."""
    waiver = loaded.waiver
    item = next((item for item in judged.get(waiver.entry, ()) if item.claim.id == waiver.claim), None)
    if item is None:
        return  # reported where names are checked, or where the entry is
    unrun = [verdict for verdict in item.verdicts if item.snippet and verdict.environment is None]
    verdicts = [
        verdict for verdict in (*verdicts_in(item, environments.values()), *unrun) if speaks_of(waiver, verdict)
    ]
    if any(covers(waiver, verdict) or verdict.word == "stale" for verdict in verdicts):
        return
    place = f" in {waiver.environment}" if waiver.environment else ""
    found = ", ".join(dict.fromkeys(verdict.word for verdict in verdicts)) or "without a verdict"
    message = (
        f"this waiver is no longer needed: {waiver.claim} of {waiver.entry} is {found}{place}, not {waiver.verdict}"
    )
    promote = make_command("evidence", content.root)
    hint = f"delete it; if the run it is about is not committed yet, run `{promote}` first"
    yield Problem(loaded.at(), "EVID003", clip(printable(message)), hint)
