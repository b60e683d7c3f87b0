"""Checks of the questions for readers without a message: every answer leads somewhere, and every way ends."""

from __future__ import annotations

from collections.abc import Iterator

from generator.checks.hints import nearest
from generator.checks.links import check_links
from generator.checks.names import repeated
from generator.checks.neighbours import neighbours_of
from generator.checks.questions import endless
from generator.checks.rule import Finding, problems
from generator.checks.steps import wrong_block
from generator.checks.texts import check_texts
from generator.content.loader import Content
from generator.content.model import Start
from generator.problems import Problem


def check_start(content: Content) -> Iterator[Problem]:
    """Yield everything wrong with `start.yaml`."""
    start = content.start
    if start is None:
        return
    yield from check_texts(content, content.start_file, start)
    yield from check_links(content, content.start_file, start)
    yield from problems("QUES001", _lead_somewhere(content, start))
    yield from problems("QUES002", _end(content, start))
    yield from problems("STEP001", _copyable(content, start))


def _lead_somewhere(content: Content, start: Start) -> Iterator[Finding]:
    causes = {facts.id: list(facts.causes) for facts in neighbours_of(content).facts}
    known = {
        "question": [question.id for question in start.questions],
        "advice": [advice.id for advice in start.advice],
        "entry": sorted(content.ids),
    }
    for index, question in enumerate(start.questions):
        for number, answer in enumerate(question.answers):
            # Of an entry that cannot be read, nothing is known.
            places = {**known, "cause": causes.get(answer.entry or "", [answer.cause or ""])}
            for kind, there in places.items():
                word = getattr(answer, kind)
                if word is not None and word not in there:
                    where = content.start_file.at("questions", index, "answers", number, kind)
                    listed = "<domain>/<slug> of an entry folder" if kind == "entry" else ", ".join(there)
                    hint = nearest(word, there) or f"there are: {listed}"
                    yield Finding(where, f"there is no {kind} '{word}'", hint)


def _end(content: Content, start: Start) -> Iterator[Finding]:
    yield from endless(content.start_file, start.questions, "each way must end at an entry or at advice")
    named = {answer.advice for question in start.questions for answer in question.answers}
    for index, advice in enumerate(start.advice):
        if advice.id not in named:
            where = content.start_file.at("advice", index, "id")
            yield Finding(where, f"no answer leads to advice '{advice.id}'", "lead to it from an answer, or delete it")
    ids = ((advice.id, ("advice", index, "id")) for index, advice in enumerate(start.advice))
    for name, path, first in repeated(ids):
        hint = f"first on line {content.start_file.at(*first).line}"
        yield Finding(content.start_file.at(*path), f"advice '{name}' stands twice", hint)


def _copyable(content: Content, start: Start) -> Iterator[Finding]:
    for index, question in enumerate(start.questions):
        if question.run:
            yield from wrong_block(content.start_file, ("questions", index, "run", "code"), question.run)
    for index, advice in enumerate(start.advice):
        for number, step in enumerate(advice.do):
            yield from wrong_block(content.start_file, ("advice", index, "do", number, "code"), step)
