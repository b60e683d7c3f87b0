"""Observation → verdict: what a run means for a claim, a cause and an entry. Pure rules, no effects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from faultbook.signatures import matches
from generator.evidence import Environment, Evidence, Observation, Raised, observation_key
from generator.loader import LoadedEntry, Snippet
from generator.needs import FRAMEWORKS, imported_frameworks, needs_gpu, unmet
from generator.schema import Claim, DeadEnd, Entry, Expectation, Reproduction, Role, Rule, Statement, Workaround

Word = Literal["confirmed", "contradicted", "upheld", "refuted", "stale", "not_run", "harness_error"]
# Whether it is a popular statement → the word when its expectation is met, and when it is not.
UNOPPOSED = "unopposed"  # of a workaround: it ran clean where the error it cures did not occur
OUTCOMES: dict[bool, tuple[Word, Word]] = {False: ("confirmed", "contradicted"), True: ("upheld", "refuted")}


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
        return self.observation is not None and self.word not in ("stale", "harness_error", "not_run")


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim of an entry with its verdicts, one for each environment in which its snippet ran."""

    role: Role
    claim: Reproduction | Workaround | DeadEnd | Statement
    snippet: Snippet | None
    needs: tuple[str, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def verdict(self) -> Verdict:
        """Return the verdict to show first: a contradiction, else the one that shows most."""
        return min(self.verdicts, key=lambda verdict: (_RANK[verdict.word], verdict.reason == UNOPPOSED))

    @property
    def cured(self) -> bool:
        """Tell whether a workaround ran clean where the error it cures occurs."""
        return self.verdict.word == "confirmed" and self.verdict.reason != UNOPPOSED


_RANK: dict[Word, int] = {
    "contradicted": 0,
    "refuted": 1,
    "upheld": 2,
    "confirmed": 3,
    "stale": 4,
    "harness_error": 5,
    "not_run": 6,
}


def judge_entry(loaded: LoadedEntry, evidence: Evidence) -> tuple[JudgedClaim, ...]:
    """Judge every claim of an entry by what is recorded."""
    judged = tuple(_judge_claim(loaded, evidence, role, claim) for role, claim in loaded.entry.all_claims())
    return tuple(_against_reproductions(item, judged) for item in judged)


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
    """Return what a claim needs: what it says, and the frameworks its snippet imports."""
    snippet = loaded.snippets.get(claim.snippet or "")
    frameworks = imported_frameworks(snippet.tree) if snippet and snippet.tree else ()
    return tuple(dict.fromkeys((*claim.needs, *frameworks)))


def first_unmet(needs: tuple[str, ...], environment: Environment) -> str | None:
    """Return the first need that an environment lacks."""
    lacking = (
        need
        for need in needs
        if unmet(
            need, environment.distributions, environment.gpu_memory_gib, torch_cuda=environment.torch_cuda is not None
        )
    )
    return next(lacking, None)


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
    return JudgedClaim(role, claim, snippet, needs, tuple(verdicts) or (Verdict("not_run", not_run_reason(needs)),))


def _without_snippet(claim: Claim) -> Verdict:
    if isinstance(claim, Statement) and claim.judged:
        return Verdict(claim.judged.verdict, "by_source", source=claim.judged.source)
    return Verdict("not_run", claim.not_run.reason if claim.not_run else "not_yet")


def _judge_observation(
    entry: Entry,
    role: Role,
    claim: Reproduction | Workaround | DeadEnd | Statement,
    snippet: Snippet,
    environment: Environment,
    observation: Observation,
) -> Verdict:
    if observation.key != observation_key(snippet.content, observation.mode, environment.id):
        return Verdict("stale", "snippet_changed", environment, observation)
    if (
        not observation.reported
        and not observation.timed_out
        and observation.signal is None
        and not observation.exit_code
    ):
        return Verdict("harness_error", "no_report", environment, observation)
    reason = mismatch(entry, claim.expect or "completes", observation)
    met, not_met = OUTCOMES[role == "claim"]
    return Verdict(not_met if reason else met, reason, environment, observation)


def mismatch(entry: Entry, expect: Expectation, observation: Observation) -> str:
    """Say how an observation differs from an expectation, or nothing where it meets it."""
    if isinstance(expect, Rule) and expect.hangs is not None:
        return "" if observation.timed_out and observation.seconds >= expect.hangs else _outcome(observation)
    if observation.timed_out:
        return "timed_out"
    if isinstance(expect, Rule):
        return _rule_mismatch(expect, observation)
    if expect == "completes":
        clean = observation.reported and not observation.exception and observation.exit_code == 0
        return "latent_error" if clean and observation.device_sync else "" if clean else _outcome(observation)
    return _symptom_mismatch(entry, observation)


def _symptom_mismatch(entry: Entry, observation: Observation) -> str:
    signatures = [symptom.signature for symptom in entry.symptoms]
    if observation.exception:
        line = exception_text(observation.exception)
        return "" if any(matches(signature, line) for signature in signatures) else "other_error"
    if observation.signal and any(matches(signature, observation.stderr) for signature in signatures):
        return ""
    return _outcome(observation)


def _rule_mismatch(rule: Rule, observation: Observation) -> str:
    if rule.exits is not None:
        # An uncaught exception ends with code 1 too, whatever it is: it is no exit that the program asked for.
        code = None if observation.exception else observation.exit_code
        return "" if rule.exits in (code, observation.signal) else _outcome(observation)
    raised = observation.exception
    if raised is None:
        return _outcome(observation)
    if not any(_is_class(wanted, raised.classes) for wanted in rule.raises or ()):
        return "other_error"
    return "" if rule.message is None or matches(rule.message, raised.message) else "other_message"


def exception_text(raised: Raised) -> str:
    """Return the exception as Python prints it last: class name and message."""
    return raised.line


def _is_class(wanted: str, classes: Iterable[str]) -> bool:
    return any(name == wanted or name.rpartition(".")[2] == wanted for name in classes)


def _outcome(observation: Observation) -> str:
    if observation.timed_out:
        return "timed_out"
    if observation.signal:
        return "crashed"
    if observation.exception:
        return "raised"
    return "exit_code" if observation.exit_code else "no_error"
