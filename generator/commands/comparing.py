"""What ran here beside what is committed, claim by claim."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from generator.content.loader import Content
from generator.content.model import Role
from generator.evidence.store import Evidence, load_evidence
from generator.judge.verdicts import JudgedClaim, judge_entry
from generator.paths import local_store
from generator.recorded.comparison import ComparedClaim, compare_claims, equivalent_recorded, seen, state, verdicts_in
from generator.verify.environments import Host
from generator.verify.plan import Cell


class Compared(NamedTuple):
    """What a comparison says, how many verdicts differ, and for how many hosts nothing is committed that speaks."""

    said: list[str]
    differing: int
    unknown: int


def differences(
    content: Content, hosts: Sequence[Host], cells: Iterable[Cell], roles: Collection[Role], *, whole: bool
) -> Compared:
    """Compare what ran here with what is committed, claim by claim; say which verdicts differ, and how many.

    `cells` are all that ran; `whole` tells whether they are all of a plan, or a part.
    """
    committed, fresh = content.committed, load_evidence(local_store(content.root))
    ours = [environment for environment in committed.environments.values() if not environment.contributed]
    compared = {(cell.name, cell.host.environment.id) for cell in cells}
    said: list[str] = []
    differing = unknown = 0
    for host in hosts:
        alike = equivalent_recorded(host.environment, ours)
        if alike is None:
            unknown += 1
            said.append(f"compared  {host.environment.name}: nothing is committed of an environment like it")
            continue
        asked = {program for program, environment in compared if environment == host.environment.id}
        before, now = (_judged(content, evidence, asked, roles) for evidence in (committed, fresh))
        claims = compare_claims(verdicts_in(alike.id, before), verdicts_in(host.environment.id, now))
        other = [claim for claim in claims if _differs(claim, whole=whole and not roles)]
        for claim in other:
            was, is_now = (f"{state(one)} ({seen(one)})" if one else "not run" for one in (claim.a, claim.b))
            said.append(f"differs: {claim.name}: committed {was}, here {is_now}; in {host.environment.name}")
        counts = f"{len(claims)} claims, {len(other)} differ"
        said.append(f"compared  {host.environment.name} with {alike.name} ({alike.id}): {counts}")
        differing += len(other)
    return Compared(said, differing, unknown)


def _differs(claim: ComparedClaim, *, whole: bool) -> bool:
    """Tell whether a verdict differs. Where not all was run, a cure may lack the run of what it cures."""
    if whole or claim.a is None or claim.b is None:
        return claim.difference in ("verdict", "only_a")
    return claim.a.word != claim.b.word


def _judged(
    content: Content, evidence: Evidence, programs: Collection[str], roles: Collection[Role]
) -> list[tuple[str, JudgedClaim]]:
    return [
        (entry.id, item)
        for entry in content.entries
        for item in judge_entry(entry, evidence)
        if f"{entry.id}/{item.claim.snippet}" in programs and (not roles or item.role in roles)
    ]
