"""What an entry's page may weigh, and which of its parts are collapsed where it would weigh more.

A page is rendered once, with both forms of each part that can be collapsed, as the macro `either` writes them:
`<fb-part name="…">short<fb-or>full<fb-end>`. Trying what to collapse is then a join of strings and a gzip.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from generator.publish.output import SiteFile

PAGE_BUDGET = 15_000 - 250  # bytes of an entry's page, less what its answer's head takes: docs/decisions/0019
LEVEL = 6  # of gzip, as most servers are set, or near it
GZIP = 16 + zlib.MAX_WBITS  # has zlib write what gzip does
BEGINNING = 0.6  # of a page: hardly any of it can be collapsed
Collapsed = frozenset[str]
# What is collapsed, from the least that a reader would miss: the programs and runs of claims, what the first
# reproduction printed, that program, the table of wordings, the history, how related errors differ, what dead ends say
# in full, the list of sources, and the table of claims by versions, all of which stands on the page of runs; then the
# links to the pages of myths.
DEGRADATION_STEPS: tuple[Collapsed, ...] = tuple(
    frozenset(parts)
    for parts in (
        (),
        ("claims",),
        ("outputs",),
        ("claims", "outputs"),
        ("claims", "outputs", "programs"),
        ("claims", "outputs", "programs", "wordings"),
        ("claims", "outputs", "programs", "wordings", "history"),
        ("claims", "outputs", "programs", "wordings", "history", "related"),
        ("claims", "outputs", "programs", "wordings", "history", "related", "dead-ends"),
        ("claims", "outputs", "programs", "wordings", "history", "related", "dead-ends", "sources"),
        ("claims", "outputs", "programs", "wordings", "history", "related", "dead-ends", "sources", "matrix"),
        ("claims", "outputs", "programs", "wordings", "history", "related", "dead-ends", "sources", "matrix", "shares"),
    )
)
MARK, NAMED, OR, END = "<fb-", 'part name="', "or", "end"


def steps(findings: Sequence[str]) -> Iterator[Collapsed]:
    """Yield what may be collapsed, from nothing to all: last what claims found, one by one from the end of the page.

    `findings`: the anchors of the claims whose findings can be collapsed, in the order of the page.
    """
    yield from DEGRADATION_STEPS
    for count in range(1, len(findings) + 1):
        yield DEGRADATION_STEPS[-1].union(findings[-count:])


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a page in two forms, each a list of texts and of further parts."""

    name: str
    short: list[str | Part] = field(default_factory=list)
    full: list[str | Part] = field(default_factory=list)


class WeighedPage:
    """An entry's page in one language: rendered once, weighed with parts of it collapsed."""

    def __init__(self, body: str, fill: Callable[[str], SiteFile]) -> None:
        """Take the body with both forms of its parts, and a function that puts a body into the page."""
        self._pieces = _parse(body)
        self._fill = fill
        self._weighed: tuple[Collapsed, int] = (frozenset(), 0)
        self._begun: tuple[bytes, zlib._Compress, int] | None = None

    def file(self, collapsed: Collapsed) -> SiteFile:
        """Return the page with these parts collapsed."""
        return self._fill("".join(_texts(self._pieces, collapsed)))

    def is_heavy(self, collapsed: Collapsed) -> bool:
        """Tell whether the page with these parts collapsed is above its budget."""
        before, weight = self._weighed
        if before < collapsed and weight - sum(self._savings[name] for name in collapsed - before) > PAGE_BUDGET:
            return True  # it need not be weighed
        weight = self._weigh(self.file(collapsed).content)
        self._weighed = collapsed, weight
        return weight > PAGE_BUDGET

    def _weigh(self, page: bytes) -> int:
        """Return how many bytes a page is on its way to a reader. What it begins with is compressed once."""
        if self._begun is None or not page.startswith(self._begun[0]):
            begin = page[: int(len(page) * BEGINNING)]
            compression = zlib.compressobj(LEVEL, wbits=GZIP)
            self._begun = begin, compression, len(compression.compress(begin))
        begin, compression, size = self._begun
        rest = compression.copy()
        return size + len(rest.compress(page[len(begin) :])) + len(rest.flush())

    @cached_property
    def _savings(self) -> Counter[str]:
        """How many bytes the parts of each name take at most: by itself, each takes more than within the page."""
        found: Counter[str] = Counter()
        for part in _parts(self._pieces):
            found[part.name] += len(zlib.compress("".join(_texts(part.full, frozenset())).encode(), LEVEL))
        return found


def fit_to_budget(pages: Sequence[WeighedPage], findings: Sequence[str]) -> Collapsed:
    """Return the least that is to be collapsed for every page to be within its budget.

    `pages`: an entry's page in each language, in all of which the same is collapsed; `findings` as in `steps`. Where
    collapsing everything is not enough, the pages are heavier.
    """
    order = list(reversed(pages))  # a translation of English texts weighs more
    collapsed: Collapsed = frozenset()
    for collapsed in steps(findings):
        heavy = next((page for page in order if page.is_heavy(collapsed)), None)
        if heavy is None:
            break
        order.remove(heavy)
        order.insert(0, heavy)  # the same one most likely decides the next step
    return collapsed


def _parse(html: str) -> list[str | Part]:
    """Cut HTML at the marks around its parts."""
    first, *rest = html.split(MARK)
    pieces: list[str | Part] = [first]
    into = pieces
    around: list[tuple[list[str | Part], Part]] = []
    for mark, _end, text in (piece.partition(">") for piece in rest):
        if mark == OR:
            into = around[-1][1].full
        elif mark == END:
            into, _part = around.pop()
        else:
            part = Part(mark.removeprefix(NAMED).rstrip('"'))
            into.append(part)
            around.append((into, part))
            into = part.short
        into.append(text)
    return pieces


def _texts(pieces: list[str | Part], collapsed: Collapsed) -> Iterator[str]:
    """Yield the HTML with the parts of these names in their short form, and the others in full."""
    for piece in pieces:
        if isinstance(piece, str):
            yield piece
        else:
            yield from _texts(piece.short if piece.name in collapsed else piece.full, collapsed)


def _parts(pieces: list[str | Part]) -> Iterator[Part]:
    for piece in pieces:
        if isinstance(piece, Part):
            yield piece
            yield from _parts(piece.full)
