"""Checks of what tells the causes of an entry apart: signs in the reader's text, and numbers read from the message."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faultbook.conditions import ConditionError, parse
from generator.checks.names import nearest
from generator.checks.rule import Check, Finding
from generator.content.loader import Content, LoadedEntry
from generator.content.model import VARIABLE_PART, Condition, Sign
from generator.content.positions import Path
from generator.content.validation import is_guess
from generator.judge.literal_match import matches, pieces_of

NUMBER = "<number>"
FEWEST_LETTERS = 5  # of a sign, sought in the whole text
FEWEST_AROUND = 3  # of what stands around a number, sought in the message only
VARIABLE = "\x00"


def signs_in(loaded: LoadedEntry) -> Iterator[tuple[Path, str, Sign]]:
    """Yield each sign of each cause with its path and `shows` or `never`."""
    for index, cause in enumerate(loaded.entry.causes):
        for key in ("shows", "never"):
            for number, sign in enumerate(getattr(cause, key)):
                yield ("causes", index, key, number), key, sign


def _conditions(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    known = loaded.entry.numbers
    for path, _key, sign in signs_in(loaded):
        if not isinstance(sign, Condition) or sign.where is None:
            continue
        where = loaded.tree.at(*path, "where")
        try:
            used = parse(sign.where).names
        except ConditionError as error:
            hint = "names, numbers with units such as 2 GiB, + - * /, comparisons, and, or, not, parentheses"
            yield Finding(where, f"'{sign.where}' is no condition: {error}", hint)
            continue
        for name in sorted(used - known.keys()):
            hint = nearest(name, known) or f"numbers: has {', '.join(known) or 'none'}"
            yield Finding(where, f"there is no number '{name}'", hint)
    yield from _of_the_bar(loaded)


def _of_the_bar(loaded: LoadedEntry) -> Iterator[Finding]:
    bar, known = loaded.entry.bar, loaded.entry.numbers
    if bar is None:
        return
    parts = [(("bar", "parts", index, "number"), part.number) for index, part in enumerate(bar.parts)]
    for path, name in ((("bar", "whole"), bar.whole), *parts):
        if name not in known:
            hint = nearest(name, known) or f"numbers: has {', '.join(known) or 'none'}"
            yield Finding(loaded.tree.at(*path), f"there is no number '{name}'", hint)


def _patterns_in(loaded: LoadedEntry) -> Iterator[tuple[Path, str]]:
    for name, patterns in loaded.entry.numbers.items():
        for index, pattern in enumerate(patterns):
            yield ("numbers", name, index), pattern


def _letters_around(pattern: str) -> int:
    return sum(map(len, pieces_of(pattern.replace(NUMBER, "*"))))


def _one_number(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for path, pattern in _patterns_in(loaded):
        count = pattern.count(NUMBER)
        if count != 1:
            hint = f"write the words around the number as they are printed, and {NUMBER} once, in its place"
            message = f"'{pattern}' has {f'{count} times' if count else 'no'} {NUMBER}"
            yield Finding(loaded.tree.at(*path), message, hint)
        elif _letters_around(pattern) < FEWEST_AROUND:
            message = f"'{pattern}' has too few letters around {NUMBER}; it would find any number"
            yield Finding(loaded.tree.at(*path), message, f"at least {FEWEST_AROUND}")


def _in_a_wording(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    texts = [_compact(VARIABLE_PART.sub(VARIABLE, symptom.text)) for symptom in loaded.entry.symptoms]
    for path, pattern in _patterns_in(loaded):
        is_readable = pattern.count(NUMBER) == 1 and _letters_around(pattern) >= FEWEST_AROUND
        if is_readable and not any(re.search(_regex(pattern), text) for text in texts):
            hint = "take it from a symptom, where a <variable part> stands for the number"
            yield Finding(loaded.tree.at(*path), f"no wording of the entry has '{pattern}'", hint)


def _compact(text: str) -> str:
    return "".join(text.split()).casefold()


def _regex(pattern: str) -> str:
    """Return what a compact wording must have. Letters right behind a number vary with it, as in sm_90 and sm_90a."""
    before, _number, after = pattern.partition(NUMBER)
    start, rest = _literal(before), _literal(re.sub("^[A-Za-z]+", "", after))
    return f"{start}(?:{VARIABLE}|[0-9]).*?{rest}" if rest else f"{start}(?:{VARIABLE}|[0-9])"


def _literal(text: str) -> str:
    return ".*".join(re.escape(_compact(piece)) for piece in text.split("*"))


def _telling_signs(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    wordings = [symptom.text for symptom in loaded.entry.symptoms if not symptom.shared]
    for path, key, sign in signs_in(loaded):
        text = sign.text if isinstance(sign, Condition) else sign
        if text is None or is_guess(text):
            continue
        where = loaded.tree.at(*path, "text") if isinstance(sign, Condition) else loaded.tree.at(*path)
        length = sum(map(len, pieces_of(text)))
        if length < FEWEST_LETTERS:
            message = f"the sign has {length} literal characters; it would match almost anything"
            yield Finding(where, message, f"at least {FEWEST_LETTERS}")
        elif isinstance(sign, Condition) and sign.where:
            continue
        elif wordings and all(matches(text.casefold(), wording.casefold()) for wording in wordings):
            always = "always" if key == "shows" else "never"
            message = f"every wording of the entry has '{text}', so it would {always} be this cause"
            yield Finding(where, message, "take what only this cause prints")


def _exercised(content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    if content.cases is None:
        return
    seen = content.cases.causes.get(loaded.slug, frozenset())
    for index, cause in enumerate(loaded.entry.causes):
        if cause.shows and cause.id not in seen:
            message = f"no test text of look-up shows cause '{cause.id}'"
            hint = f"write `cause: {cause.id}` into the header of a case of this entry that shows it, or add a case"
            yield Finding(loaded.tree.at("causes", index, "shows"), message, hint)


CAUSE_CHECKS = (
    Check("CAUSE001", "conditions", "a condition that cannot be read shows no cause", _conditions, whole=True),
    Check("CAUSE002", "one-number", "a number is read where a wording has it", _one_number),
    Check("CAUSE003", "in-a-wording", "what no wording prints is never read", _in_a_wording, "warning"),
    Check("CAUSE004", "telling-signs", "a sign that any text has tells nothing", _telling_signs),
    Check(
        "LOOK004", "exercised", "a sign that no real text was tried on may show another cause", _exercised, "warning"
    ),
)
