"""A plan as data, for a host on which nothing of ours is installed: `batch.py` runs it there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from generator.content.frameworks import FRAMEWORKS
from generator.content.loader import Content, LoadedEntry
from generator.content.model import Claim
from generator.content.programs import Snippet
from generator.evidence.records import PROTOCOL
from generator.evidence.store import Evidence
from generator.judge.verdicts import FORK_CANNOT_CONTRADICT, JudgedClaim, judge_entry
from generator.verify.jobs import distributions_of, gpus_of, job_for
from generator.verify.plan import Wanted, recorded_seconds, tried_on

WAITING = ("not_run", "stale")
OUT_OF_REACH = ("needs_network",)  # nowhere does a program get one
RUN_HERE = frozenset({"simulated-driver", "no-driver"})  # a host with a GPU has neither


def exported(content: Content, evidence: Evidence, wanted: Wanted) -> dict[str, Any]:
    """Return the plan of every program that a claim waits for, as JSON data. What a host cannot run, it leaves out.

    Those that share a preloaded process come first, so that a host lent for minutes does the most with them.
    """
    seconds = recorded_seconds(evidence)
    cells = [
        cell_of(entry, snippet, claims, wanted.repeat, seconds)
        for entry in content.entries
        if not wanted.entries or entry.id in wanted.entries
        for snippet, claims in _waiting(entry, evidence, wanted)
    ]
    ordered = sorted(cells, key=lambda cell: (cell["job"]["mode"] == "exec", cell["job"]["preload"]))
    return {"protocol": PROTOCOL, "provides": FRAMEWORKS, "cells": ordered}


def _waiting(entry: LoadedEntry, evidence: Evidence, wanted: Wanted) -> Iterator[tuple[Snippet, list[JudgedClaim]]]:
    """Yield each program of an entry with its claims, where one of them waits, or belongs to one that does."""
    judged = [item for item in judge_entry(entry, evidence) if item.snippet and item.snippet.tree]
    waiting = [item for item in judged if _is_asked_for(item, wanted)]
    ids = {name for item in waiting for name in (item.claim.id, *tried_on(item.claim))}
    by_program: dict[str, list[JudgedClaim]] = {}
    for item in judged:
        # A cause is verified only where one environment shows all of it.
        if item in waiting or (not wanted.roles and ids.intersection((item.claim.id, *tried_on(item.claim)))):
            assert item.snippet
            by_program.setdefault(item.snippet.name, []).append(item)
    for name, items in by_program.items():
        yield entry.snippets[name], items


def _is_asked_for(item: JudgedClaim, wanted: Wanted) -> bool:
    if (wanted.roles and item.role not in wanted.roles) or RUN_HERE.intersection(item.needs):
        return False
    return item.verdict.reason not in OUT_OF_REACH and (wanted.again or item.verdict.word in WAITING)


def cell_of(
    entry: LoadedEntry, snippet: Snippet, items: list[JudgedClaim], repeat: int, seconds: Callable[[str, str], float]
) -> dict[str, Any]:
    """Return a program of an entry with the claims that it speaks for, and all that is needed to run it."""
    claims: list[Claim] = [item.claim for item in items]
    # What a fork could not confirm is not asked of a fork again.
    mode = "exec" if any(item.verdict.reason == FORK_CANNOT_CONTRADICT for item in items) else ""
    job = job_for(entry, snippet, mode=mode, repeat=repeat, claims=claims)
    job["gpus"] = min(gpus_of(item.needs) for item in items)
    return {
        "entry": entry.id,
        "program": snippet.digest,
        "distributions": distributions_of(snippet),
        "claims": [_claim(item) for item in items],
        "seconds": repeat * seconds(entry.id, snippet.name),
        "job": job,
    }


def _claim(item: JudgedClaim) -> dict[str, Any]:
    waits = item.verdict.word in WAITING
    return {"role": item.role, "id": item.claim.id, "needs": item.needs, "waits": waits}
