"""How errors relate to each other: what leads to what, what is mistaken for what, and which stand together.

Everything is decided by the relations alone and in a fixed order, so that two builds draw the same map.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from generator.content.model import Relation

LinkKind = Literal["leads-to", "confused-with"]
Neighbours = Mapping[str, frozenset[str]]
LARGEST = 24  # of more in one group, a drawing of their links is no help
ROUNDS = 8  # groups of that size come to rest after three or four


@dataclass(frozen=True, slots=True)
class ErrorLink:
    """One relation between two entries, however many of them state it. `leads-to` goes from first to second."""

    first: str
    second: str
    kind: LinkKind
    said: tuple[tuple[str, Relation], ...]
    """Which entries state it, and in what words."""


def links_between(stated: Mapping[str, Iterable[Relation]]) -> tuple[ErrorLink, ...]:
    """Return what entries state of each other, once for each pair and kind: `caused-by` is `leads-to` turned round."""
    said: dict[tuple[str, str, LinkKind], list[tuple[str, Relation]]] = defaultdict(list)
    for entry_id, relations in stated.items():
        for relation in relations:
            said[_key(entry_id, relation)].append((entry_id, relation))
    return tuple(ErrorLink(*key, tuple(words)) for key, words in sorted(said.items()))


def _key(entry_id: str, relation: Relation) -> tuple[str, str, LinkKind]:
    if relation.kind == "confused-with":
        first, second = sorted((entry_id, relation.id))
        return first, second, "confused-with"
    pair = (relation.id, entry_id) if relation.kind == "caused-by" else (entry_id, relation.id)
    return *pair, "leads-to"


def neighbours(pairs: Iterable[tuple[str, str]]) -> Neighbours:
    """Return with whom else each stands in a pair."""
    found: dict[str, set[str]] = defaultdict(set)
    for first, second in pairs:
        found[first].add(second)
        found[second].add(first)
    return {name: frozenset(others - {name}) for name, others in sorted(found.items())}


def groups(graph: Neighbours) -> list[frozenset[str]]:
    """Part a graph into groups with many links inside and few between them, the largest first."""
    found = [group for whole in _communities(graph) for group in _small_enough(whole, graph)]
    return sorted(found, key=lambda names: (-len(names), min(names)))


def _small_enough(names: frozenset[str], graph: Neighbours) -> list[frozenset[str]]:
    parts = _communities({name: graph[name] & names for name in sorted(names)}) if len(names) > LARGEST else [names]
    return parts if len(parts) == 1 else [group for part in parts for group in _small_enough(part, graph)]


def _communities(graph: Neighbours) -> list[frozenset[str]]:
    """Join what is linked: of all pairs of groups, always the one with the most links beyond what chance would give.

    Greedy modularity (Clauset, Newman and Moore, 2004); it ends when no pair has more than chance.
    """
    members = {name: {name} for name in graph}
    degree = {name: len(others) for name, others in graph.items()}
    between = {name: dict.fromkeys(others, 1) for name, others in graph.items()}
    ends = sum(degree.values())
    queue = [_gain(a, b, 1, degree, ends) for a in between for b in between[a] if a < b]
    heapq.heapify(queue)
    while queue:
        gain, first, second = heapq.heappop(queue)
        shared = between.get(first, {}).get(second)
        if shared is None or (gain, first, second) != _gain(first, second, shared, degree, ends):
            continue  # one of the two has grown since
        if gain >= 0:
            break
        members[first] |= members.pop(second)
        degree[first] += degree.pop(second)
        _join(between, first, second)
        for other, count in between[first].items():
            heapq.heappush(queue, _gain(min(first, other), max(first, other), count, degree, ends))
    return _settled([frozenset(names) for names in members.values()], graph, ends)


def _settled(found: list[frozenset[str]], graph: Neighbours, ends: int) -> list[frozenset[str]]:
    """Move single names to the group where they have the most links beyond chance, as joining whole groups cannot."""
    group_of = {name: number for number, names in enumerate(found) for name in names}
    total = [sum(len(graph[name]) for name in names) for names in found]
    for _round in range(ROUNDS):
        moved = False
        for name, others in graph.items():
            here, degree = group_of[name], len(others)
            total[here] -= degree
            links = Counter(group_of[other] for other in others)
            best = min(sorted({here, *links}), key=lambda number: degree * total[number] - links[number] * ends)
            moved |= best != here
            group_of[name] = best
            total[best] += degree
        if not moved:
            break
    kept: dict[int, set[str]] = defaultdict(set)
    for name, number in group_of.items():
        kept[number].add(name)
    return [frozenset(names) for names in kept.values()]


def _gain(first: str, second: str, links: int, degree: Mapping[str, int], ends: int) -> tuple[int, str, str]:
    """Return by how much joining two groups would lower the score, in whole numbers, with their names."""
    return degree[first] * degree[second] - links * ends, first, second


def _join(between: dict[str, dict[str, int]], first: str, second: str) -> None:
    for other, count in between.pop(second).items():
        del between[other][second]
        if other != first:
            between[first][other] = between[other][first] = between[first].get(other, 0) + count


def lined_up(names: Iterable[str], graph: Neighbours) -> list[str]:
    """Return names in an order in which what is linked stands close: each is moved to its best place until none gains.

    Sifting (Rudell, 1993): each name in turn tries every place while the others stay.
    """
    order = sorted(names)
    inside = frozenset(order)
    linked = {name: graph.get(name, frozenset()) & inside for name in order}
    for _round in range(ROUNDS):
        moved = [name for name in sorted(inside) if _sift(name, order, linked)]
        if not moved:
            break
    return order


def _sift(name: str, order: list[str], linked: Neighbours) -> bool:
    """Move a name to where the links are shortest in all; tell whether that is shorter than before."""
    start = order.index(name)
    rest = [other for other in order if other != name]
    at = {other: place for place, other in enumerate(rest)}
    own = [sum(abs(place - at[other] - 0.5) for other in linked[name]) for place in range(len(order))]
    lengths = [mine + others for mine, others in zip(own, _spanning(at, linked), strict=True)]
    best = min(range(len(order)), key=lambda place: (lengths[place], abs(place - start)))
    if lengths[best] >= lengths[start]:
        return False
    order[:] = [*rest[:best], name, *rest[best:]]
    return True


def _spanning(at: Mapping[str, int], linked: Neighbours) -> list[int]:
    """Return for each gap before, between and after the others how many of their links pass it."""
    steps = [0] * (len(at) + 1)
    for first, place in at.items():
        for second in linked[first]:
            if at.get(second, -1) > place:
                steps[place + 1] += 1
                steps[at[second] + 1] -= 1
    return list(accumulate(steps))
