"""What the package that users install carries of an entry: what look-up knows of it, and a plan of its programs.

Both are compressed here, when the entry is made, so that a wheel is put together without compressing them again.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.content.frameworks import FRAMEWORKS
from generator.content.model import Site
from generator.distribution.zipped import LAST, Member, deflated
from generator.evidence.records import PROTOCOL
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.judge.verdicts import JudgedClaim
from generator.render.labels import label_for
from generator.render.lookup_records import lookup_record
from generator.render.record_files import indented

USUAL_SECONDS = 5.0  # of a program that never ran
Plan = Mapping[str, Any]


class Carried(NamedTuple):
    """A part of the index and, of an entry with programs that a reader can run, their plan; both compressed."""

    record: bytes
    plan: bytes = b""
    plan_size: int = 0
    plan_checksum: int = 0

    def plan_of(self, entry: str) -> Member:
        """Return the plan as a file of a zip file."""
        return Member(f"{entry}.json", lambda: (self.plan,), len(self.plan), self.plan_size, self.plan_checksum)


def carried(catalogue: Catalogue, entry: JudgedEntry) -> Carried:
    """Return what is carried of an entry. Of the catalogue, it takes the settings alone."""
    return carry(lookup_record(catalogue, entry), plan_for(catalogue.site, entry))


def carry(record: Mapping[str, Any], plan: Plan | None) -> Carried:
    """Compress what is carried."""
    packed = deflated(indented(record, 1))
    if plan is None:
        return Carried(packed)
    text = json.dumps(plan, ensure_ascii=False, sort_keys=True).encode()
    return Carried(packed, deflated(text) + LAST, len(text), zlib.crc32(text))


def plan_for(site: Site, entry: JudgedEntry) -> Plan | None:
    """Return a plan of the programs that a reader can run, if there are any, with what the site says of each claim."""
    seconds = _seconds(entry)
    by_program: dict[str, list[JudgedClaim]] = {}
    for item in entry.judged:
        if item.snippet and item.runs_at_readers:
            by_program.setdefault(item.snippet.name, []).append(item)
    cells = [_cell(entry, name, items, seconds.get(name, USUAL_SECONDS)) for name, items in by_program.items()]
    common = {"protocol": PROTOCOL, "provides": FRAMEWORKS, "site": site.address, "repository": site.repository}
    return {**common, "cells": cells} if cells else None


def _cell(entry: JudgedEntry, name: str, items: list[JudgedClaim], seconds: float) -> dict[str, Any]:
    from generator.verify.export import cell_of  # it imports much, and few builds need it

    cell = cell_of(entry.loaded, entry.loaded.snippets[name], items, 1, lambda _entry, _program: seconds)
    for claim, item in zip(cell["claims"], items, strict=True):
        claim.update(verdict=item.verdict.word, label=label_for(item, item.verdict).text)
    return cell


def _seconds(entry: JudgedEntry) -> dict[str, float]:
    """Return how long each program took: on a machine with a GPU, else on any; the slowest of them."""
    found: dict[str, tuple[bool, float]] = {}
    for item in entry.judged:
        for verdict in item.verdicts:
            if item.snippet and verdict.observation and verdict.environment:
                name, had_gpu = item.snippet.name, verdict.environment.kind == "device"
                found[name] = max((had_gpu, verdict.observation.seconds), found.get(name, (False, 0.0)))
    return {name: seconds for name, (_had_gpu, seconds) in found.items()}
