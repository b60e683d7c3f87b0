"""Observation → expectation: what a claim would have to expect so that its runs confirm it, put into its entry."""

from __future__ import annotations

import codecs
import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from generator.build import find_problems
from generator.checks.claims import claims_in
from generator.content.edit import applied, is_flow, set_key
from generator.content.loader import ENTRY_FILE, Content, LoadedEntry, load_content
from generator.content.model import Expectation, Rule
from generator.content.positions import Path
from generator.evidence.records import Observation, Outcome
from generator.evidence.store import Evidence
from generator.files import CONTROL
from generator.judge.describe import in_yaml
from generator.judge.expectations import mismatch
from generator.judge.literal_match import pieces_of
from generator.judge.verdicts import JudgedClaim, Verdict, judge_entry
from generator.problems import Problem, has_errors

ACCEPTABLE = ("contradicted", "refuted", "flaky")  # of a claim that is named; else contradictions only
MAX_HANGS = 600  # seconds: more cannot be expected
# An address, a path, a number with its unit: what differs between runs and says nothing.
VARIABLE = re.compile(
    r"0x[0-9a-fA-F]+|(?<![\w.])/[\w.+-]+(?:/[\w.+-]+)+"
    r"|(?<![\w.])\d+(?:\.\d+)?\s?(?:[KMGT]i?B|bytes|B|[mun]?s|seconds|%)(?!\w)"
)
TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
STARS = re.compile(r"\*(?:\s*\*)+")


class RefusedError(Exception):
    """A claim's observation cannot, or should not, become its expectation."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The expectation that a claim's observations meet, where the claim stands, and where it is contradicted then."""

    path: Path
    name: str
    expect: Expectation
    contradicted_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """What can be written into an entry, and why the rest cannot."""

    accepted: tuple[Accepted, ...]
    refused: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edited:
    """What writing came to: the change as a unified diff, or the problems for which it was taken back."""

    diff: str
    problems: tuple[Problem, ...]


def propose(
    loaded: LoadedEntry, evidence: Evidence, claim: str | None = None, environments: Collection[str] | None = None
) -> Proposal:
    """Return what can be accepted of an entry's contradicted claims, or of one claim that is named.

    `environments`: the ids of those whose observations count; `None`: all.
    """
    accepted: list[Accepted] = []
    refused: list[str] = []
    words = ACCEPTABLE if claim else ACCEPTABLE[:1]
    for (path, _claim), item in zip(claims_in(loaded), judge_entry(loaded, evidence), strict=True):
        verdicts = [verdict for verdict in item.verdicts if verdict.word in words and _counts(verdict, environments)]
        if not verdicts or claim not in (None, item.claim.id):
            continue
        name = f"{item.role} {item.claim.id}"
        try:
            expect = _expectation(item, verdicts, named=bool(claim))
            _refuse_what_is_not_met(loaded, expect, verdicts)
            _refuse_flow(loaded, path, expect)
        except RefusedError as error:
            refused.append(f"{loaded.id} {name}: {error}")
        else:
            accepted.append(Accepted(path, name, expect, tuple(_lost(loaded, item, expect))))
    return Proposal(tuple(accepted), tuple(refused))


def _counts(verdict: Verdict, environments: Collection[str] | None) -> bool:
    return verdict.environment is not None and (environments is None or verdict.environment.id in environments)


def _lost(loaded: LoadedEntry, item: JudgedClaim, expect: Expectation) -> Iterator[str]:
    """Yield the environments whose runs met the old expectation and do not meet the new one."""
    for verdict in item.verdicts:
        met = verdict.word in ("confirmed", "upheld")
        if met and verdict.environment and any(_differing(loaded, expect, verdict)):
            yield verdict.environment.name


# --- the expectation ---------------------------------------------------------------------------


def _expectation(item: JudgedClaim, verdicts: Iterable[Verdict], *, named: bool) -> Expectation:
    """Return the expectation that all runs of a claim meet. Raises RefusedError."""
    outcomes = [run for verdict in verdicts if verdict.observation for run in runs_of(verdict.observation)]
    expect = expectation_of(outcomes)
    clean = expect == "completes"
    if item.role == "reproduce" and clean:
        raise RefusedError(
            "it ran to its end, so the entry's text must change and not its expectation: say under `lifecycle` that "
            "the error is no longer raised (status: no-longer-raised), since which version, and who says so"
        )
    if item.role == "workaround" and not clean and not named:
        raise RefusedError("it did not run clean, so it cures nothing: change its program, or name it with --claim")
    if isinstance(item.claim.expect, tuple) or (isinstance(item.claim.expect, Rule) and item.claim.expect.package):
        raise RefusedError(f"its expectation depends on a version; write by hand: {in_yaml(expect)}")
    return expect


def _refuse_what_is_not_met(loaded: LoadedEntry, expect: Expectation, verdicts: Iterable[Verdict]) -> None:
    for verdict in verdicts:
        if any(_differing(loaded, expect, verdict)):
            raise RefusedError(f"no expectation can say what it did; {in_yaml(expect)} is not met")


def _differing(loaded: LoadedEntry, expect: Expectation, verdict: Verdict) -> Iterator[str]:
    """Yield how each run behind a verdict differs from an expectation: nothing where it does not."""
    if verdict.environment and verdict.observation:
        for run in runs_of(verdict.observation):
            yield mismatch(loaded.entry, expect, run, verdict.environment)


def runs_of(observation: Observation) -> list[Outcome]:
    """Return an observation's first run and its repeats."""
    return [observation, *observation.repeats]


def expectation_of(outcomes: Sequence[Outcome]) -> Expectation:
    """Return the narrowest expectation that all these runs meet. Raises RefusedError where they disagree."""
    kinds = {_kind(outcome) for outcome in outcomes}
    if len(kinds) > 1:
        raise RefusedError(f"its runs end differently ({', '.join(sorted(kinds))}): name one environment with --env")
    kind = kinds.pop()
    if kind == "hangs":
        shortest = int(min(outcome.seconds_watched for outcome in outcomes))
        return Rule(hangs=float(max(1, min(shortest, MAX_HANGS))))
    if kind == "raises":
        return _raises(outcomes)
    if kind == "exits":
        codes = {outcome.signal or outcome.exit_code for outcome in outcomes}
        if len(codes) > 1:
            raise RefusedError(f"its runs exit with {', '.join(sorted(map(str, codes)))}: name one with --env")
        return Rule(exits=codes.pop())
    if kind == "latent error":
        raise RefusedError("the device was left with an error after a clean end, which no expectation can say")
    return "completes"


def _kind(outcome: Outcome) -> str:
    if outcome.timed_out:
        return "hangs"
    if outcome.exception:
        return "raises"
    if outcome.signal or outcome.exit_code:
        return "exits"
    return "latent error" if outcome.device_sync else "completes"


def _raises(outcomes: Iterable[Outcome]) -> Rule:
    raised = [outcome.exception for outcome in outcomes if outcome.exception]
    names = dict.fromkeys(one.classes[0].rpartition(".")[2] for one in raised if one.classes)
    return Rule(raises=tuple(names), message=common_message([one.message for one in raised]))


def common_message(messages: Iterable[str]) -> str | None:
    """Return the first line of messages, with `*` for what differs; `None` where no literal text is left."""
    lines = list(dict.fromkeys(_first_line(message) for message in messages))
    if len(lines) > 1:
        lines = list(dict.fromkeys(VARIABLE.sub("*", line) for line in lines))
    # Nothing that YAML text may not hold can be written down, so it matches anything.
    common = STARS.sub("*", CONTROL.sub("*", reduce(_in_common, lines)))
    return common if pieces_of(common) else None


def _first_line(message: str) -> str:
    return next((line.strip() for line in message.splitlines() if line.strip()), "")


def _in_common(a: str, b: str) -> str:
    """Return what two lines share, word by word, with `*` for what they do not."""
    left, right = TOKEN.findall(a), TOKEN.findall(b)
    parts: list[str] = []
    end_left = end_right = 0
    for block in difflib.SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks():
        parts.append("*" if block.a > end_left or block.b > end_right else "")
        parts.extend(left[block.a : block.a + block.size])
        end_left, end_right = block.a + block.size, block.b + block.size
    return "".join(parts)


# --- the file ----------------------------------------------------------------------------------


def _refuse_flow(loaded: LoadedEntry, path: Path, expect: Expectation) -> None:
    if is_flow(loaded.tree, path):
        where = loaded.tree.at(*path)
        place = f"{where.path}:{where.line}:{where.column}"
        raise RefusedError(f"it is written in braces ({place}); write into it by hand: expect: {in_yaml(expect)}")


def write_accepted(content: Content, loaded: LoadedEntry, accepted: Iterable[Accepted]) -> Edited:
    """Write expectations into an entry's file, and check all content anew; a change with errors is taken back."""
    path = loaded.folder / ENTRY_FILE
    old = path.read_bytes()
    mark = codecs.BOM_UTF8 if old.startswith(codecs.BOM_UTF8) else b""
    wanted = list(accepted)
    edits = [set_key(loaded.tree, item.path, "expect", in_yaml(item.expect), after="snippet") for item in wanted]
    text = applied(loaded.tree.text, edits)
    path.write_bytes(mark + text.encode())
    try:
        problems = _problems_of(content, loaded, wanted)
    except BaseException:
        path.write_bytes(old)
        raise
    if problems:
        path.write_bytes(old)
    return Edited(_diff(loaded.tree.path, loaded.tree.text, text), tuple(problems))


def _problems_of(content: Content, loaded: LoadedEntry, accepted: Iterable[Accepted]) -> list[Problem]:
    """Return what is wrong with the content on disk, if it has errors or does not say what was accepted."""
    again = load_content(content.root)
    problems = find_problems(again, judged=False)
    entry = again.find(loaded.id)
    if entry is None or has_errors(problems):
        return problems
    said = dict(claims_in(entry))
    return [
        Problem(entry.tree.at(*item.path), "YAML002", f"{item.name} does not say what was written", "write it by hand")
        for item in accepted
        if getattr(said[item.path], "expect", None) != item.expect
    ]


def _diff(path: str, old: str, new: str) -> str:
    lines = difflib.unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{path}", f"b/{path}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
