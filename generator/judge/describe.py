"""Expectations, and how runs ended, each in one line."""

from __future__ import annotations

import json

import yaml

from generator.content.model import Expectation, Rule
from generator.evidence.records import Outcome


def ending(outcome: Outcome) -> str:
    """Say in one line how a run ended: its exception, its signal, or its exit code."""
    if outcome.timed_out:
        return "still running at the deadline"
    if outcome.exception:
        return outcome.exception.first_line or "an exception whose class has no name"
    if outcome.signal:
        return outcome.signal
    latent = f", device error {outcome.device_sync} after it" if outcome.device_sync else ""
    return f"exit code {outcome.exit_code}{latent}"


def in_yaml(expect: Expectation | None) -> str:
    """Return an expectation as an entry has it; nothing said means `completes`."""
    if isinstance(expect, Rule):
        return _rule(expect)
    if isinstance(expect, tuple):
        return f"[{', '.join(map(_rule, expect))}]"
    return expect or "completes"


def _rule(rule: Rule) -> str:
    parts = [
        f"{name}: {_quoted(value) if name == 'message' else _value(value)}" for name, value in rule if value is not None
    ]
    return f"{{{', '.join(parts)}}}"


def _value(value: tuple[str, ...] | str | float) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    if not isinstance(value, str):
        return f"{value:g}"
    bare = value.replace(".", "").isidentifier() and yaml.safe_load(value) == value
    return value if bare else _quoted(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # every JSON string is a double-quoted scalar of YAML


def expected_and_seen(expect: Expectation | None, outcome: Outcome) -> str:
    """Set what was expected of a run beside what was seen of it."""
    return f"expected {in_yaml(expect)}, saw: {ending(outcome)}"
