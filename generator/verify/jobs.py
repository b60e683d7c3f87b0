"""A program and what its claims expect of it → a job: all that the worker needs to know to run it."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable
from typing import Any

from generator.content.frameworks import FRAMEWORKS
from generator.content.loader import LoadedEntry
from generator.content.model import Claim, Entry, Expectation, Rule, rules_of
from generator.content.programs import Snippet
from generator.judge.assertions import deciding
from generator.judge.needs import MEMORY
from generator.judge.verdicts import needs_of
from generator.verify import worker
from generator.verify.mode import exec_reason, preloads

Import = ast.Import | ast.ImportFrom
DEADLINE_SECONDS = 60.0
AUDITED_OF = 20  # one confirmation in so many is run again in a fresh interpreter


def claims_of(loaded: LoadedEntry, snippet: Snippet) -> tuple[Claim, ...]:
    """Return the claims of an entry that a program stands for."""
    return tuple(claim for _role, claim in loaded.entry.all_claims() if claim.snippet == snippet.name)


def job_for(
    loaded: LoadedEntry, snippet: Snippet, *, mode: str = "", repeat: int = 1, claims: Iterable[Claim] | None = None
) -> dict[str, Any]:
    """Return the job of a program. Its claims are all that use it, unless some are given."""
    claims = claims_of(loaded, snippet) if claims is None else tuple(claims)
    mode = mode or ("exec" if exec_reason(snippet) else "fork")
    return worker.job_of(
        snippet.name,
        snippet.content.decode(),
        files={name: content.decode() for name, content in snippet.files},
        variables=dict(snippet.variables),
        preload=list(preloads(snippet)) if mode == "fork" else [],
        mode=mode,
        gpus=max((gpus_of(needs_of(loaded, claim)) for claim in claims), default=0),
        deadline=deadline_of(claims),
        hangs=seconds_to_hang(snippet, claims),
        marks=marks_of(snippet),
        repeat=repeat,
        audit=is_audited(snippet),
        hints=[hint_of(loaded.entry, claim.expect or "completes") for claim in claims if hasattr(claim, "expect")],
    )


def is_audited(snippet: Snippet) -> bool:
    """Tell whether a confirmation of this program is audited: decided by its hash, so everywhere alike."""
    return int(hashlib.sha256(f"audit {snippet.digest}".encode()).hexdigest(), 16) % AUDITED_OF == 0


def gpus_of(needs: Iterable[str]) -> int:
    """Return how many GPUs such needs ask for."""
    words = {"gpu": 1, "two-gpus": 2}
    return max((1 if MEMORY.match(need) else words.get(need, 0) for need in needs), default=0)


def deadline_of(claims: Iterable[Claim]) -> float:
    """Return the seconds a program may take.

    Never less than usual, also where a claim says that it hangs: what is killed while it still imports has not hung.
    """
    hangs = [rule.hangs for claim in claims for rule in rules_of(getattr(claim, "expect", None)) if rule.hangs]
    return max([DEADLINE_SECONDS, *hangs])


def seconds_to_hang(snippet: Snippet, claims: Iterable[Claim]) -> float | None:
    """Return how long it is enough to see a program run after its imports: `None` where that is not known.

    It is where every claim expects nothing else, and every import stands at the top level, so that its end is seen.
    """
    rules = [rules_of(getattr(claim, "expect", None)) for claim in claims]
    hangs = [rule.hangs for some in rules for rule in some]
    if not hangs or not all(rules) or None in hangs or not _imports_at_the_top(snippet):
        return None
    return max(seconds for seconds in hangs if seconds)


def _imports_at_the_top(snippet: Snippet) -> bool:
    tree = snippet.tree
    return tree is not None and all(node in tree.body for node in ast.walk(tree) if isinstance(node, Import))


def marks_of(snippet: Snippet) -> dict[str, Any]:
    """Return the places of a program that a run takes note of: where assertions that decide and the imports end."""
    if snippet.tree is None:
        return worker.UNMARKED
    imports = [node for node in snippet.tree.body if isinstance(node, Import)]
    return {"asserts": list(map(_end_of, deciding(snippet.tree))), "imports": _end_of(imports[-1]) if imports else None}


def _end_of(node: ast.stmt) -> tuple[int | None, int | None]:
    return node.end_lineno, node.end_col_offset


def hint_of(entry: Entry, expect: Expectation) -> dict[str, Any]:
    """Say what the worker should look for, in data. It sees no more than this; the verdict is made elsewhere."""
    if isinstance(expect, tuple):
        return {"any": [hint_of(entry, rule) for rule in expect]}
    if isinstance(expect, Rule):
        return _hint_of_rule(expect)
    if expect == "completes":
        return {"clean": True}
    return {"texts": [_parts(symptom.signature) for symptom in entry.symptoms]}


def _hint_of_rule(rule: Rule) -> dict[str, Any]:
    if rule.hangs is not None:
        return {"hangs": rule.hangs}
    if rule.exits is not None:
        return {"exits": rule.exits}
    return {"classes": list(rule.raises or ()), "parts": _parts(rule.message or "")}


def _parts(signature: str) -> list[str]:
    return [part for part in signature.split("*") if part]


def distributions_of(snippet: Snippet) -> list[list[str]]:
    """Return, for each framework a program imports, the distributions any one of which provides it."""
    return [list(FRAMEWORKS[root]) for root in snippet.frameworks]
