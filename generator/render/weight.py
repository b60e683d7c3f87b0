"""What an entry's page may weigh, and what of it is folded where it would weigh more."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Sequence

from generator.publish.output import SiteFile

AIM = 15_000 - 250  # bytes of an entry's page, less what its answer's head takes: docs/decisions/0019
LEVEL = 6  # of gzip, as most servers are set, or near it
Folds = frozenset[str]
# What gives way, from the least that a reader would miss: the programs and runs of claims, what the first reproduction
# printed, that program, the table of wordings, what dead ends say in full, the list of sources, the history, and how
# related errors differ, all of which stands on the page of runs; then the small table of results, which that page has
# at length.
STEPS: tuple[Folds, ...] = tuple(
    frozenset(parts)
    for parts in (
        (),
        ("claims",),
        ("outputs",),
        ("claims", "outputs"),
        ("claims", "outputs", "programs"),
        ("claims", "outputs", "programs", "wordings"),
        ("claims", "outputs", "programs", "wordings", "dead-ends"),
        ("claims", "outputs", "programs", "wordings", "dead-ends", "sources"),
        ("claims", "outputs", "programs", "wordings", "dead-ends", "sources", "history"),
        ("claims", "outputs", "programs", "wordings", "dead-ends", "sources", "history", "related"),
        ("claims", "outputs", "programs", "wordings", "dead-ends", "sources", "history", "related", "matrix"),
    )
)


def steps(findings: Sequence[str]) -> Iterator[Folds]:
    """Yield what may be folded, from nothing to all: last what claims found, one by one from the end of the page.

    `findings`: the anchors of the claims whose findings can be folded, in the order of the page.
    """
    yield from STEPS
    for count in range(1, len(findings) + 1):
        yield STEPS[-1].union(findings[-count:])


def compressed(data: bytes) -> int:
    """Return how many bytes a page is on its way to a reader."""
    return len(gzip.compress(data, LEVEL, mtime=0))


def within_the_aim(render: Callable[[Folds], list[SiteFile]], findings: Sequence[str]) -> list[SiteFile]:
    """Return an entry's pages with as little folded as the heaviest of them needs: the same in every language.

    `findings` as in `steps`. Where folding everything is not enough, the pages are heavier.
    """
    pages: list[SiteFile] = []
    for folds in steps(findings):
        pages = render(folds)
        if max(compressed(page.content) for page in pages) <= AIM:
            break
    return pages
