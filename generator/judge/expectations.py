"""Expectation × outcome: how a run ended, beside what a claim predicts. Pure rules, no effects."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Iterator

from generator.content.model import Entry, Expectation, Rule, Symptom, rules_of
from generator.evidence.records import Environment, Outcome, Raised
from generator.judge.last_words import last_words
from generator.judge.literal_match import matches
from generator.judge.version_ranges import admits

CLASS_NAME = re.compile(r"(\w+\.)*[A-Z]\w*")
OUT_OF_RANGE = "out_of_range"
NO_REPORT = "no_report"
NO_ASSERTION = "no_assertion"
OF_THE_PROGRAM = "__main__."  # how the worker marks a class of the program's own with the name of a built-in one


def mismatch(entry: Entry, expect: Expectation, outcome: Outcome, environment: Environment) -> str:
    """Say how an outcome differs from an expectation, or nothing where it meets it.

    `out_of_range`: nothing is expected with the versions of this environment.
    """
    if expect == "completes":
        # What asks to exit before its last line has not shown what the last line would have.
        return _ended(outcome) or ("other_error" if outcome.exit_requested else _asserted(outcome))
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


def _asserted(outcome: Outcome) -> str:
    """Say that no assertion of the program decided anything, or nothing. In runs of before, nobody counted."""
    return NO_ASSERTION if outcome.assertions == 0 else ""


def _symptom_mismatch(entry: Entry, environment: Environment, outcome: Outcome) -> str:
    if outcome.timed_out:
        return "timed_out"
    # What a program prints is no symptom: it must be what it ended with.
    raised = outcome.exception
    words = "" if raised else last_words(outcome.signal, outcome.stderr)
    found = [
        symptom for symptom in entry.symptoms if (_raised_as(symptom, raised) if raised else _died_as(symptom, words))
    ]
    if any(admits(symptom, environment.distributions) for symptom in found):
        return ""
    same_class = raised and raised.name in {_class_in(symptom.text) for symptom in entry.symptoms}
    return "other_message" if found or same_class else _ended(outcome) or "no_error"


def _raised_as(symptom: Symptom, raised: Raised) -> bool:
    """Tell whether an exception is the symptom. Another class may quote it, and so may a note added to it."""
    name, head = _class_in(symptom.text), _class_in(symptom.signature)
    if not CLASS_NAME.fullmatch(name):
        return matches(symptom.signature, f"{raised.name}: {raised.message}")
    begins_with_class = head in (name, name.rpartition(".")[2])
    without_module = begins_with_class and not hasattr(builtins, head) and raised.name.endswith(f".{head}")
    spoken = head if without_module else raised.name
    printed = f"{spoken}: {raised.message}" if raised.message else spoken
    return _may_be(name, raised) and matches(symptom.signature, printed, at_start=begins_with_class)


def _may_be(name: str, raised: Raised) -> bool:
    """Tell whether an exception is of a class: by its whole name, or of a library's class that is derived from it."""
    if raised.name == name:
        return True
    if "." not in raised.name or raised.name.startswith(OF_THE_PROGRAM):
        return False  # what is derived from a class, by Python or by the program itself, is printed as another one
    return _is_class(name, raised.classes)


def _died_as(symptom: Symptom, words: str) -> bool:
    """Tell whether a process died with the symptom as its last words. An exception that ended nothing is none."""
    if not words:  # as of nearly all that ended without an exception
        return False
    name = _class_in(symptom.text)
    of_exception = CLASS_NAME.fullmatch(name) and not name.isupper()
    return not of_exception and matches(symptom.signature, words)


def _class_in(line: str) -> str:
    """Return what stands before the first colon: the class of an exception, where it is one."""
    return line.partition(":")[0].strip()


def _rule_mismatch(rule: Rule, outcome: Outcome) -> str:
    ended = _ended(outcome) or "no_error"
    if rule.hangs is not None:
        return "" if outcome.timed_out and outcome.seconds_watched >= rule.hangs else ended
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
        return _ended(outcome) or _asserted(outcome)
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
    by_last_name = "" if hasattr(builtins, wanted) else wanted
    return any(name == wanted or name.rpartition(".")[2] == by_last_name for name in classes)
