"""The other process that a message names as holding more of a GPU than the one which failed.

PyTorch lists on Linux what each process holds: "Process 1234 has 70.00 GiB memory in use", and of its own "this process
has 9.00 GiB memory in use". In a container it does not know its own number, and lists itself like the others, by the
number that the host has for it. The twin is in `site_overrides/assets/matcher.js`.
"""

from __future__ import annotations

from typing import NamedTuple

from faultbook.readings import Number, Pattern, numbers_in
from faultbook.signatures import Compact

_OWN = Pattern("this process has <number> memory in use")
_ALLOCATED = Pattern("<number> is allocated by PyTorch")
_UNALLOCATED = Pattern("<number> is reserved by PyTorch but unallocated")
_PROCESS, _HAS, _IN_USE = "process", "has", "memoryinuse"


class Holder(NamedTuple):
    """A process by its number, and the bytes of a GPU that it holds."""

    process: int
    bytes: float


def other_holder(text: Compact, start: int, end: int) -> Holder | None:
    """Return the other process that holds most, if a message in a part of a text says so and it is more than the own.

    Of a process that does not know its number, the own one is the smallest that holds all that PyTorch has.
    """
    numbers = list(numbers_in(text, start, end))
    holders = [Holder(int(one.value), two.bytes) for one, two in zip(numbers, numbers[1:]) if _holds(text, one, two)]
    own = _first(_OWN, text, numbers, start, end) if holders else None
    if holders and own is None:
        held = [_first(pattern, text, numbers, start, end) for pattern in (_ALLOCATED, _UNALLOCATED)]
        if None in held:
            return None
        least = sum(value for value in held if value is not None)
        own = min((holder.bytes for holder in holders if holder.bytes >= least), default=least)
    most = max(holders, key=lambda holder: holder.bytes, default=None)
    return most if most and own is not None and most.bytes > own else None


def _holds(text: Compact, process: Number, memory: Number) -> bool:
    """Tell whether two numbers that follow one another are a process and what it holds."""
    begins = process.start - len(_PROCESS)
    return (
        process.end == process.unit_end
        and process.value == int(process.value)
        and memory.unit_end > memory.end
        and begins >= 0
        and text.text[begins : process.start] == _PROCESS
        and not text.is_inside_word(begins)
        and text.text[process.end : memory.start] == _HAS
        and text.text.startswith(_IN_USE, memory.unit_end)
    )


def _first(pattern: Pattern, text: Compact, numbers: list[Number], start: int, end: int) -> float | None:
    values = (pattern.read(text, number, start, end) for number in numbers)
    return next((value for value in values if value is not None), None)
