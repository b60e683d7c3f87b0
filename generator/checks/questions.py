"""Checks of the questions that lead a reader to a cause by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.checks.hints import nearest
from generator.checks.rule import Check, Finding
from generator.content.loader import Content, LoadedEntry
from generator.content.model import Question, StartQuestion
from generator.content.reading import YamlFile


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
                    yield Finding(loaded.file.at(*path), *_unknown(kind, word, known, loaded))


def _unknown(kind: str, word: str, known: list[str], loaded: LoadedEntry) -> tuple[str, str]:
    if kind == "entry" and word == loaded.id:
        return "the answer leads to the entry it stands in", "name a cause of it"
    listed = ", ".join(known) if kind != "entry" else "<domain>/<slug> of an entry folder"
    return f"there is no {kind} '{word}'", nearest(word, known) or f"there are: {listed}"


def _end(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    """Find questions of an entry that are never asked, and those that lead back to themselves."""
    return endless(loaded.file, loaded.entry.questions, "each way must end at a cause")


def endless(file: YamlFile, questions: Sequence[Question | StartQuestion], remedy: str) -> Iterator[Finding]:
    """Find questions that are never asked, and those that lead back to themselves."""
    onward: dict[str, list[str]] = {}
    for question in questions:
        onward.setdefault(question.id, []).extend(answer.question for answer in question.answers if answer.question)
    reached = _reached(questions[0].id, onward) | {questions[0].id} if questions else set()
    firsts: dict[str, int] = {}
    for index, question in enumerate(questions):
        first = firsts.setdefault(question.id, index)
        wrong = None
        if first != index:
            line = file.at("questions", first, "id").line
            wrong = f"question '{question.id}' is asked twice", f"first on line {line}"
        elif question.id not in reached:
            wrong = f"no answer leads to question '{question.id}'", "lead to it from an answer, or delete it"
        elif question.id in _reached(question.id, onward):
            wrong = f"question '{question.id}' leads back to itself", remedy
        if wrong:
            yield Finding(file.at("questions", index, "id"), *wrong)


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
    Check("QUES001", "lead-somewhere", "an answer leads to what is there", _lead_somewhere, cross=True),
    Check("QUES002", "end", "every question is asked, and every way ends", _end),
)
