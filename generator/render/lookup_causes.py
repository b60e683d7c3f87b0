"""The causes of an entry as look-up needs them: what shows them, what to type, the questions that tell them apart."""

from __future__ import annotations

from typing import Any

from generator.content.model import Answer, Bar, Cause, Question, Sign, Step, Text, Workaround
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.judge.grades import grade_of
from generator.judge.verdicts import JudgedClaim
from generator.render.labels import N_
from generator.render.locales import translations
from generator.render.prose import plain

WHICH = N_("Which of these do you see?")
GENERATED = "see"  # the id of the question that is made of the telltales


def plain_text(text: Text | None) -> dict[str, str] | None:
    """Return a text without Markdown in each language."""
    return {locale: plain(words) for locale, words in text.items()} if text else None


def causes(entry: JudgedEntry) -> list[dict[str, Any]]:
    """Return an entry's causes in the author's order, each with its steps."""
    return [_cause(entry, cause) for cause in entry.loaded.entry.causes]


def questions(catalogue: Catalogue, entry: JudgedEntry) -> list[dict[str, Any]]:
    """Return what to ask a reader of an entry."""
    return [_question(question) for question in questions_of(catalogue, entry)]


def questions_of(catalogue: Catalogue, entry: JudgedEntry) -> tuple[Question, ...]:
    """Return what to ask a reader: the author's questions, else which telltale they see; nothing about a sole cause."""
    authored = entry.loaded.entry
    if authored.questions or len(authored.causes) < 2:
        return authored.questions
    answers = tuple(Answer(text=cause.telltale, cause=cause.id) for cause in authored.causes)
    return (Question(id=GENERATED, ask=_which(catalogue), answers=answers),)


def _which(catalogue: Catalogue) -> Text:
    """Return what is asked where the telltales are the answers."""
    return {locale: translations(locale, catalogue.texts).gettext(WHICH) for locale in catalogue.site.locale_codes}


def bar(entry: JudgedEntry) -> dict[str, Any] | None:
    """Return which numbers of the message are drawn as parts of which whole."""
    drawn: Bar | None = entry.loaded.entry.bar
    if drawn is None:
        return None
    return {
        "whole": drawn.whole,
        "parts": [{"number": part.number, "label": plain_text(part.label)} for part in drawn.parts],
    }


def _cause(entry: JudgedEntry, cause: Cause) -> dict[str, Any]:
    return {
        "id": cause.id,
        "title": plain_text(cause.title),
        "short": plain_text(cause.short),
        "telltale": plain_text(cause.telltale),
        "shows": [_sign(sign) for sign in cause.shows],
        "never": [_sign(sign) for sign in cause.never],
        "recovery": entry.loaded.entry.recovery_of(cause),
        "steps": [
            _workaround(item.claim, item) for item in entry.steps_of(cause) if isinstance(item.claim, Workaround)
        ],
    }


def _sign(sign: Sign) -> dict[str, str | None]:
    if isinstance(sign, str):
        return {"text": sign, "where": None}
    return {"text": sign.text, "where": sign.where}


def _workaround(claim: Workaround, item: JudgedClaim) -> dict[str, Any]:
    return {
        "id": claim.id,
        "title": plain_text(claim.title),
        "text": plain_text(claim.text),
        "do": [_step(step) for step in claim.do],
        "cost": plain_text(claim.trade_off),
        "grade": grade_of(item),
    }


def _step(step: Step) -> dict[str, Any]:
    return {"kind": step.kind, "code": step.code, "label": plain_text(step.label)}


def _question(question: Question) -> dict[str, Any]:
    return {
        "id": question.id,
        "ask": plain_text(question.ask),
        "run": _step(question.run) if question.run else None,
        "answers": [_answer(answer) for answer in question.answers],
    }


def _answer(answer: Answer) -> dict[str, Any]:
    leads_to = {"cause": answer.cause, "question": answer.question, "entry": answer.entry}
    return {"text": plain_text(answer.text), **leads_to}
