"""Signatures filed under short stretches of their text, so that a text meets only those it may hold.

Its twin is `Anchors` in `site_overrides/assets/matcher.js`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

STRIDE = 6  # characters; a text is sampled at every STRIDE-th place, a signature filed at STRIDE places in a row
PLACES = 6  # of a piece, tried for windows under which little is filed


class _Anchor(NamedTuple):
    """A place of a signature: the piece there, and how far into that piece the place is."""

    number: int
    piece: str
    place: int


class Anchors:
    """Pieces of signatures, filed under STRIDE windows in a row: wherever a piece stands in a text, one is sampled."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.filed: dict[str, list[_Anchor]] = {}

    def file(self, number: int, pieces: Iterable[str]) -> bool:
        """File a signature under windows where fewest others are, so that no list grows long; tell if it has any."""
        loads = [load for piece in pieces for load in self._loads(piece)]
        if not loads:
            return False
        _load, place, piece = min(loads, key=lambda load: load[0])
        for start in range(place, place + STRIDE):
            self.filed.setdefault(piece[start : start + self.width], []).append(_Anchor(number, piece, start))
        return True

    def _loads(self, piece: str) -> Iterator[tuple[int, int, str]]:
        """Yield, for some places of a piece, how much is filed under the windows there; the place; the piece."""
        filed, width = self.filed, self.width
        spare = len(piece) - width - STRIDE + 1
        for place in range(0, spare + 1, max(1, spare // PLACES)):
            windows = [piece[start : start + width] for start in range(place, place + STRIDE)]
            yield sum([len(filed[window]) for window in windows if window in filed]), place, piece
