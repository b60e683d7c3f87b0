"""All content at once, loaded and checked: for commands that work with entries, not for builds."""

from __future__ import annotations

from pathlib import Path

from generator.checks import check_content
from generator.checks.evidence import check_evidence
from generator.content.loader import Content, LoadedEntry, load_content
from generator.evidence.records import Observation
from generator.evidence.store import Evidence, load_evidence, merge_evidence
from generator.judge.catalogue import JudgedEntry, judge_content
from generator.paths import local_store
from generator.problems import Problem, has_errors, sort_problems


class InvalidContentError(Exception):
    """Content has errors; `problems` holds them and the warnings."""

    def __init__(self, problems: list[Problem]) -> None:
        errors = sum(problem.severity == "error" for problem in problems)
        super().__init__(f"{errors} problem(s) in content; nothing was changed")
        self.problems = problems


def load_valid(content_root: Path, address: str | None = None, *, judged: bool = True) -> tuple[Content, list[Problem]]:
    """Load and check content; return it with its warnings. Raises InvalidContentError if there are errors.

    A command that is about to change the evidence does not have the content `judged` by what is recorded now.
    """
    content = load_content(content_root, address=address)
    problems = find_problems(content, judged=judged)
    if has_errors(problems):
        raise InvalidContentError(problems)
    return content, problems


def find_problems(content: Content, *, judged: bool = True) -> list[Problem]:
    """Return everything wrong with the content and its evidence.

    Only what is committed judges here, so that the answer is the same on every machine.
    """
    evidence = content.committed
    found = check_evidence(content, evidence) if judged and not evidence.problems else ()
    return sort_problems((*check_content(content), *evidence.problems, *found))


def recorded_evidence(content: Content) -> Evidence:
    """Load what is committed with the content, and what ran on this machine."""
    return merge_recorded(content.entries, content.committed, load_evidence(local_store(content.root)))


def merge_recorded(entries: tuple[LoadedEntry, ...], committed: Evidence, local: Evidence) -> Evidence:
    """Merge what is committed and what ran here: of two observations of a program, that of its present text stays."""
    programs = {(entry.id, name): snippet for entry in entries for name, snippet in entry.snippets.items()}

    def is_current(entry_id: str, environment: str, observation: Observation) -> bool:
        snippet = programs.get((entry_id, observation.snippet))
        return snippet is not None and snippet.is_seen_in(observation, environment)

    return merge_evidence(committed, local, is_current)


def judged_entries(content: Content) -> tuple[JudgedEntry, ...]:
    """Judge valid content by the evidence at hand. Raises InvalidContentError for evidence that cannot be read."""
    evidence = recorded_evidence(content)
    if evidence.problems:
        raise InvalidContentError(sort_problems((*content.problems, *evidence.problems)))
    return judge_content(content, evidence)
