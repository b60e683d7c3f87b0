"""The work of `generator verify --executor`: connect, plan for what other machines have, run there, say what came."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from generator.build.loading import recorded_evidence
from generator.commands.options import USAGE, UsageProblem
from generator.commands.running import attempted
from generator.commands.shared import load_or_exit, refuse_unknown
from generator.commands.verifying import chosen, conclusion_of, due, is_chosen, plan_lines
from generator.content.loader import Content
from generator.evidence.store import Evidence
from generator.paths import local_store
from generator.publish.command_cache import Conclusion
from generator.verify.batch import interrupt_on_sigterm
from generator.verify.environments import Host
from generator.verify.fleet import Fleet, FleetError
from generator.verify.plan import Cell, Wanted, durations
from generator.verify.run import Ran

INSTALL = "install what it needs with `pip install -r requirements/fleet.txt`"
DASK, SLURM = "dask://", "slurm:"
SCHEDULERS = (DASK, "tcp://", "tls://")
PORT = re.compile(r":[0-9]+/?$")


def conclude_on_fleet(content_root: Path, where: str, entries: tuple[str, ...], asked: Mapping[str, Any]) -> Conclusion:
    """Do what the command line asks, on other machines; return what is left to say, and the exit code."""
    loaded, _warnings = load_or_exit(content_root, code=USAGE, judged=False)
    refuse_unknown(entries, loaded)
    wanted = Wanted(entries, asked["roles"], asked["again"], asked["changed"], asked["repeat"])
    interrupt_on_sigterm()  # or what was sent would stay on the machines
    try:
        fleet = _connect(where)
    except FleetError as error:
        raise UsageProblem(str(error)) from error
    try:
        return _conclude(loaded, fleet, wanted, asked)
    except FleetError as error:
        raise UsageProblem(str(error)) from error
    finally:
        fleet.close()


def _connect(where: str) -> Fleet:
    """Return the machines that an option names. Raises FleetError, and UsageProblem where it names none."""
    try:
        if where.startswith(SCHEDULERS):
            if not PORT.search(where):
                raise UsageProblem(f"--executor {where} names no port: add the scheduler's, such as {where}:8786")
            from generator.verify.fleet.dask import DaskFleet

            return DaskFleet(where.replace(DASK, "tcp://", 1))
        if where.startswith(SLURM):
            from generator.verify.fleet.slurm import SlurmFleet

            return SlurmFleet(Path(where.removeprefix(SLURM)))
    except ImportError as error:
        raise UsageProblem(f"--executor {where} needs the package {error.name}: {INSTALL}") from error
    raise UsageProblem(f"--executor '{where}' names no machines: write dask://HOST:PORT, tls://HOST:PORT or slurm:FILE")


def _conclude(content: Content, fleet: Fleet, wanted: Wanted, asked: Mapping[str, Any]) -> Conclusion:
    click.echo("asked     the machines what they are; this may take two minutes, where none has come yet", err=True)
    hosts = chosen(list(fleet.hosts()), asked["pattern"])
    _say(fleet)
    known: Evidence = Evidence() if asked["compare"] else recorded_evidence(content)
    seconds = durations(known)

    def plan(some: Sequence[Host]) -> list[Cell]:
        cells = due(content, some, wanted, asked["part"], ignore_committed=asked["compare"])
        return sorted(cells, key=seconds, reverse=True)  # or the longest would be left for the end

    def plan_later(some: Sequence[Host]) -> list[Cell]:
        new = [host for host in some if is_chosen(host, asked["pattern"])]
        hosts.extend(new)
        return plan(new)

    cells = plan(hosts)
    if asked["only_plan"]:
        return Conclusion(tuple(plan_lines(content, hosts, cells, wanted)), 0)
    running = fleet.run(cells, local_store(content.root), plan_later, again=wanted.again)
    attempt = attempted(content, cells, _with_notes(fleet, running))
    for line in attempt.lines(content.root):
        click.echo(line, err=True)
    failed = attempt.failed
    return conclusion_of(content, hosts, wanted, failed, asked)


def _with_notes(fleet: Fleet, running: Iterator[tuple[Cell, Ran]]) -> Iterator[tuple[Cell, Ran]]:
    for cell, ran in running:
        _say(fleet)
        yield cell, ran


def _say(fleet: Fleet) -> None:
    for line in fleet.notes():
        click.echo(line, err=True)
