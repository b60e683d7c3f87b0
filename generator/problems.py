"""Problems in content: located, collected, sorted and printed; never raised."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

Severity = Literal["error", "warning"]
ReportFormat = Literal["text", "github", "json"]


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file: `line` and `column` count from 1."""

    path: str
    line: int = 1
    column: int = 1


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Something wrong with content, where it is, and what to do about it."""

    location: Location
    code: str
    message: str
    hint: str = ""
    severity: Severity = "error"


def sort_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Return each problem once, by file, line, column and code."""
    return sorted(set(problems))


def has_errors(problems: Iterable[Problem]) -> bool:
    """Tell whether any problem is more than a warning."""
    return any(problem.severity == "error" for problem in problems)


def relative_to_cwd(path: Path) -> str:
    """Name a path as a user in the current folder would type it."""
    try:
        # Path.resolve raises for a link that leads to itself; realpath does not.
        return Path(os.path.realpath(path)).relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def format_problems(problems: Iterable[Problem], form: ReportFormat = "text") -> str:
    """Print problems as lines of text, GitHub annotations or one JSON array."""
    ordered = sort_problems(problems)
    if form == "json":
        return json.dumps([asdict(problem) for problem in ordered], ensure_ascii=False, indent=2)
    line_of = _as_annotation if form == "github" else _as_text
    return "\n".join(line_of(problem) for problem in ordered)


def _as_text(problem: Problem) -> str:
    at = problem.location
    level = "warning: " if problem.severity == "warning" else ""
    hint = f"\n    hint: {_one_line(problem.hint)}" if problem.hint else ""
    return f"{at.path}:{at.line}:{at.column}: {problem.code} {level}{_one_line(problem.message)}{hint}"


def _as_annotation(problem: Problem) -> str:
    at = problem.location
    message = problem.message + (f" ({problem.hint})" if problem.hint else "")
    # GitHub's workflow commands are line based: these five characters must be encoded.
    for char, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        message = message.replace(char, code)
    path = at.path.replace("%", "%25").replace(",", "%2C").replace(":", "%3A")
    return f"::{problem.severity} file={path},line={at.line},col={at.column},title={problem.code}::{message}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def clip(words: str, width: int = 300) -> str:
    """Shorten words that a file made long."""
    return words if len(words) <= width else words[: width - 1] + "…"
