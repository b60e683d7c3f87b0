"""Observations from elsewhere, in whichever of three layouts a folder has.

A store has a file for each observation, an evidence folder one for each entry and environment, and the results of
`worker.py batch` are what the host says of itself (`environment.json`) and one line for each observation
(`observations.jsonl`), in the folder or in one folder below for each environment.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from generator.evidence import PROTOCOL, Environment, Observation, load_evidence, observation_key
from generator.problems import Location, Problem, relative_to_cwd
from generator.verify.environments import environment_from

FACTS = "environment.json"
LINES = "observations.jsonl"
RUN_AGAIN = "run the plan again on that host, or delete this"
EXPORT_AGAIN = "export the plan anew, copy worker.py with it, and run it again"


@dataclass(frozen=True, slots=True)
class Found:
    """One observation, of what and where."""

    entry: str
    environment: Environment
    observation: Observation

    def __str__(self) -> str:
        return f"{self.entry}/{self.observation.snippet} in {self.environment.name}"


@dataclass(slots=True)
class Results:
    """The observations that a folder holds, in the order in which they were written down, and what cannot be read."""

    found: list[Found] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


class _Line(BaseModel):
    """One line of a batch's results: `program` is a program's digest; the observation has no key yet."""

    entry: str
    program: str
    observation: dict[str, Any]


def read_results(folder: Path) -> Results:
    """Read every observation below a folder."""
    hosts = [path.parent for path in (folder / FACTS, *sorted(folder.glob(f"*/{FACTS}"))) if path.is_file()]
    if not hosts:
        return _recorded(folder)
    results = Results()
    for host in hosts:
        environment = _environment(host / FACTS, results.problems)
        if environment:
            results.found.extend(_lines(host / LINES, environment, results.problems))
    return results


def _recorded(folder: Path) -> Results:
    evidence = load_evidence(folder)
    found = [
        Found(entry, evidence.environments[environment], observation)
        for (entry, environment), seen in evidence.observations.items()
        if environment in evidence.environments
        for observation in seen.values()
    ]
    return Results(found, evidence.problems)


def _environment(path: Path, problems: list[Problem]) -> Environment | None:
    try:
        facts = json.loads(path.read_bytes())
        protocol = facts.pop("protocol", PROTOCOL)
        environment = environment_from(facts)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        problems.append(_problem(path, 1, f"this is no description of an environment: {_reason(error)}", RUN_AGAIN))
        return None
    if protocol != PROTOCOL:
        message = f"these results are of protocol {protocol}, and this generator speaks {PROTOCOL}"
        problems.append(_problem(path, 1, message, EXPORT_AGAIN))
        return None
    return environment


def _lines(path: Path, environment: Environment, problems: list[Problem]) -> Iterator[Found]:
    try:
        if path.exists() and not path.is_file():  # a pipe would never end
            problems.append(_problem(path, 1, "the observations cannot be read: this is not a regular file", RUN_AGAIN))
            return
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    yield _of_line(line, environment)
                except (ValueError, RecursionError) as error:
                    cut_off = not line.endswith(b"\n")
                    message = "the last line is cut off" if cut_off else f"no observation: {_reason(error)}"
                    problem = _problem(path, number, message, RUN_AGAIN)
                    problems.append(replace(problem, severity="warning") if cut_off else problem)
    except OSError as error:
        problems.append(_problem(path, 1, f"the observations cannot be read: {error.strerror}", RUN_AGAIN))


def _of_line(line: bytes, environment: Environment) -> Found:
    told = _Line.model_validate_json(line)
    observation = Observation.model_validate({**told.observation, "key": ""})
    key = observation_key(told.program, observation.mode, environment.id)
    return Found(told.entry, environment, observation.model_copy(update={"key": key}))


def _problem(path: Path, line: int, message: str, hint: str) -> Problem:
    return Problem(Location(relative_to_cwd(path), line), "EVID001", message, hint)


def _reason(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False)[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}".removeprefix(": ")
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)
