"""Documents → an inverted index in shards: for each term, the documents that hold it and how much it says of each.

A shard holds neighbours in the order of the alphabet, so that the beginning of a word finds its terms in one shard or
two. What a term weighs is computed here, field by field; how rare it is, the browser sees from how many hold it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

# Field → what a term in it weighs, and how much a long field takes off that (0: nothing, 1: as much as it is longer).
FIELDS: Mapping[str, tuple[float, float]] = {
    "codes": (9, 0),
    "title": (9, 0.3),
    "symptoms": (7, 0.3),
    "summary": (5, 0.5),
    "heads": (4, 0.6),
    "body": (3, 0.6),
}
SATURATION = 1.2  # the higher, the more the fifth time a term stands in a field still adds
SCALE = 4  # weights are whole numbers: 4 steps to a point
SHARD_SIZE = 20_000  # characters, about a third of it compressed

Document: TypeAlias = Mapping[str, Sequence[str]]
"""What is searched of one page: field → its terms, in their order."""
Postings: TypeAlias = dict[str, list[int]]
"""Term → the documents that hold it, as pairs: how many further on, and what the term weighs there."""


def postings(documents: Sequence[Document]) -> Postings:
    """Return for each term the documents that hold it."""
    average = {field: _average(documents, field) for field in FIELDS}
    found: Postings = {}
    last: dict[str, int] = {}
    for number, document in enumerate(documents):
        for term, weight in _weights(document, average).items():
            if term in found:
                found[term] += (number - last[term], max(1, round(weight)))
            else:
                found[term] = [number, max(1, round(weight))]
            last[term] = number
    return found


def _average(documents: Iterable[Document], field: str) -> float:
    lengths = [len(document[field]) for document in documents if document.get(field)]
    return sum(lengths) / len(lengths) if lengths else 1.0


def _weights(document: Document, average: Mapping[str, float]) -> dict[str, float]:
    """Return what each term weighs in a document."""
    weights: dict[str, float] = {}
    for field, (weight, shorter) in FIELDS.items():
        words = document.get(field, ())
        norm = SATURATION * (1 - shorter + shorter * len(words) / average[field])
        counts = Counter(words)
        gained = {times: SCALE * weight * times / (times + norm) for times in set(counts.values())}
        for term, times in counts.items():
            weights[term] = weights.get(term, 0.0) + gained[times]
    return weights


def shards(found: Postings, size: int = SHARD_SIZE) -> Iterator[Postings]:
    """Yield the terms in the order of the alphabet, cut where a shard has reached its size in characters."""
    shard: Postings = {}
    length = 0
    for term in sorted(found):
        shard[term] = found[term]
        length += len(term) + 4 + 4 * len(found[term])
        if length >= size:
            yield shard
            shard, length = {}, 0
    if shard:
        yield shard
