"""Observation → verdict: what a run means for a claim, a cause and an entry. Pure rules, no effects."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from generator.content.frameworks import FRAMEWORKS
from generator.content.loader import LoadedEntry
from generator.content.model import (
    Claim,
    DeadEnd,
    Entry,
    Expectation,
    Reproduction,
    Role,
    Statement,
    Workaround,
    rules_of,
)
from generator.content.programs import Snippet
from generator.evidence.control_runs import CLEAN, DIGITS, ControlRun
from generator.evidence.records import SIMULATED, Environment, Observation, Outcome
from generator.evidence.store import Evidence
from generator.judge.controls import controls_of
from generator.judge.expectations import NO_ASSERTION, NO_REPORT, OUT_OF_RANGE, left_without_report, mismatch
from generator.judge.last_words import writes_stderr_or_kills_itself
from generator.judge.needs import first_unmet, needs_gpu
from generator.judge.own_words import own_words_of
from generator.judge.version_ranges import admits

Shown = Literal["confirmed", "contradicted", "upheld", "refuted", "flaky"]
NotShown = Literal["stale", "isolation_violation", "harness_error", "not_run"]
Word = Literal[Shown, NotShown]
NOTHING_SHOWN: frozenset[Word] = frozenset({"stale", "isolation_violation", "harness_error", "not_run"})
NOT_AT_READERS = frozenset({"simulated-driver", "network"})  # no machine of a reader offers these to a program
UNOPPOSED = "unopposed"  # of a workaround: it ran clean where the error it cures did not occur
CONTROL_CLEAN = "control_clean"  # of a workaround: its program runs clean without the cure too
OWN_WORDS = "own_words"  # of a reproduction or dead end: the program raises the error itself
FORK_CANNOT_CONTRADICT = "fork_cannot_contradict"
# Whether it is a popular statement → the word when its expectation is met, and when it is not.
OUTCOMES: dict[bool, tuple[Word, Word]] = {False: ("confirmed", "contradicted"), True: ("upheld", "refuted")}

# Popular statements that are false, and popular fixes that fail.
MYTHS: frozenset[tuple[Role, Word]] = frozenset({("claim", "refuted"), ("dead-end", "confirmed")})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of one claim in one environment (`None`: in none), and why."""

    word: Word
    reason: str = ""
    environment: Environment | None = None
    observation: Observation | None = None
    source: str | None = None

    @property
    def ran(self) -> bool:
        """Tell whether a run of the present snippet stands behind the word."""
        return self.observation is not None and self.word not in NOTHING_SHOWN

    @property
    def shows_no_cure(self) -> bool:
        """Tell whether it is of a workaround that ran clean, and not because of its cure."""
        return self.reason in (UNOPPOSED, CONTROL_CLEAN)

    @property
    def is_simulated(self) -> bool:
        """Tell whether it is of a run with a stand-in for the driver: that says nothing of a device."""
        return self.environment is not None and self.environment.kind == SIMULATED

    @property
    def as_predicted(self) -> tuple[int, int] | None:
        """Return in how many of all runs the claim was met; `None` where the program ran once, or shows nothing."""
        if self.observation is None or not self.observation.repeats or not self.ran:
            return None
        runs = 1 + len(self.observation.repeats)
        if self.word == "flaky":
            return int(self.reason.partition("/")[0]), runs
        return (runs if self.word in ("confirmed", "upheld") else 0), runs


NOT_YET = Verdict("not_run", "not_yet")


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim of an entry with its verdicts, one for each environment in which its snippet ran."""

    role: Role
    claim: Reproduction | Workaround | DeadEnd | Statement
    snippet: Snippet | None
    needs: tuple[str, ...]
    verdicts: tuple[Verdict, ...]
    verdict: Verdict = field(init=False, repr=False, compare=False)
    """The one to show first: a contradiction, else the one that shows most; `not_run` where there is none."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "verdict", first_shown(self.verdicts) or NOT_YET)

    @property
    def anchor(self) -> str:
        """Return the place of the claim on its entry's page."""
        return f"{self.role}-{self.claim.id}"

    @property
    def runs_at_readers(self) -> bool:
        """Tell whether it has a program that a machine of a reader may be able to run."""
        return bool(self.snippet and self.snippet.parses) and not NOT_AT_READERS.intersection(self.needs)

    @property
    def is_myth(self) -> bool:
        """Tell whether it is a popular statement that is false, or a popular fix that fails."""
        return (self.role, self.verdict.word) in MYTHS

    @property
    def cured(self) -> bool:
        """Tell whether a workaround ran clean where the error it cures occurs, and because of its cure."""
        return self.verdict.word == "confirmed" and not self.verdict.shows_no_cure


_RANK: dict[Word, int] = {
    "contradicted": 0,
    "flaky": 1,
    "refuted": 2,
    "upheld": 3,
    "confirmed": 4,
    "stale": 5,
    "isolation_violation": 6,
    "harness_error": 7,
    "not_run": 8,
}


def first_shown(verdicts: Collection[Verdict]) -> Verdict | None:
    """Return the verdict to show first: a contradiction, else the one that shows most; None of none."""
    return min(verdicts, key=_rank, default=None)


def _rank(verdict: Verdict) -> tuple[int, bool]:
    return _RANK[verdict.word], verdict.shows_no_cure


def judge_entry(loaded: LoadedEntry, evidence: Evidence) -> tuple[JudgedClaim, ...]:
    """Judge every claim of an entry by what is recorded."""
    judged = tuple(_judge_claim(loaded, evidence, role, claim) for role, claim in loaded.entry.all_claims())
    return tuple(_against_controls(loaded, _against_reproductions(item, judged)) for item in judged)


def _against_controls(loaded: LoadedEntry, item: JudgedClaim) -> JudgedClaim:
    """Mark a workaround whose program runs clean without the cure too, where the same kind of environment showed it."""
    runs = [run for run in loaded.control_runs if run.workaround == item.claim.id]
    if not isinstance(item.claim, Workaround) or all(run.ending != CLEAN for run in runs):
        return item
    programs = {control.snippet.digest[:DIGITS] for control in controls_of(loaded, item.claim)}
    runs = [run for run in runs if run.program in programs]
    return replace(item, verdicts=tuple(_controlled(verdict, runs) for verdict in item.verdicts))


def _controlled(verdict: Verdict, runs: Collection[ControlRun]) -> Verdict:
    """Mark a verdict where a control ended clean: in the same environment or, if none ran there, in all of its kind."""
    here = verdict.environment
    if verdict.word != "confirmed" or here is None:
        return verdict
    same = [run for run in runs if run.environment == here.id] or [run for run in runs if run.kind == here.kind]
    endings: dict[str, set[str]] = {}
    for run in same:
        endings.setdefault(run.program, set()).add(run.ending)
    return replace(verdict, reason=CONTROL_CLEAN) if {CLEAN} in endings.values() else verdict


def _against_reproductions(item: JudgedClaim, judged: tuple[JudgedClaim, ...]) -> JudgedClaim:
    """Mark a workaround that ran clean only where nothing it cures fails: such a run shows no cure."""
    if not isinstance(item.claim, Workaround):
        return item
    cures = item.claim.cures
    failing = {
        verdict.environment.id
        for other in judged
        if other.role == "reproduce" and other.claim.id in cures
        for verdict in other.verdicts
        if verdict.word == "confirmed" and verdict.environment
    }
    return replace(item, verdicts=tuple(_unopposed(verdict, failing) for verdict in item.verdicts))


def _unopposed(verdict: Verdict, failing: set[str]) -> Verdict:
    shows_cure = verdict.environment is None or verdict.environment.id in failing
    return verdict if verdict.word != "confirmed" or shows_cure else replace(verdict, reason=UNOPPOSED)


def needs_of(loaded: LoadedEntry, claim: Claim) -> tuple[str, ...]:
    """Return what a claim needs: what it says, and the frameworks that its snippet or a module beside it imports."""
    snippet = loaded.snippets.get(claim.snippet or "")
    beside = [loaded.snippets.get(name) for name, _content in snippet.files] if snippet else []
    frameworks = [name for program in (snippet, *beside) if program for name in program.frameworks]
    return tuple(dict.fromkeys((*claim.needs, *frameworks)))


def believable(entry: LoadedEntry, snippet: Snippet, environment: Environment, observation: Observation) -> bool:
    """Tell whether an observation, and each repeat of it, is what every claim expects that could run there.

    A result of a forked process stands only then; any other is asked of a fresh interpreter.
    """
    runs = (observation, *observation.repeats)
    if observation.violations or any(map(left_without_report, runs)):
        return False
    expected = [
        _expected(claim)
        for _role, claim in entry.entry.all_claims()
        if claim.snippet == snippet.name and first_unmet(needs_of(entry, claim), environment) is None
    ]
    reasons = {_reason(entry.entry, snippet, expect, run, environment) for expect in expected for run in runs}
    return reasons <= {"", OUT_OF_RANGE}


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


def not_run_reason(needs: tuple[str, ...], environment: Environment | None = None) -> str:
    """Say why a claim has no run: `no_gpu`, `needs_network`, `needs:<need>`, or `not_yet`."""
    if "network" in needs:
        return "needs_network"
    if needs_gpu(needs) and (environment is None or not environment.gpus):
        return "no_gpu"
    if environment is None:
        lacking = next((need for need in needs if need not in FRAMEWORKS), None)
    else:
        lacking = first_unmet(needs, environment)
    return f"needs:{lacking}" if lacking else "not_yet"


def _judge_claim(
    loaded: LoadedEntry, evidence: Evidence, role: Role, claim: Reproduction | Workaround | DeadEnd | Statement
) -> JudgedClaim:
    snippet = loaded.snippets.get(claim.snippet or "")
    needs = needs_of(loaded, claim)
    if snippet is None:
        return JudgedClaim(role, claim, None, needs, (_without_snippet(claim),))
    verdicts = [
        _judge_observation(loaded.entry, role, claim, snippet, environment, seen[snippet.name])
        for environment, seen in evidence.of(loaded.id)
        if snippet.name in seen and first_unmet(needs, environment) is None
    ]
    if verdicts and own_words_of(loaded.entry, claim, snippet):
        verdicts = list(map(_in_own_words, verdicts))
    return JudgedClaim(role, claim, snippet, needs, tuple(verdicts) or (Verdict("not_run", not_run_reason(needs)),))


def _in_own_words(verdict: Verdict) -> Verdict:
    """Refuse an error that a program raises with its own words: the run confirms nothing."""
    return replace(verdict, word="harness_error", reason=OWN_WORDS) if verdict.word == "confirmed" else verdict


def _without_snippet(claim: Claim) -> Verdict:
    if isinstance(claim, Statement) and claim.judged:
        return Verdict(claim.judged.verdict, "by_source", source=claim.judged.source)
    return Verdict("not_run", claim.not_run.reason if claim.not_run else "not_yet")


def _expected(claim: Reproduction | Workaround | DeadEnd | Statement) -> Expectation:
    return claim.expect or "completes"


def _judge_observation(
    entry: Entry,
    role: Role,
    claim: Reproduction | Workaround | DeadEnd | Statement,
    snippet: Snippet,
    environment: Environment,
    observation: Observation,
) -> Verdict:
    runs = (observation, *observation.repeats)
    reasons = [_reason(entry, snippet, _expected(claim), run, environment) for run in runs]
    word: Word
    if OUT_OF_RANGE in reasons:
        word, reason = "not_run", OUT_OF_RANGE
    elif not snippet.is_seen_in(observation, environment.id):
        word, reason = "stale", "snippet_changed"
    elif observation.violations:
        word, reason = "isolation_violation", observation.violations[0]
    elif any(map(left_without_report, runs)):
        word, reason = "harness_error", NO_REPORT
    elif NO_ASSERTION in reasons:
        word, reason = "harness_error", NO_ASSERTION
    else:
        word, reason = _word(role, observation.mode, reasons)
    return Verdict(word, reason, environment, observation)


def _reason(entry: Entry, snippet: Snippet, expect: Expectation, run: Outcome, environment: Environment) -> str:
    """Say how a run of a program differs from an expectation, or nothing where it meets it."""
    reason = mismatch(entry, expect, run, environment)
    died = expect == "symptom" and not reason and not run.exception
    # Of what died, the symptom is what it printed last, and nobody can tell who printed that.
    return "crashed" if died and writes_stderr_or_kills_itself(snippet.tree) else reason


def _word(role: Role, mode: str, reasons: list[str]) -> tuple[Word, str]:
    """Judge runs of the same program by how each differs from what was expected."""
    met, not_met = OUTCOMES[role == "claim"]
    wrong = [reason for reason in reasons if reason]
    if not wrong:
        return met, ""
    if mode == "fork":  # what was loaded before may be to blame
        return "stale", FORK_CANNOT_CONTRADICT
    if len(wrong) < len(reasons):
        return "flaky", f"{len(reasons) - len(wrong)}/{len(reasons)}"
    return not_met, "now_works" if role == "dead-end" and wrong[0] == "no_error" else wrong[0]
