"""Questions to tap through, as their template takes them: of an entry, or for readers without a message."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from generator.content.model import Answer, Step, Text
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.render.cause_blocks import CauseBlock
from generator.render.lookup_causes import GENERATED, questions_of


class Choice(NamedTuple):
    """An answer, and where it leads: to an anchor of the same page, or to an entry."""

    text: Text
    anchor: str = ""
    entry: str = ""
    leads_to: Text | None = None
    """What is said of where it leads; null: nothing, as for a further question."""


class Asked(NamedTuple):
    """A question, and a command whose output answers it."""

    id: str
    ask: Text
    run: Step | None
    choices: tuple[Choice, ...]
    generated: bool = False
    """True: nobody wrote it; its answers are the telltales."""


def question_anchor(question: str) -> str:
    """Return the anchor of a question."""
    return f"question-{question}"


def asked_of(catalogue: Catalogue, entry: JudgedEntry, blocks: Iterable[CauseBlock]) -> tuple[Asked, ...]:
    """Return what a reader of an entry is asked."""
    shorts = {block.cause.id: block.short for block in blocks}

    def choice(answer: Answer) -> Choice:
        if answer.entry:
            other = catalogue.find(answer.entry)
            return Choice(answer.text, entry=answer.entry, leads_to=other.title if other else None)
        if answer.cause:
            return Choice(answer.text, anchor=f"cause-{answer.cause}", leads_to=shorts[answer.cause])
        return Choice(answer.text, anchor=question_anchor(answer.question or ""))

    return tuple(
        Asked(one.id, one.ask, one.run, tuple(map(choice, one.answers)), generated=one.id == GENERATED)
        for one in questions_of(catalogue, entry)
    )
