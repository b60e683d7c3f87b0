"""The questions for readers who have no message to look up, and what each way ends at: an entry, or advice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.content.model import Advice, Start, StartAnswer, Text
from generator.judge.catalogue import EntryRef, JudgedEntry
from generator.publish.output import SiteFile
from generator.render.asking import Asked, Choice, question_anchor
from generator.render.collection import Collection, Listed, Parts, Shard
from generator.render.entry import Site
from generator.render.leads import FirstStep, first_step
from generator.render.sections import list_pages
from generator.render.templates import PageContext


class CauseEnd(NamedTuple):
    """A cause as the end of a way: what it is, and what to try first."""

    title: Text
    step: FirstStep | None


class End(NamedTuple):
    """Where a way ends: at advice, or at an entry, perhaps at one of its causes."""

    anchor: str
    title: Text
    advice: Advice | None = None
    entry: EntryRef | None = None
    cause: str = ""
    step: FirstStep | None = None


class StartPage(Collection[Mapping[str, CauseEnd]]):
    """The page of the questions, where the content has them. An entry's part are its causes by id."""

    name = "start"

    def part(self, site: Site, entry: JudgedEntry) -> Mapping[str, CauseEnd]:
        """Return the causes of the entry."""
        del site
        return {cause.id: CauseEnd(cause.title, _step_of(entry, cause.id)) for cause in entry.loaded.entry.causes}

    def shards(self, site: Site, parts: Parts[Mapping[str, CauseEnd]]) -> Iterator[Shard]:
        """Yield the one shard, if there are questions."""
        del parts
        start = site.catalogue.start
        if start is None:
            return
        entries = sorted({answer.entry for answer in _answers(start) if answer.entry})
        paths = {code: site.addresses.start(code) for code in site.locales}
        yield Shard("start", tuple(entries), (Listed(paths),), facts=(start.model_dump_json(),))

    def render(self, site: Site, shard: Shard, parts: Parts[Mapping[str, CauseEnd]]) -> Iterator[SiteFile]:
        """Yield the page in every language."""
        start = site.catalogue.start
        assert start
        ends = _ends(site, start, dict(parts.of(shard.entries)))
        questions = [
            Asked(one.id, one.ask, one.run, tuple(_choice(answer, ends) for answer in one.answers))
            for one in start.questions
        ]

        def heading(page: PageContext) -> tuple[str, str]:
            return page.plain(start.title), page.plain(start.summary)

        values = {"start": start, "questions": questions, "ends": list(ends.values())}
        return list_pages(site, shard, "start.html", heading, values)


def _step_of(entry: JudgedEntry, cause_id: str) -> FirstStep | None:
    cause = next(cause for cause in entry.loaded.entry.causes if cause.id == cause_id)
    steps = entry.steps_of(cause)
    return first_step(steps[0]) if steps else None


def _answers(start: Start) -> Iterator[StartAnswer]:
    return (answer for question in start.questions for answer in question.answers)


def _anchor(answer: StartAnswer) -> str:
    """Return the anchor of where an answer leads; no name has the underscore, so no two ends share one."""
    if answer.question:
        return question_anchor(answer.question)
    if answer.advice:
        return f"advice-{answer.advice}"
    entry = (answer.entry or "").partition("/")[2]
    return f"entry-{entry}_{answer.cause}" if answer.cause else f"entry-{entry}"


def _ends(site: Site, start: Start, causes: Mapping[str, Mapping[str, CauseEnd]]) -> dict[str, End]:
    """Return where ways end, by anchor, each once, in the order of the answers."""
    advice = {one.id: one for one in start.advice}
    found: dict[str, End] = {}
    for answer in _answers(start):
        anchor = _anchor(answer)
        if answer.advice:
            one = advice[answer.advice]
            found.setdefault(anchor, End(anchor, one.title, advice=one))
        elif answer.entry:
            entry = site.catalogue.by_id[answer.entry]
            cause = causes[answer.entry][answer.cause] if answer.cause else CauseEnd(entry.title, None)
            found.setdefault(anchor, End(anchor, cause.title, entry=entry, cause=answer.cause or "", step=cause.step))
    return found


def _choice(answer: StartAnswer, ends: Mapping[str, End]) -> Choice:
    anchor = _anchor(answer)
    return Choice(answer.text, anchor=anchor, leads_to=ends[anchor].title if anchor in ends else None)
