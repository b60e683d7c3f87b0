"""Checks of `waivers.yaml`: each waiver names one claim, says why, and ends on its day."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from generator.checks.names import nearest
from generator.checks.texts import HAN, UNFINISHED
from generator.content.loader import Content, LoadedWaiver
from generator.files import printable
from generator.problems import Location, Problem, clip

WAIVER_CODES: dict[str, str] = {
    "WAIV001": "a waiver names a claim that is there",
    "WAIV002": "a waiver says why: the next reader must be able to judge it",
    "WAIV003": "a waiver stands once: of two, one is forgotten when the other goes",
    "WAIV004": "a waiver ends on the day it was given until",
}
WORD = re.compile(r"[^\W_]+")
FEWEST_WORDS = 4


def check_waivers(content: Content) -> Iterator[Problem]:
    """Yield everything wrong with waivers that needs no evidence to see."""
    today = datetime.now(UTC).date()
    for loaded in content.waivers:
        yield from _known_claim(content, loaded)
        yield from _says_why(loaded)
        until = loaded.waiver.until
        if until and until < today:
            hint = "mend what it waives and delete it, or give it a later day and say why"
            yield _problem(loaded.at("until"), "WAIV004", f"this waiver ended on {until}", hint)
    yield from _once(content.waivers)


def _known_claim(content: Content, loaded: LoadedWaiver) -> Iterator[Problem]:
    waiver = loaded.waiver
    if waiver.entry not in content.ids:
        hint = nearest(waiver.entry, content.ids) or "name it as <domain>/<slug>"
        yield _problem(loaded.at("entry"), "WAIV001", f"there is no entry '{waiver.entry}'", hint)
        return
    entry = content.find(waiver.entry)
    if entry is None or not entry.whole:
        return  # what is wrong there is reported there
    known = [claim.id for _role, claim in entry.entry.all_claims()]
    if waiver.claim not in known:
        hint = nearest(waiver.claim, known) or f"there are: {', '.join(known) or 'none'}"
        message = f"{waiver.entry} has no claim '{waiver.claim}'"
        yield _problem(loaded.at("claim"), "WAIV001", message, hint)


def _says_why(loaded: LoadedWaiver) -> Iterator[Problem]:
    reason = loaded.waiver.reason
    unfinished = UNFINISHED.search(reason)
    if unfinished:
        where = loaded.tree.at_words(unfinished.group(), "waivers", loaded.index, "reason")
        yield _problem(where, "WAIV002", f"'{unfinished.group()}' is no reason", "finish the text")
    elif _words_in(reason) < FEWEST_WORDS:
        hint = "say what is known, and what must happen before the waiver can go"
        yield _problem(loaded.at("reason"), "WAIV002", f"'{reason}' is too short to be a reason", hint)


def _words_in(reason: str) -> int:
    """Count words. Chinese puts no blanks between its own, which are of about two characters."""
    return len(HAN.findall(reason)) // 2 + len(WORD.findall(HAN.sub(" ", reason)))


def _once(waivers: Iterable[LoadedWaiver]) -> Iterator[Problem]:
    lines: dict[tuple[str | None, ...], int] = {}
    for loaded in waivers:
        waiver = loaded.waiver
        key = (waiver.entry, waiver.claim, waiver.verdict, waiver.environment)
        if key in lines:
            message = f"the same waiver stands on line {lines[key]}"
            yield _problem(loaded.at(), "WAIV003", message, "delete one")
        lines.setdefault(key, loaded.at().line)


def _problem(where: Location, code: str, message: str, hint: str) -> Problem:
    return Problem(where, code, clip(printable(message)), clip(printable(hint)))
