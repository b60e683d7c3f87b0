"""What a reader ran with `faultbook verify`: a file from a stranger, checked before anything of it is taken.

Of the file nothing is believed that can be computed or looked up here: the environment's id is made of its facts, a
program counts by its digest, and its name has to be one of the entry's. What is left is what the reader says was seen;
the environment is marked with where it came from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, ValidationError

from generator.content.loader import Content, LoadedEntry
from generator.evidence.records import PROTOCOL, Environment, Gpu, Observation, Record, environment_id, observation_key
from generator.files import read_file, show
from generator.problems import Location, Problem, clip
from generator.recorded.results import ImportedObservation, Results, reason
from generator.verify.environments import environment_from

MAX_BYTES = 8 << 20
MAX_TEXT, MAX_ITEMS, MAX_DEPTH, MAX_NUMBER = 100_000, 500, 12, 1 << 53
FIRST_KEY = re.compile(rb'\s*\{\s*"contribution"')
PROGRAM_KEY = re.compile(r'"program"\s*:')  # inside of a string its quotes would be escaped
SIGNAL = re.compile(r"SIG[A-Z0-9]{1,12}")
REVERSES = re.compile("[\u202a-\u202e\u2066-\u2069]")  # what makes a text read otherwise than it is
ASK_AGAIN = "ask the reader to run the newest faultbook, which carries the present programs"
REFUSE = "do not take it: ask the reader for the file as `faultbook verify` wrote it"

Version = Annotated[str, StringConstraints(max_length=60, pattern=r"^[0-9A-Za-z][0-9A-Za-z.+!_-]*$")]
Line = Annotated[str, StringConstraints(max_length=100, pattern=r"^[A-Za-z0-9 ()\[\].,:+/_-]*$")]
Distribution = Annotated[str, StringConstraints(max_length=60, pattern=r"^[a-z0-9][a-z0-9._-]*$")]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]+$", max_length=64)]


class _Gpu(Gpu):
    name: Line
    memory_mib: Annotated[int, Field(gt=0, lt=1 << 24)]
    compute_capability: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,2}\.[0-9]$")]
    mig: Line


class _Facts(Record):
    """What the worker says of an environment. Of a simulated driver no reader has anything to show."""

    protocol: int
    python: Version
    implementation: Line
    system: Line
    libc: Line
    distributions: dict[Distribution, Version]
    torch_cuda: Version | None
    kind: Literal["device", "no-device"]
    driver: Version | None
    simulated_driver: None
    gpus: Annotated[tuple[_Gpu, ...], Field(max_length=64)]
    compiler: Version | None
    isolation: dict[Line, Line]


class _Seen(Record):
    program: Hash
    observation: dict[str, Any]


class _Contribution(Record):
    contribution: Literal[1]
    faultbook: Line
    site: Annotated[str, StringConstraints(max_length=300)]
    entry: Annotated[str, StringConstraints(max_length=200)]
    environment: Hash
    facts: _Facts
    observations: Annotated[tuple[_Seen, ...], Field(min_length=1, max_length=MAX_ITEMS)]


class _RefusedError(Exception):
    """Something is not as `faultbook verify` writes it; `line` is where."""

    def __init__(self, message: str, line: int = 1, hint: str = REFUSE) -> None:
        super().__init__(message)
        self.line, self.hint = line, hint


def is_contribution(path: Path) -> bool:
    """Tell whether a file looks like what `faultbook verify` writes."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return bool(FIRST_KEY.match(file.read(100)))
    except OSError:
        return False


def read_contribution(path: Path, content: Content, reference: str) -> Results:
    """Read a contribution that came from where `reference` says; whatever is in the file, at worst it is a problem."""
    results = Results()

    def refuse(error: _RefusedError) -> None:
        where = Location(show(path), error.line)
        results.problems.append(Problem(where, "EVID001", clip(f"not taken: {error}"), error.hint))

    try:
        text = _text_of(path)
        contribution = _parsed(text)
        environment = _environment_of(contribution, reference)
        file = _File(contribution, text, environment, _entry_of(contribution, content))
    except _RefusedError as error:
        refuse(error)
        return results
    for place in range(len(contribution.observations)):
        try:
            results.found.append(file.found(place))
        except _RefusedError as error:
            refuse(error)
    return results


def _text_of(path: Path) -> str:
    content = read_file(path, show(path), MAX_BYTES, "the file that came with the issue")
    if isinstance(content, Problem):
        raise _RefusedError(content.message, hint=content.hint)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise _RefusedError(f"it is not UTF-8 (byte {error.start})") from error


def _parsed(text: str) -> _Contribution:
    try:
        document = json.loads(text, parse_constant=_no_constant)
        _refuse_unbounded(document)
        return _Contribution.model_validate(document)
    except json.JSONDecodeError as error:
        raise _RefusedError(f"it is not JSON: {error.msg}", error.lineno) from error
    except ValidationError as error:
        place = error.errors(include_url=False)[0]["loc"]
        line = _line_of(text, int(place[1])) if place[:1] == ("observations",) and len(place) > 1 else 1
        raise _RefusedError(f"it is not a contribution: {reason(error)}", line) from error
    except (ValueError, RecursionError) as error:
        raise _RefusedError(f"it is not a contribution: {error}") from error


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number")


def _refuse_unbounded(value: Any, depth: int = 0) -> None:
    """Raise ValueError for what no run prints: texts, lists and numbers without a limit, texts that read otherwise."""
    if depth > MAX_DEPTH:
        raise ValueError("it is nested too deeply")
    if isinstance(value, str):
        _refuse_text(value)
    elif isinstance(value, int | float) and not abs(value) <= MAX_NUMBER:
        raise ValueError("a number is out of range")
    elif isinstance(value, list | dict):
        if len(value) > MAX_ITEMS:
            raise ValueError(f"a list has more than {MAX_ITEMS} items")
        for item in (*value, *value.values()) if isinstance(value, dict) else value:
            _refuse_unbounded(item, depth + 1)


def _refuse_text(text: str) -> None:
    if len(text) > MAX_TEXT:
        raise ValueError(f"a text is longer than {MAX_TEXT} characters")
    if REVERSES.search(text):
        raise ValueError("a text holds characters that change the direction of reading")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("a text holds half a character")


def _environment_of(contribution: _Contribution, reference: str) -> Environment:
    facts = contribution.facts.model_dump(mode="json")
    if contribution.facts.protocol != PROTOCOL:
        raise _RefusedError(f"it has protocol {contribution.facts.protocol}, this generator {PROTOCOL}", hint=ASK_AGAIN)
    if bool(contribution.facts.gpus) != (contribution.facts.kind == "device"):
        raise _RefusedError(f"its kind is {contribution.facts.kind}, and it has {len(contribution.facts.gpus)} GPUs")
    if environment_id(facts) != contribution.environment:
        raise _RefusedError(f"its facts are not those of the environment {contribution.environment}")
    return environment_from({**facts, "contributed": reference})


def _entry_of(contribution: _Contribution, content: Content) -> LoadedEntry:
    entry = content.find(contribution.entry)
    if entry is None:
        raise _RefusedError(f"there is no entry {contribution.entry!r}", hint=ASK_AGAIN)
    return entry


def _line_of(text: str, place: int) -> int:
    """Return the line in which the observation at a place names its program."""
    ends = [match.start() for match in PROGRAM_KEY.finditer(text)]
    return text.count("\n", 0, ends[place]) + 1 if place < len(ends) else 1


@dataclass(frozen=True, slots=True)
class _File:
    """A contribution that is well-formed, and what it is about."""

    contribution: _Contribution
    text: str
    environment: Environment
    entry: LoadedEntry

    def line(self, place: int) -> int:
        return _line_of(self.text, place)

    def found(self, place: int) -> ImportedObservation:
        """Return the observation at a place. Raises _RefusedError."""
        seen = self.contribution.observations[place]
        try:
            observation = Observation.model_validate_json(json.dumps({**seen.observation, "key": ""}), strict=True)
        except ValidationError as error:
            raise _RefusedError(f"it is not an observation: {reason(error)}", self.line(place)) from error
        for message, hint in self._complaints(observation, seen.program):
            raise _RefusedError(message, self.line(place), hint)
        key = observation_key(seen.program, observation.mode, self.environment.id)
        return ImportedObservation(self.entry.id, self.environment, observation.model_copy(update={"key": key}))

    def _complaints(self, observation: Observation, program: str) -> Iterator[tuple[str, str]]:
        snippet = self.entry.snippets.get(observation.snippet)
        named = [one.observation.get("snippet") for one in self.contribution.observations]
        if named.count(observation.snippet) > 1:
            yield f"{observation.snippet!r} is there more than once", REFUSE
        if snippet is None:
            yield f"{self.entry.id} has no program {observation.snippet!r}", ASK_AGAIN
        elif snippet.digest != program:
            yield f"{self.entry.id}/{snippet.name} has changed since: {program} is not its digest", ASK_AGAIN
        if not all(SIGNAL.fullmatch(one.signal or "SIGNONE") for one in (observation, *observation.repeats)):
            yield "a signal has no name of a signal", REFUSE
        if observation.violations:
            yield "the program ran into its isolation, which is evidence of nothing", REFUSE
        if date.fromisoformat(observation.date) > datetime.now(UTC).date() + timedelta(days=1):  # today, elsewhere
            yield f"it cannot have run on {observation.date}, which is to come", REFUSE
