"""Checks of the questions that lead a reader to a cause by hand."""

from __future__ import annotations

from collections.abc import Iterator

from generator.checks.names import nearest
from generator.checks.rule import Check, Finding
from generator.content.loader import Content, LoadedEntry


def _lead_somewhere(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    causes = [cause.id for cause in loaded.entry.causes]
    questions = [question.id for question in loaded.entry.questions]
    places = {"cause": causes, "question": questions, "entry": sorted(content.ids - {loaded.id})}
    for index, question in enumerate(loaded.entry.questions):
        for number, answer in enumerate(question.answers):
            for kind, known in places.items():
                word = getattr(answer, kind)
                if word is not None and word not in known:
                    path = ("questions", index, "answers", number, kind)
                    yield Finding(loaded.tree.at(*path), *_unknown(kind, word, known, loaded))


def _unknown(kind: str, word: str, known: list[str], loaded: LoadedEntry) -> tuple[str, str]:
    if kind == "entry" and word == loaded.id:
        return "the answer leads to the entry it stands in", "name a cause of it"
    listed = ", ".join(known) if kind != "entry" else "<domain>/<slug> of an entry folder"
    return f"there is no {kind} '{word}'", nearest(word, known) or f"there are: {listed}"


def _end(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    """Find questions that are never asked, and those that lead back to themselves."""
    questions = loaded.entry.questions
    onward: dict[str, list[str]] = {}
    for question in questions:
        onward.setdefault(question.id, []).extend(answer.question for answer in question.answers if answer.question)
    reached = _reached(questions[0].id, onward) | {questions[0].id} if questions else set()
    lines: dict[str, int] = {}
    for index, question in enumerate(questions):
        where = loaded.tree.at("questions", index, "id")
        if question.id in lines:
            yield Finding(where, f"question '{question.id}' is asked twice", f"first on line {lines[question.id]}")
        elif question.id not in reached:
            yield Finding(
                where, f"no answer leads to question '{question.id}'", "lead to it from an answer, or delete it"
            )
        elif question.id in _reached(question.id, onward):
            yield Finding(where, f"question '{question.id}' leads back to itself", "each way must end at a cause")
        lines.setdefault(question.id, where.line)


def _reached(start: str, onward: dict[str, list[str]]) -> set[str]:
    """Return the questions that can follow one."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = [name for name in onward.get(waiting.pop(), ()) if name not in found]
        found.update(new)
        waiting.extend(new)
    return found


QUESTION_CHECKS = (
    Check("QUES001", "lead-somewhere", "an answer leads to what is there", _lead_somewhere, whole=True),
    Check("QUES002", "end", "every question is asked, and every way ends", _end, whole=True),
)
