"""Everything wrong with a content folder, from what is kept of each entry: only suspected entries are loaded again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from generator.build.context import Context
from generator.build.pool import in_background
from generator.checks import check_neighbours, check_shared
from generator.checks.neighbours import compare, find_repeated
from generator.content.loader import Content, load_entry
from generator.content.neighbours import Facts
from generator.problems import Problem
from generator.store import Store, digest_of

SHARED = "problems of what is no entry"
REPEATED = "sentences of several entries"


def find_all(
    context: Context, store: Store, facts: Sequence[Facts]
) -> tuple[list[Problem], Callable[[], list[Problem]]]:
    """Return the problems of each entry by itself and of everything else, and what returns those of entries compared.

    These are looked for in another process: entries are loaded for it, and nothing of it is needed to plan a site.
    """
    found = [problem for _id, problems in store.column("problems") for problem in problems]
    content = context.content
    repeated = find_repeated(facts, store.recall(REPEATED, ""))
    with store.transaction():
        store.keep(REPEATED, "", repeated)
    neighbours = compare(facts, content.ids, content.codes, repeated)
    compared = replace(content, neighbours=neighbours)
    problems = [*context.problems, *found, *_shared(context, compared, store)]
    return problems, in_background(partial(_compared, compared)) if neighbours.suspects else list


def _compared(content: Content) -> list[Problem]:
    assert content.neighbours
    suspects = (load_entry(content, entry_id)[0] for entry_id in sorted(content.neighbours.suspects))
    return list(check_neighbours(content, [entry for entry in suspects if entry]))


def _shared(context: Context, content: Content, store: Store) -> list[Problem]:
    """Return what is wrong with everything else; checked again only where it or a name of an entry has changed."""
    names = (
        [(one.id, one.aliases, one.codes, one.causes) for one in content.neighbours.facts] if content.neighbours else []
    )
    key = digest_of(context.entry_key, context.rest, repr(sorted(content.ids)), repr(names))
    known: list[Problem] | None = store.recall(SHARED, key)
    if known is not None:
        return known
    found = list(check_shared(content))
    with store.transaction():
        store.keep(SHARED, key, found)
    return found
