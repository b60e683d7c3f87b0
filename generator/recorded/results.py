"""Observations from elsewhere, in whichever of three layouts they come.

A store has a file for each observation, an evidence folder one for each entry and environment, and the results of a
GPU host (`generator/verify/resultfile.py`) are one file with a line for each environment and each observation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from generator.evidence.records import PROTOCOL, Environment, Observation, first_error, observation_key
from generator.evidence.store import load_evidence
from generator.problems import Location, Problem, relative_to_cwd
from generator.verify.environments import environment_from
from generator.verify.resultfile import FORMAT

RUN_AGAIN = "run the plan again on that host, or delete this line"
ANOTHER = "name another file"
EXPORT_AGAIN = "write the plan again, and run that"


@dataclass(frozen=True, slots=True)
class ImportedObservation:
    """One observation, of what and where."""

    entry: str
    environment: Environment
    observation: Observation

    def __str__(self) -> str:
        return f"{self.entry}/{self.observation.snippet} in {self.environment.name}"


@dataclass(slots=True)
class Results:
    """The observations that a folder holds, in the order in which they were written down, and what cannot be read."""

    found: list[ImportedObservation] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


class _Line(BaseModel):
    """One line of a batch's results: `program` is a program's digest; the observation has no key yet."""

    entry: str
    program: str
    observation: dict[str, Any]


def read_results(source: Path) -> Results:
    """Read every observation in a file of results, or below a folder."""
    if source.is_dir():
        return read_store(source)
    results = Results()
    results.found.extend(_lines(source, results.problems))
    return results


def read_store(folder: Path) -> Results:
    """Read every observation of a store or an evidence folder; one that is not there holds none."""
    evidence = load_evidence(folder)
    found = [
        ImportedObservation(entry, evidence.environments[environment], observation)
        for (entry, environment), seen in evidence.observations.items()
        if environment in evidence.environments
        for observation in seen.values()
    ]
    return Results(found, evidence.problems)


def _lines(path: Path, problems: list[Problem]) -> Iterator[ImportedObservation]:
    environments: dict[str, Environment] = {}
    try:
        if path.exists() and not path.is_file():  # a pipe would never end
            problems.append(_problem(path, 1, "the results cannot be read: this is not a regular file", ANOTHER))
            return
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    yield from _of_line(line, environments)
                except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
                    cut_off = not line.endswith(b"\n")
                    message = "the last line is cut off" if cut_off else f"not a result: {reason(error)}"
                    problem = _problem(path, number, message, RUN_AGAIN)
                    problems.append(replace(problem, severity="warning") if cut_off else problem)
    except OSError as error:
        problems.append(_problem(path, 1, f"the results cannot be read: {error.strerror}", ANOTHER))


def _of_line(line: bytes, environments: dict[str, Environment]) -> Iterator[ImportedObservation]:
    """Yield the observation in a line, or take what it says of an environment."""
    record = json.loads(line)
    if record["format"] != FORMAT:
        raise ValueError(f"it has format {record['format']}, this generator reads {FORMAT}")
    if "facts" in record:
        environments[record["environment"]] = _environment(record["facts"])
        return
    if record["environment"] not in environments:
        raise ValueError(f"no line before it describes the environment {record['environment']}")
    environment = environments[record["environment"]]
    line_read = _Line.model_validate({name: record[name] for name in _Line.model_fields})
    observation = Observation.model_validate({**line_read.observation, "key": ""})
    key = observation_key(line_read.program, observation.mode, environment.id)
    yield ImportedObservation(line_read.entry, environment, observation.model_copy(update={"key": key}))


def _environment(facts: dict[str, Any]) -> Environment:
    protocol = facts.get("protocol", PROTOCOL)
    if protocol != PROTOCOL:
        raise ValueError(f"it has protocol {protocol}, this generator {PROTOCOL}: {EXPORT_AGAIN}")
    if facts.get("contributed"):
        raise ValueError("it says that a reader contributed it: such a file is taken with --contributed")
    return environment_from(facts)


def _problem(path: Path, line: int, message: str, hint: str) -> Problem:
    return Problem(Location(relative_to_cwd(path), line), "EVID001", message, hint)


def reason(error: Exception) -> str:
    """Say in a few words what is wrong with what was read."""
    if isinstance(error, ValidationError):
        return first_error(error)
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)
