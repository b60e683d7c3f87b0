"""The question that tells the causes of an entry apart, each answer with where it leads."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from faultbook.catalogue import Item
from faultbook.terminal import code_lines

if TYPE_CHECKING:
    from faultbook.cards import Reader

INDENT = "   "


class Asking:
    """The questions of one entry, without the answers that lead to causes which a text rules out."""

    def __init__(self, reader: Reader, entry: Item, excluded: AbstractSet[str]) -> None:
        self._reader = reader
        self._entry = entry
        self._excluded = excluded
        self._questions = {question["id"]: question for question in entry.get("questions") or ()}
        self._causes = {cause["id"]: cause for cause in entry["causes"]}
        self._said: set[tuple[str, str]] = set()

    def lines(self) -> list[str]:
        """Return the first question with all that follows from its answers; nothing where there is none."""
        first = next(iter(self._questions.values()), None)
        return list(self._question(first)) if first else []

    def answers(self, answers: Iterable[Item]) -> Iterator[str]:
        """Yield answers, numbered, each with where it leads."""
        left = [answer for answer in answers if answer.get("cause") not in self._excluded]
        for number, answer in enumerate(left, 1):
            yield f"{number}. {self._reader.text(answer['text'])}"
            yield from (textwrap.indent(line, INDENT) for line in self._led(answer))

    def _question(self, question: Item) -> Iterator[str]:
        is_first = not self._said
        ask = self._reader.text(question["ask"])
        yield self._reader.style.bold(ask) if is_first else f"→ {ask}"
        if not self._is_new("question", question["id"]):
            return
        if question["run"]:
            yield from ("", *code_lines(question["run"]["code"]), "")
        yield from self.answers(question["answers"])

    def _led(self, answer: Item) -> Iterator[str]:
        """Yield where an answer leads: to the next question, another entry, or the first step of a cause."""
        following = self._questions.get(answer.get("question") or "")
        cause = self._causes.get(answer.get("cause") or "")
        if following is not None:
            yield from self._question(following)
        elif answer.get("entry") in self._reader.catalogue.entries:
            yield f"→ {self._reader.title(answer['entry'])}"
            yield f"  {self._reader.link(answer['entry'])}"
        elif cause is not None:
            yield from self._first_step(cause)

    def _first_step(self, cause: Item) -> Iterator[str]:
        step = next(iter(cause["steps"]), None)
        if step is None:
            yield f"→ {self._reader.text(cause['title'])}"
            return
        yield f"→ {self._reader.text(step['title'])}"
        if step["do"] and self._is_new("step", step["id"]):
            yield from (f"  {line}" for line in code_lines(step["do"][0]["code"]))

    def _is_new(self, kind: str, name: str) -> bool:
        """Tell whether something has not been said yet: several answers may lead to the same."""
        is_new = (kind, name) not in self._said
        self._said.add((kind, name))
        return is_new
