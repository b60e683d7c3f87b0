"""Run what is due and put each observation on disk before it is handed on."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from pathlib import Path

from generator.evidence import Evidence, Observation, load_evidence, write_evidence
from generator.verify.plan import Cell
from generator.verify.run import limit_core_dumps, run_snippet

LOCAL_STORE = Path(".cache/observations")


def run_cells(cells: Sequence[Cell], store: Path = LOCAL_STORE) -> Iterator[tuple[Cell, Observation]]:
    """Run cells on this machine; yield each with its observation once that is in the store."""
    limit_core_dumps()
    evidence = load_evidence(store)
    with local_executor(cells) as executor:
        yield from _collect(executor, cells, evidence, store)


def local_executor(cells: Sequence[Cell]) -> Executor:
    """Return as many slots as the machine bears: one where a GPU is in play, else one per core."""
    with_gpu = any(cell.host.environment.gpus for cell in cells)
    return ThreadPoolExecutor(max_workers=1 if with_gpu else max(1, os.cpu_count() or 1))


def _collect(
    executor: Executor, cells: Sequence[Cell], evidence: Evidence, store: Path
) -> Iterator[tuple[Cell, Observation]]:
    futures = {executor.submit(run_snippet, cell.snippet, cell.host, deadline=cell.deadline): cell for cell in cells}
    try:
        for future in as_completed(futures):
            cell, observation = futures[future], future.result()
            if observation.reported or observation.signal or observation.timed_out or observation.exit_code:
                evidence.add(cell.entry.id, cell.host.environment, observation)
                write_evidence(store, evidence, [cell.entry.id])
            yield cell, observation
    finally:
        for future in futures:
            future.cancel()
