"""Running cells for a command: what will run and for how long, progress meanwhile, what is left afterwards."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from generator.build.loading import recorded_evidence
from generator.content.loader import Content
from generator.paths import local_store
from generator.terminal.hints import make_command
from generator.verify.attempts import note_attempts
from generator.verify.batch import NO_GPU, busy_text
from generator.verify.engine import run_cells
from generator.verify.environments import Host
from generator.verify.plan import Cell, durations
from generator.verify.progress import counted, duration
from generator.verify.run import Ran, gpu_pool

VIOLATIONS = {
    "network": "network: it sent a packet to somewhere, and programs run without a network",
    "files": "files: it wrote outside its folder, its home and its TMPDIR",
    "disk quota": "disk quota: it wrote more than its folder holds",
}


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of running cells: how many ran, which gave no evidence and why, how many were left for another time."""

    ran: int = 0
    failed: tuple[tuple[Cell, str], ...] = ()
    left: int = 0

    @property
    def is_complete(self) -> bool:
        """Tell whether everything ran and gave evidence."""
        return not self.failed and not self.left

    def lines(self, content: Path) -> list[str]:
        """Say what is left for the next time, and how to keep what ran."""
        lines = []
        if self.left:
            lines.append(f"left      {counted(self.left, 'program')} for the next time; VERIFY=all runs all of them")
        if self.ran > len(self.failed):
            lines.append(f"keep it   {make_command('evidence', content)}, then commit {content}/evidence")
        return lines


def busy_line(hosts: Collection[Host]) -> str:
    """Say that every GPU is in use by something else, or nothing where one is free or nobody watches."""
    watched = [host for host in hosts if host.environment.isolation.get("GPU memory") == "watched for other users"]
    gpus = gpu_pool(watched=True)
    return busy_text(gpus) if watched and gpus.all_busy() else ""


def without_busy_gpus(cells: Sequence[Cell]) -> list[Cell]:
    """Leave out what would run on a GPU that something else uses, and say so."""
    on_gpu = [cell for cell in cells if cell.host.environment.gpus]
    reason = busy_line({cell.host.environment.id: cell.host for cell in on_gpu}.values()) if on_gpu else ""
    if not reason:
        return list(cells)
    click.echo(f"left out  {counted(len(on_gpu), 'program')}: {reason}", err=True)
    return [cell for cell in cells if not cell.host.environment.gpus]


def announcement(content: Content, cells: Sequence[Cell], minutes: float | None) -> str:
    """Say how many programs will run where, for about how long, and when that ends."""
    seconds = sum(map(durations(recorded_evidence(content)), cells))
    names = dict.fromkeys(cell.host.environment.name for cell in cells)
    on_gpu = sum(cell.asks_for_gpu for cell in cells)
    gpu = f" ({on_gpu} of them need the GPU, and come first)" if on_gpu else ""
    line = f"running {counted(len(cells), 'program')}{gpu} in {', '.join(names)}: about {duration(seconds)}"
    if minutes is not None and seconds > 60 * minutes:
        line += f"; this time for {minutes:g} min, the rest next time"
    return line


def run_with_progress(
    content: Content, cells: Sequence[Cell], *, again: bool = False, minutes: float | None = None
) -> Attempt:
    """Run cells, with a bar in a terminal and a line each elsewhere. After `minutes` no further one is started."""
    budget = None if minutes is None else 60 * minutes
    return attempted(content, cells, run_cells(cells, local_store(content.root), again=again, seconds=budget))


def attempted(content: Content, cells: Sequence[Cell], running: Iterator[tuple[Cell, Ran]]) -> Attempt:
    """Show cells that run, and return what came of them."""
    store = local_store(content.root)
    ended: list[Cell] = []
    failed: list[tuple[Cell, str]] = []
    try:
        for cell, ran in _shown(cells, running):
            ended.append(cell)
            trouble = trouble_of(ran)
            if trouble:
                failed.append((cell, trouble))
    finally:
        note_attempts(store, ended, [cell for cell, _trouble in failed])
    return Attempt(len(ended), tuple(failed), max(0, len(cells) - len(ended)))


def _shown(cells: Sequence[Cell], running: Iterator[tuple[Cell, Ran]]) -> Iterator[tuple[Cell, Ran]]:
    from rich.console import Console  # of use only where something runs
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    terminal = sys.stderr.isatty()
    columns = (BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    troubles: list[str] = []
    with Progress(*columns, console=Console(stderr=True), disable=not terminal, transient=True) as progress:
        task = progress.add_task("", total=len(cells))
        for cell, ran in running:
            line = f"ran {cell.name}: {trouble_of(ran) or ending_of(ran)}"
            progress.update(task, advance=1, description=cell.name)
            if not terminal:
                click.echo(line, err=True)
            elif trouble_of(ran):
                troubles.append(line)
            yield cell, ran
    for line in troubles:
        click.echo(line, err=True)


def trouble_of(ran: Ran) -> str:
    """Say why a run is evidence of nothing, or nothing if it is."""
    if ran.observation is None:
        return f"harness_error: {ran.harness}"
    if ran.observation.violations:
        return "isolation_violation: " + "; ".join(VIOLATIONS.get(name, name) for name in ran.observation.violations)
    return "" if ran.is_evidence else "harness_error: it ended without a report"


def ending_of(ran: Ran) -> str:
    """Say in a few words how a run ended."""
    observation = ran.observation
    assert observation
    ended = "deadline" if observation.timed_out else observation.signal or f"exit {observation.exit_code}"
    runs = f", {1 + len(observation.repeats)} runs" if observation.repeats else ""
    return f"{ended}, {observation.mode}, {observation.seconds} s{runs}"


def what_is_here(asked: Any, hosts: Sequence[Host]) -> Iterator[str]:
    """Say which interpreters were asked and what they have, and which GPUs there are."""
    for interpreter in asked:
        yield f"asked     {interpreter.line()}"
    gpus = dict.fromkeys(
        f"{gpu.name}, {gpu.memory_mib} MiB; driver {host.environment.driver or 'unknown'}"
        for host in hosts
        for gpu in host.environment.gpus
    )
    for line in gpus or (NO_GPU,):
        yield f"found     {line}"
    pool = gpu_pool(watched=True)
    for gpu, used in pool.idle.items() if gpus else ():
        state = " by something else" if gpu in pool.busy else ""
        yield f"memory    {gpu}: {'unknown' if used is None else f'{used} MiB'} in use{state}"
