"""What a name's page says of an entry that it leads to: the question that tells its causes apart, or the first step."""

from __future__ import annotations

from typing import NamedTuple

from generator.content.model import Answer, Question, Step, StepKind, Text, Workaround
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.judge.grades import Grade, grade_of, run_behind, source_of
from generator.judge.verdicts import JudgedClaim
from generator.render.lookup_causes import questions_of


class Block(NamedTuple):
    """A block to copy."""

    kind: StepKind
    code: str
    label: Text | None


class LeadingAnswer(NamedTuple):
    """An answer to a question, and what it leads to: a cause or a question of the same entry, or another entry."""

    text: Text
    cause: str | None
    question: str | None
    entry: str | None


class Asked(NamedTuple):
    """The question that tells the causes of an entry apart."""

    ask: Text
    run: Block | None
    answers: tuple[LeadingAnswer, ...]


class FirstStep(NamedTuple):
    """What to try first, and what backs that it helps."""

    title: Text
    text: Text
    do: tuple[Block, ...]
    trade_off: Text
    grade: Grade
    source: str | None
    """What says so besides runs."""
    gpu: str
    """The GPU that the run behind the grade had; empty: none."""


class Lead(NamedTuple):
    """What to ask, or else the first step, where there is one."""

    asked: Asked | None = None
    step: FirstStep | None = None


def lead_of(catalogue: Catalogue, entry: JudgedEntry) -> Lead:
    """Return the first question of an entry, or the first step of its first cause."""
    asked = questions_of(catalogue, entry)
    if asked:
        return Lead(asked=_asked(asked[0]))
    steps = entry.steps_of(entry.loaded.entry.causes[0])
    return Lead(step=first_step(steps[0]) if steps else None)


def _asked(question: Question) -> Asked:
    answers = tuple(_leading(answer) for answer in question.answers)
    return Asked(question.ask, _block(question.run) if question.run else None, answers)


def _leading(answer: Answer) -> LeadingAnswer:
    return LeadingAnswer(answer.text, answer.cause, answer.question, answer.entry)


def _block(step: Step) -> Block:
    return Block(step.kind, step.code, step.label)


def first_step(item: JudgedClaim) -> FirstStep | None:
    """Return a workaround as what to try first."""
    claim, run = item.claim, run_behind(item)
    if not isinstance(claim, Workaround):
        return None
    gpu = run.environment.gpus[0].name if run and run.environment and run.environment.gpus else ""
    do = tuple(_block(step) for step in claim.do)
    return FirstStep(claim.title, claim.text, do, claim.trade_off, grade_of(item), source_of(item), gpu)
