"""Recorded environments by what a person types: an id, the beginning of one, or a name with wildcards."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from generator.evidence.records import Environment


class NoSuchEnvironmentError(Exception):
    """What was typed names no environment, or more than the one that is wanted."""


def environments_like(pattern: str, environments: Iterable[Environment]) -> list[Environment]:
    """Return the environments whose id begins so or whose name matches the pattern.

    Raises NoSuchEnvironmentError if there are none.
    """
    known = sorted(environments, key=lambda environment: (environment.name, environment.id))
    found = [
        environment
        for environment in known
        if (pattern and environment.id.startswith(pattern)) or fnmatchcase(environment.name, pattern)
    ]
    if not found:
        message = f"no environment is called '{pattern}'; there are: {listed(known) or 'none'}"
        raise NoSuchEnvironmentError(message)
    return found


def one_environment(pattern: str, environments: Iterable[Environment]) -> Environment:
    """Return the only environment that is meant. Raises NoSuchEnvironmentError if there are none or several."""
    found = environments_like(pattern, environments)
    if len(found) > 1:
        message = f"'{pattern}' may be any of: {listed(found)}; write one of the ids, or its beginning"
        raise NoSuchEnvironmentError(message)
    return found[0]


def listed(environments: Iterable[Environment]) -> str:
    """Return names with ids, to choose from."""
    return ", ".join(f"{environment.name} ({environment.id})" for environment in environments)
