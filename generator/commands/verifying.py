"""The work of `generator verify`: plan, run, say what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from generator.build.loading import recorded_evidence
from generator.commands.comparing import Compared, differences
from generator.commands.options import CONTRADICTED, NOTHING_RAN, USAGE, UsageProblem, no_host
from generator.commands.report import (
    contradictions,
    flaky_lines,
    judged_claims,
    unasserted_lines,
    verdict_lines,
)
from generator.commands.running import run_with_progress, without_busy_gpus
from generator.commands.shared import load_or_exit, refuse_unknown
from generator.content.loader import Content
from generator.evidence.store import Evidence, load_evidence
from generator.judge.counts import count
from generator.judge.needs import first_unmet, needs_gpu
from generator.judge.verdicts import judge_entry, not_run_reason
from generator.paths import local_store
from generator.publish.command_cache import Conclusion
from generator.terminal.hints import generator_command
from generator.verify.environments import Host, hosts_of
from generator.verify.interpreters import Described
from generator.verify.plan import Cell, Wanted, durations, plan, runnable, shard

Shard = tuple[int, int]  # one of several parts of a plan; the first is 1 of n


def conclude(
    content_root: Path, described: Iterable[Described], entries: tuple[str, ...], asked: Mapping[str, Any]
) -> Conclusion:
    """Do what the command line asks; return what is left to say, and the exit code."""
    loaded, _warnings = load_or_exit(content_root, code=USAGE, judged=False)
    refuse_unknown(entries, loaded)
    wanted = Wanted(entries, asked["roles"], asked["again"], asked["changed"], asked["repeat"])
    hosts = chosen(list(hosts_of(described)), asked["pattern"])
    cells = due(loaded, hosts, wanted, asked["part"], ignore_committed=asked["compare"])
    if asked["only_plan"]:
        return Conclusion(tuple(plan_lines(loaded, hosts, cells, wanted)), 0)
    if not _can_run_anything(loaded, hosts):
        return Conclusion((no_host(content_root),), NOTHING_RAN)
    able = without_busy_gpus(cells)
    failed = run_with_progress(loaded, able, again=wanted.again).failed
    return conclusion_of(loaded, hosts, wanted, failed, asked)


def conclusion_of(
    content: Content,
    hosts: Sequence[Host],
    wanted: Wanted,
    failed: Collection[tuple[Cell, str]],
    asked: Mapping[str, Any],
) -> Conclusion:
    """Compare with what is committed, if that was asked for, and say what came of it all."""
    compared = Compared([], 0, 0)
    if asked["compare"]:
        rerun = due(content, hosts, replace(wanted, again=True), asked["part"], ignore_committed=True)
        compared = differences(content, hosts, rerun, wanted.roles, whole=asked["part"] is None)
    return _conclude(content, hosts, wanted, failed, compared)


def _can_run_anything(content: Content, hosts: Sequence[Host]) -> bool:
    """Tell whether there is a host with frameworks, or one for programs of the standard library and such programs."""
    plain = [host for host in hosts if host.is_plain]
    return len(plain) < len(hosts) or any(list(runnable(entry, host)) for entry in content.entries for host in plain)


def chosen(hosts: list[Host], pattern: str | None) -> list[Host]:
    """Return the hosts whose environment a pattern names, or all. Raises UsageProblem where there are none."""
    found = [host for host in hosts if is_chosen(host, pattern)]
    if pattern is not None and not found:
        here = ", ".join(host.environment.name for host in hosts) or "none"
        raise UsageProblem(f"no environment at hand is called '{pattern}'; at hand: {here}")
    return found


def is_chosen(host: Host, pattern: str | None) -> bool:
    """Tell whether a pattern, if there is one, names the environment of a host."""
    here = host.environment
    return pattern is None or fnmatchcase(here.name, pattern) or here.id == pattern


def due(
    content: Content,
    hosts: Sequence[Host],
    wanted: Wanted,
    part: Shard | None = None,
    *,
    ignore_committed: bool = False,
) -> list[Cell]:
    """Return what is due, or a part of it. `ignore_committed`: it counts for nothing.

    Parts are cut from what is due by the committed evidence, so that every machine and every new start finds the same;
    what is in the local store is then left out.
    """
    if not hosts:
        return []
    recorded = load_evidence(local_store(content.root)) if ignore_committed else recorded_evidence(content)
    cells = plan(content, recorded, hosts, wanted)
    if part is None:
        return cells
    committed = content.committed
    whole = plan(content, Evidence() if ignore_committed else committed, hosts, wanted)
    mine = {_place(cell) for cell in shard(whole, *part, durations(committed))}
    return [cell for cell in cells if _place(cell) in mine]


def _place(cell: Cell) -> tuple[str, str]:
    return cell.name, cell.host.environment.id


def plan_lines(content: Content, hosts: Sequence[Host], cells: Sequence[Cell], wanted: Wanted) -> Iterator[str]:
    """Yield what would run and why, and what cannot run here."""
    seconds = durations(recorded_evidence(content))
    for cell in cells:
        mode = f"{cell.mode} ({cell.modes_reason})" if cell.modes_reason else cell.mode
        yield f"{cell.name} in {cell.host.environment.name}: {cell.why}; mode {mode}"
    about = f", about {sum(map(seconds, cells)):.0f} s, by earlier runs where there are any" if cells else ""
    yield f"{len(cells)} to run{about}"
    if not hosts:
        yield no_host(content.root)
    reasons = missing_here(content, hosts, wanted)
    if reasons:
        cannot = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
        yield f"claims that cannot be run here: {cannot}"


def missing_here(content: Content, hosts: Sequence[Host], wanted: Wanted) -> Counter[str]:
    """Count the claims that cannot be run here, by what is missing."""
    return Counter(_missing(content, hosts, wanted))


def _missing(content: Content, hosts: Sequence[Host], wanted: Wanted) -> Iterator[str]:
    """Yield, for each claim asked for that no host can run, what the first of them lacks."""
    for entry in content.entries:
        for item in judge_entry(entry, Evidence()):
            asked = entry.id in (wanted.entries or (entry.id,)) and item.role in (wanted.roles or (item.role,))
            asked &= not wanted.gpu or needs_gpu(item.needs)
            if asked and item.snippet and all(first_unmet(item.needs, host.environment) for host in hosts):
                yield not_run_reason(item.needs, hosts[0].environment if hosts else None)


def _conclude(
    content: Content,
    hosts: Sequence[Host],
    wanted: Wanted,
    failed: Collection[tuple[Cell, str]],
    compared: Compared,
) -> Conclusion:
    """Say what is contradicted, flaky, different or without evidence, and count verdicts."""
    recorded = recorded_evidence(content)
    contradicted = contradictions(content, recorded)
    unasserted = unasserted_lines(content, recorded)
    nothing = _nothing_of_what_was_asked(content, hosts, wanted)
    said = (
        *contradicted,
        *([_what_to_do(content)] if contradicted else []),
        *flaky_lines(content, recorded),
        *unasserted,
        *compared.said,
        *(f"no evidence of {cell.name} in {cell.host.environment.name}: {trouble}" for cell, trouble in failed),
        *_verdicts(content, recorded, wanted),
        *([nothing] if nothing else []),
    )
    if contradicted or compared.differing:
        return Conclusion(said, CONTRADICTED, lasting=not failed)
    without_evidence = failed or unasserted or nothing or compared.unknown
    return Conclusion(said, NOTHING_RAN if without_evidence else 0, lasting=not failed)


def _what_to_do(content: Content) -> str:
    accept = generator_command("accept ENTRY", content.root)
    return f"what to do: change the program or the texts, or expect what was seen (`{accept}` prints the line)"


def _verdicts(content: Content, recorded: Evidence, wanted: Wanted) -> Iterator[str]:
    """Say what came of each claim of the entries that were named; of all entries, only how many of what."""
    if not wanted.entries:
        yield from verdict_lines(count(judged_claims(content, recorded)))
    for entry in content.entries:
        for item in judge_entry(entry, recorded) if entry.id in wanted.entries else ():
            reason = f" ({item.verdict.reason})" if item.verdict.reason else ""
            yield f"{entry.id} {item.role} {item.claim.id}: {item.verdict.word}{reason}"


def _nothing_of_what_was_asked(content: Content, hosts: Sequence[Host], wanted: Wanted) -> str:
    if not wanted.entries and not wanted.roles:
        return ""
    asked = [entry for entry in content.entries if not wanted.entries or entry.id in wanted.entries]
    missing = [entry.id for entry in asked if not any(list(runnable(entry, host, wanted.roles)) for host in hosts)]
    if not missing or (len(missing) < len(asked) and not wanted.entries):
        return ""
    look = generator_command("verify --plan", content.root)
    return f"nothing of {', '.join(missing)} can run here: `{look}` says what is missing"
