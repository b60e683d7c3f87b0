"""Which causes of an entry a text shows, and which it rules out: by literal text in it, and by the numbers in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from faultbook.conditions import Condition, ConditionError, parse
from faultbook.holders import Holder, other_holder
from faultbook.readings import NumberPatterns, message_at
from faultbook.signatures import Compact


class Reading(NamedTuple):
    """What a text says of the causes of an entry, by their ids, and the numbers of its message."""

    shown: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    numbers: Mapping[str, float] = {}
    other: Holder | None = None
    """Another process, which holds more of the GPU than the one that failed."""

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON data; numbers that are whole without a decimal point."""
        numbers = {name: _whole(value) for name, value in self.numbers.items()}
        other = self.other and {"process": self.other.process, "bytes": _whole(self.other.bytes)}
        return {"shown": list(self.shown), "excluded": list(self.excluded), "numbers": numbers, "other": other}


class Told(NamedTuple):
    """What was read in a message: its numbers by name, and another process that holds more."""

    numbers: Mapping[str, float] = {}
    other: Holder | None = None


class _Sign(NamedTuple):
    """A telltale: a literal text, a condition, or both, which must then both hold."""

    text: str | None
    condition: Condition | None
    is_readable: bool

    def holds(self, texts: AbstractSet[str], numbers: Mapping[str, float]) -> bool:
        if not self.is_readable or (self.text is not None and self.text not in texts):
            return False
        return self.condition is None or self.condition.holds(numbers) is True


class EntryCauses:
    """The causes of one entry of a `lookup.json`; an older one has none."""

    def __init__(self, entry: Mapping[str, Any]) -> None:
        self._causes = [
            (cause["id"], _signs(cause["shows"]), _signs(cause["never"])) for cause in entry.get("causes", ())
        ]
        self._numbers = NumberPatterns(entry["numbers"]) if entry.get("numbers") else None

    def told(self, text: Compact, place: int, end: int) -> Told:
        """Return what is read in a message that was found at a place in a text, and ends before another."""
        if self._numbers is None:
            return Told()
        start, end = message_at(text, place, end)
        return Told(self._numbers.read(text, start, end), other_holder(text, start, end))

    def reading(self, texts: AbstractSet[str], told: Told) -> Reading:
        """Return what literal texts and numbers that were found say of each cause."""
        numbers = told.numbers
        shown: list[str] = []
        excluded: list[str] = []
        for name, shows, never in self._causes:
            if any(sign.holds(texts, numbers) for sign in never):
                excluded.append(name)
            elif any(sign.holds(texts, numbers) for sign in shows):
                shown.append(name)
        return Reading(tuple(shown), tuple(excluded), numbers, told.other)


def _whole(value: float) -> float:
    return int(value) if value == int(value) else value


def literal_texts(entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield the literal texts that the signs of an entry's causes are about, each once."""
    given = (sign["text"] for cause in entry.get("causes", ()) for sign in (*cause["shows"], *cause["never"]))
    yield from dict.fromkeys(text for text in given if text is not None)


def _signs(given: Iterable[Mapping[str, Any]]) -> list[_Sign]:
    return [_sign(sign["text"], sign["where"]) for sign in given]


def _sign(text: str | None, where: str | None) -> _Sign:
    try:
        condition = parse(where) if where is not None else None
    except ConditionError:  # of a newer index, which may know more than this package
        return _Sign(text, None, is_readable=False)
    return _Sign(text, condition, is_readable=text is not None or where is not None)
