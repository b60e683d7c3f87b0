"""Blocks of documents, each inverted for itself, so that an edit inverts one block and joins only what it touches.

The terms of a block lie in ranges of the alphabet that are the same in every block and on every site. What the index
holds of a range is a function of that range in all blocks: where their digests are as before, so is the index.
"""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from generator.render.search_index import Line, digest, invert
from generator.render.search_ranges import STARTS

DIGEST = 12  # bytes of a range's digest


@dataclass(frozen=True, slots=True)
class Block:
    """Documents, inverted. It is read in every build, so what is known of its ranges is in few objects."""

    documents: int
    """How many."""
    size: int
    """How long all terms are, in characters."""
    places: tuple[int, ...]
    """The ranges that have terms, by their place in `STARTS`."""
    ends: tuple[int, ...]
    """Where the terms of each end in `packed`."""
    digests: bytes
    """Those of their terms, one behind the other."""
    packed: bytes

    def lines(self, places: range) -> Iterator[Line]:
        """Yield the terms of some ranges, in order."""
        for number in range(bisect_left(self.places, places.start), bisect_left(self.places, places.stop)):
            start = self.ends[number - 1] if number else 0
            yield from zlib.decompress(self.packed[start : self.ends[number]]).decode().split("\n")

    def held(self) -> Iterator[tuple[int, bytes]]:
        """Yield the place of each range and its digest."""
        digests = (self.digests[start : start + DIGEST] for start in range(0, len(self.digests), DIGEST))
        return zip(self.places, digests, strict=True)


def make_block(documents: Sequence[Iterable[tuple[str, int]]]) -> Block:
    """Invert documents; each is given as its terms with what they say of it."""
    places, ends, size = [], [], 0
    digests, packed = bytearray(), bytearray()
    for place, lines in _cut(invert(documents)):
        text = "\n".join(lines)
        packed += zlib.compress(text.encode(), 1)
        digests += bytes.fromhex(digest(text))
        places.append(place)
        ends.append(len(packed))
        size += len(text)
    return Block(len(documents), size, tuple(places), tuple(ends), bytes(digests), bytes(packed))


def _cut(lines: Sequence[Line]) -> Iterator[tuple[int, Sequence[Line]]]:
    """Yield each range that has terms, with them."""
    cuts = [bisect_left(lines, start) for start in STARTS]
    for place, (start, end) in enumerate(pairwise([*cuts, len(lines)])):
        if start < end:
            yield place, lines[start:end]
