"""The map of errors: what leads to what, what is mistaken for what, drawn as arcs beside a column of names.

One drawing for each group of entries that stand close; an entry of another group is drawn along, set apart, where a
relation leads there. docs/decisions/0014-map-in-groups.md says what else was tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.judge.relations import ErrorLink, Neighbours, groups, lined_up, links_between, neighbours
from generator.render.drawn_text import width_of

WIDTH = 340  # of a phone's text; wider screens show several drawings side by side
SIZE = 11
ROW = 24  # high enough for a finger
TOP = 6
LONGEST = 40  # letters of a name
NEAREST = 9  # how far an arc between neighbours reaches out
GAP = 4


@dataclass(frozen=True, slots=True)
class Node:
    """A name in a drawing. `number` is the entry's own on the whole map."""

    entry: JudgedEntry
    number: int
    label: str
    y: float
    is_guest: bool
    """True: it belongs to another group."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A relation in a drawing, as an SVG path."""

    kind: str
    numbers: tuple[int, int]
    path: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """One group of entries with its relations; `centre` is the entry with the most of them."""

    centre: JudgedEntry
    x: float
    height: float
    nodes: tuple[Node, ...]
    arcs: tuple[Arc, ...]
    links: tuple[ErrorLink, ...]
    width: int = WIDTH


@dataclass(frozen=True, slots=True)
class ErrorMap:
    """Every drawing, and the entries that are related to no other."""

    drawings: tuple[Drawing, ...]
    alone: tuple[JudgedEntry, ...]


def error_map(catalogue: Catalogue) -> ErrorMap:
    """Lay out the map: the same for every language, as its names are ids."""
    links = links_between({entry.id: entry.loaded.entry.related for entry in catalogue.entries})
    graph = neighbours((link.first, link.second) for link in links)
    drawings = tuple(_draw(names, graph, links, catalogue) for names in groups(graph))
    return ErrorMap(drawings, tuple(entry for entry in catalogue.entries if entry.id not in graph))


def _draw(names: frozenset[str], graph: Neighbours, links: Iterable[ErrorLink], catalogue: Catalogue) -> Drawing:
    shown = tuple(link for link in links if link.first in names or link.second in names)
    order = lined_up(
        {name for link in shown for name in (link.first, link.second)},
        neighbours((link.first, link.second) for link in shown),
    )
    numbers = {entry.id: number for number, entry in enumerate(catalogue.entries)}
    nodes = {
        name: Node(
            catalogue.by_id[name],
            numbers[name],
            _label(catalogue.by_id[name]),
            TOP + ROW * place + ROW / 2,
            name not in names,
        )
        for place, name in enumerate(order)
    }
    column = max(width_of(node.label, SIZE, is_code=True) for node in nodes.values())
    x = round((WIDTH - column) / 2)
    centre = min(names, key=lambda name: (-len(graph[name]), name))
    height = TOP * 2 + ROW * len(order)
    arcs = tuple(_arc(link, nodes, x, len(order)) for link in shown)
    return Drawing(catalogue.by_id[centre], x, height, tuple(nodes.values()), arcs, shown)


def _label(entry: JudgedEntry) -> str:
    slug = entry.loaded.slug
    return slug if len(slug) <= LONGEST else f"{slug[: LONGEST - 1]}…"


def _arc(link: ErrorLink, nodes: Mapping[str, Node], x: int, count: int) -> Arc:
    """Draw a mistake on the left of the names, a consequence as an arrow on their right."""
    first, second = nodes[link.first], nodes[link.second]
    steps = abs(first.y - second.y) / ROW
    room = x - GAP - NEAREST - 3
    # A curve reaches three quarters as far as its handles.
    reach = round((NEAREST + room * ((steps - 1) / max(count - 2, 1)) ** 0.6) / 0.75)
    if link.kind == "confused-with":
        edge = x - GAP
        path = f"M{edge} {first.y:g}C{edge - reach} {first.y:g} {edge - reach} {second.y:g} {edge} {second.y:g}"
        return Arc(link.kind, (first.number, second.number), path)
    edge = WIDTH - x + GAP
    start, end = (round(x + width_of(node.label, SIZE, is_code=True)) + GAP for node in (first, second))
    path = (
        f"M{start} {first.y:g}H{edge}C{edge + reach} {first.y:g} {edge + reach} {second.y:g} {edge} {second.y:g}"
        f"H{end}m5-3l-5 3 5 3"
    )
    return Arc(link.kind, (first.number, second.number), path)
