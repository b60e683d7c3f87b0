"""Expectation × outcome: how a run ended, beside what a claim predicts. Pure rules, no effects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from generator.evidence import Environment, Outcome, Raised
from generator.ranges import admits
from generator.schema import Entry, Expectation, Rule, Symptom, rules_of
from generator.verbatim import matches

CLASS_NAME = re.compile(r"(\w+\.)*[A-Z]\w*")
OUT_OF_RANGE = "out_of_range"
NO_REPORT = "no_report"


def mismatch(entry: Entry, expect: Expectation, outcome: Outcome, environment: Environment) -> str:
    """Say how an outcome differs from an expectation, or nothing where it meets it.

    `out_of_range`: nothing is expected with the versions of this environment.
    """
    if expect == "completes":
        # What asks to exit before its last line has not shown what the last line would have.
        return _ended(outcome) or ("other_error" if outcome.exit_requested else "")
    if expect == "symptom":
        return _symptom_mismatch(entry, environment, outcome)
    rules = (rule for rule in rules_of(expect) if admits(rule, environment.distributions))
    reasons = [_rule_mismatch(rule, outcome) for rule in rules]
    return "" if "" in reasons else next(iter(reasons), OUT_OF_RANGE)


def left_without_report(outcome: Outcome) -> bool:
    """Tell whether a program left so that nobody can say what it did."""
    return not (outcome.reported or outcome.timed_out or outcome.signal or outcome.exit_code)


def _ended(outcome: Outcome) -> str:
    """Say what kept a run from ending clean, or nothing where it did."""
    if outcome.timed_out:
        return "timed_out"
    if outcome.signal:
        return "crashed"
    if outcome.exception or outcome.exit_code:
        return "other_error"
    if outcome.device_sync:
        return "latent_error"
    return "" if outcome.reported else NO_REPORT


def _symptom_mismatch(entry: Entry, environment: Environment, outcome: Outcome) -> str:
    if outcome.timed_out:
        return "timed_out"
    # What a program prints is no symptom: it must be what it ended with.
    printed = outcome.exception.line if outcome.exception else outcome.stderr if outcome.signal else ""
    found = [
        symptom
        for symptom in entry.symptoms
        if matches(symptom.signature, printed) and _may_be(symptom, outcome.exception)
    ]
    if any(admits(symptom, environment.distributions) for symptom in found):
        return ""
    same_class = outcome.exception and _class_in(printed) in {_class_in(symptom.text) for symptom in entry.symptoms}
    return "other_message" if found or same_class else _ended(outcome) or "no_error"


def _may_be(symptom: Symptom, raised: Raised | None) -> bool:
    """Tell whether an exception is of the class that a symptom begins with: any other may quote it."""
    name = _class_in(symptom.text)
    if raised is None or not CLASS_NAME.fullmatch(name):
        return True
    return _is_class(name.rpartition(".")[2], raised.classes)


def _class_in(line: str) -> str:
    """Return what stands before the first colon: the class of an exception, where it is one."""
    return line.partition(":")[0].strip()


def _rule_mismatch(rule: Rule, outcome: Outcome) -> str:
    ended = _ended(outcome) or "no_error"
    if rule.hangs is not None:
        return "" if outcome.timed_out and outcome.seconds >= rule.hangs else ended
    if outcome.timed_out:
        return ended
    if rule.exits is not None:
        return _exit_mismatch(rule.exits, outcome)
    raised = outcome.exception
    if raised is None:
        return ended
    if not any(_is_class(wanted, _classes_of(raised)) for wanted in rule.raises or ()):
        return "other_error"
    return "" if rule.message is None or matches(rule.message, raised.message) else "other_message"


def _exit_mismatch(exits: int | str, outcome: Outcome) -> str:
    if exits == 0:
        return _ended(outcome)
    # An uncaught exception ends with code 1 too, whatever it is: it is no exit that the program asked for. Without a
    # report nobody can tell the two apart.
    code = None if outcome.exception or (outcome.exit_code == 1 and not outcome.reported) else outcome.exit_code
    return "" if exits in (code, outcome.signal) else _ended(outcome) or "no_error"


def _classes_of(raised: Raised) -> Iterator[str]:
    """Yield the classes that an exception is taken for. What cannot be imported is never just any exception."""
    for name in raised.classes:
        yield name
        if name == "ImportError":
            return


def _is_class(wanted: str, classes: Iterable[str]) -> bool:
    return any(name == wanted or name.rpartition(".")[2] == wanted for name in classes)
