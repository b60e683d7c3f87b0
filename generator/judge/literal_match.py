"""Whether a wording stands in what a run printed, letter by letter: literal text in which `*` stands for anything.

This judges runs, so it forgives nothing but white space. The look-up of users' texts (`faultbook.signatures`) forgives
more. No regular expressions: content holds none.
"""

from __future__ import annotations

from collections.abc import Sequence


def squeeze(text: str) -> str:
    """Turn every run of ASCII white space into one space, so that a wrapped line still matches."""
    return " ".join(filter(None, text.replace("\t", " ").replace("\r", " ").replace("\n", " ").split(" ")))


def pieces_of(signature: str) -> list[str]:
    """Return the literal pieces of a signature, in order."""
    return [piece for piece in (squeeze(part) for part in signature.split("*")) if piece]


def matches(signature: str, text: str, *, at_start: bool = False) -> bool:
    """Tell whether the literal pieces of the signature stand in the text, in order, without overlap.

    `at_start`: the text begins with the first of them. A signature without any literal text matches nothing.
    """
    return stand_in(pieces_of(signature), squeeze(text), at_start=at_start)


def stand_in(pieces: Sequence[str], squeezed: str, *, at_start: bool = False) -> bool:
    """Tell whether pieces of a signature match in a text that was squeezed: see `matches`."""
    position = 0
    if at_start and not squeezed.startswith(pieces[0] if pieces else squeezed):
        return False
    for piece in pieces:
        found = squeezed.find(piece, position)
        if found < 0:
            return False
        position = found + len(piece)
    return bool(pieces)
