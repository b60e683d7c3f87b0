"""Documents → an inverted index: for each term, the documents that hold it and how much it says of each.

What a term weighs is computed here, field by field, from its own document alone; how rare it is, the browser sees from
how many hold it. A shard holds neighbours in the order of the alphabet, so that the beginning of a word finds its terms
in one shard or two.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TypeAlias

# Field → what a term in it weighs, how much a long field takes off that (0: nothing, 1: as much as it is longer), and
# how many terms such a field has: the mean over our 54 entries and 574 status codes, and over English and Chinese, in
# November 2026. It is fixed: with the mean of the present content, every edit would change the weights of all entries.
FIELDS: Mapping[str, tuple[float, float, int]] = {
    "codes": (9, 0, 9),
    "title": (9, 0.3, 9),
    "words": (7, 0.3, 44),
    "symptoms": (7, 0.3, 103),
    "summary": (5, 0.5, 64),
    "heads": (4, 0.6, 347),
    "body": (3, 0.6, 149),
}
SATURATION = 1.2  # the higher, the more the fifth time a term stands in a field still adds
SCALE = 4  # weights are whole numbers: 4 steps to a point
SHARD_SIZE = 14_000  # characters, about a third of it compressed

Document: TypeAlias = Mapping[str, Sequence[str]]
"""What is searched of one page: field → its terms, in their order."""
Weights: TypeAlias = Mapping[str, int]
"""What each term says of a document."""
Line: TypeAlias = str
"""A term of a block, with tabs between: the term, the number in the block of the last document that holds it, that of
the first, and `,WEIGHT` of the first with `,STEP,WEIGHT` of each further one, the step from the one before.
"""


def weights(document: Document) -> dict[str, int]:
    """Return what each term says of a document: at least 1."""
    found: dict[str, float] = {}
    for field, (weight, shorter, usual) in FIELDS.items():
        words = document.get(field, ())
        norm = SATURATION * (1 - shorter + shorter * len(words) / usual)
        counts = Counter(words)
        gained = {times: SCALE * weight * times / (times + norm) for times in set(counts.values())}
        for term, times in counts.items():
            found[term] = found.get(term, 0.0) + gained[times]
    return {term: round(weight) or 1 for term, weight in found.items()}


def pack(found: Weights) -> bytes:
    """Return what the terms say of a document in few bytes."""
    return zlib.compress(b"%d\n%b%b" % (len(found), bytes(found.values()), "\n".join(found).encode()), 1)


def unpack(packed: bytes) -> Iterable[tuple[str, int]]:
    """Return the terms of a document that was packed, each with what it says of it."""
    count, _break, content = zlib.decompress(packed).partition(b"\n")
    terms = content[int(count) :].decode().split("\n")
    return zip(terms, content[: int(count)], strict=False)  # a document without terms has one empty one


def invert(documents: Iterable[Iterable[tuple[str, int]]]) -> list[Line]:
    """Return the terms of a block in order; a document is given as its terms, each with what it says of it."""
    held: dict[str, str] = {}
    last: dict[str, int] = {}
    for number, document in enumerate(documents):
        for term, weight in document:
            before = last.get(term)
            if before is None:
                held[term] = f"{number}\t,{weight}"
            else:
                held[term] += f",{number - before},{weight}"
            last[term] = number
    return [f"{term}\t{last[term]}\t{held[term]}" for term in sorted(held)]


def join(blocks: Iterable[tuple[int, Iterable[Line]]]) -> dict[str, str]:
    """Return the terms of all blocks in order, each with its documents as pairs: how many further on, and its weight.

    A block is given with the number of its first document. The pairs are numbers with commas between them.
    """
    joined: dict[str, str] = {}
    lasts: dict[str, int] = {}
    for start, lines in blocks:
        for line in lines:
            term, last, first, pairs = line.split("\t")
            before = lasts.get(term)
            if before is None:
                joined[term] = f"{start + int(first)}{pairs}"
            else:
                joined[term] += f",{start + int(first) - before}{pairs}"
            lasts[term] = start + int(last)
    return {term: joined[term] for term in sorted(joined)}


def shards(terms: Mapping[str, str], size: int = SHARD_SIZE) -> Iterator[dict[str, str]]:
    """Yield the terms in their order, cut into about equal shards of about so many characters."""
    lengths = {term: len(term) + len(pairs) + 6 for term, pairs in terms.items()}
    total = sum(lengths.values())
    most = total / max(1, round(total / size))
    shard: dict[str, str] = {}
    length = 0
    for term, pairs in terms.items():
        shard[term] = pairs
        length += lengths[term]
        if length >= most:
            yield shard
            shard, length = {}, 0
    if shard:
        yield shard


def written(shard: Mapping[str, str]) -> str:
    """Return a shard as JSON: an object of lists. In no term is anything that JSON would escape."""
    return "{" + ",".join(f'"{term}":[{pairs}]' for term, pairs in shard.items()) + "}"


def digest(content: str | bytes) -> str:
    """Return a digest of a text or of bytes."""
    return sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:24]
