"""What verification costs, beside one `python snippet.py` each, and what it survives.

python -m benchmarks.verify [--python PYTHON_WITH_TORCH] [overhead] [batch] [unchanged] [memory] [killed]
"""

from __future__ import annotations

import argparse
import os
import platform
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.made_content import make_content
from generator.content.loader import load_content
from generator.evidence.records import Observation, observation_key
from generator.evidence.store import Evidence, load_evidence, write_evidence
from generator.verify import run as running
from generator.verify import worker
from generator.verify.engine import run_cells
from generator.verify.environments import Host, environment_from, find_hosts
from generator.verify.plan import plan

ROOT = Path(__file__).resolve().parents[1]
TORCH = "import torch\n\nassert torch.ones({n}).sum() == {n}\n{{symptom}}\n"
IN_FLIGHT_HERE = os.cpu_count() or 1
Row = tuple[str, str, str]


def torch_program(number: int) -> str:
    """Return a program that uses PyTorch a little and then raises the symptom."""
    return TORCH.format(n=number % 7 + 2)


def plain_program(number: int) -> str:
    """Return a program that raises the symptom and does nothing else."""
    return f"n = {number}\n{{symptom}}\n"


def seconds_of(action: Callable[[], object]) -> float:
    """Return how long an action takes."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def overhead(python: Path) -> Iterator[Row]:
    """Measure one program that imports torch: in a fork, in exec mode, and as `python snippet.py`."""
    program = torch_program(1).replace("{symptom}", "")
    [host] = find_hosts([str(python)])
    session = worker.Session(str(python), dict(host.environment.isolation))
    job = worker.job_of("snippet.py", program, preload=["torch"])
    try:
        first = seconds_of(lambda: session.run(job, "fork"))
        forks = [seconds_of(lambda: session.run(job, "fork")) for _ in range(40)]
        fresh = [seconds_of(lambda: session.run(job, "exec")) for _ in range(5)]
    finally:
        session.close()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "snippet.py")
        path.write_text(program)
        peer = [seconds_of(lambda: subprocess.run([python, path], check=True)) for _ in range(5)]
    fork, plain = statistics.median(forks), statistics.median(peer)
    worst = sorted(forks)[int(len(forks) * 0.95)]
    yield "`python snippet.py`, median of 5", f"{plain:.2f} s", "1"
    yield "exec mode, median of 5", f"{statistics.median(fresh):.2f} s", f"{plain / statistics.median(fresh):.2f}"
    yield f"fork mode, median of 40 (p95 {worst:.3f} s)", f"{fork:.3f} s", f"{plain / fork:.0f} times less"
    yield "start of the preloaded process, once", f"{first - fork:.2f} s", ""


def batch(python: Path) -> Iterator[Row]:
    """Measure 200 programs that import torch, through `generator verify`, and one interpreter each."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = make_content(folder, 10, 20, torch_program)
        ours = seconds_of(lambda: verify(folder, python))
        seen = [
            one
            for names in load_evidence(folder / ".cache/observations/content").observations.values()
            for one in names.values()
        ]
        programs = sorted(root.glob("entries/*/*/*.py"))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            peer = seconds_of(
                lambda: list(
                    pool.map(
                        lambda path: subprocess.run([python, path], stderr=subprocess.DEVNULL, check=False), programs
                    )
                )
            )
    audited = sum(one.audited for one in seen)
    yield f"one `python snippet.py` each, {os.cpu_count()} at a time", f"{peer:.0f} s", "1"
    yield (
        f"`generator verify`, {len(seen)} programs, {audited} of them audited",
        f"{ours:.1f} s",
        f"{peer / ours:.1f} times faster",
    )


def verify(folder: Path, python: Path, *more: str, expected: int = 0) -> str:
    """Run `generator verify` in a folder; return what it printed. Raises when it ends otherwise than expected."""
    command = [sys.executable, "-m", "generator", "verify", "--python", str(python), *more]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    if done.returncode != expected:
        raise SystemExit(f"verify ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout + done.stderr


def unchanged(_python: Path) -> Iterator[Row]:
    """Measure a verify with nothing due over 10,000 observations: 100 entries of 20 programs in 5 environments."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = make_content(folder, 100, 20, plain_program)
        [host] = find_hosts([sys.executable])
        count = record_everything(root, host, environments=5)
        first = seconds_of(lambda: verify(folder, Path(sys.executable)))
        again = []
        for _ in range(5):
            started = time.perf_counter()
            told = verify(folder, Path(sys.executable))
            again.append(time.perf_counter() - started)
            assert "ran " not in told
    yield f"first `verify` over {count:,} recorded observations, nothing due", f"{first:.2f} s", "0 runs"
    yield "unchanged `verify` over them, median of 5", f"{statistics.median(again):.2f} s", "0 runs"


def record_everything(root: Path, host: Host, environments: int) -> int:
    """Commit an observation of every program in this environment and in others like it; return how many."""
    content, evidence = load_content(root), Evidence()
    facts = host.environment.model_dump(mode="json", exclude={"id", "name", "format"})
    made = [environment_from({**facts, "distributions": {"numpy": f"2.{n}.0"}}) for n in range(environments - 1)]
    for environment in (host.environment, *made):
        for entry in content.entries:
            line = f"ValueError: {entry.entry.symptoms[0].text.partition(': ')[2]}"
            raised = {"classes": ["ValueError"], "message": line.partition(": ")[2], "line": line}
            for snippet in entry.snippets.values():
                fields = {"exit_code": 1, "signal": None, "timed_out": False, "reported": True, "exception": raised}
                fields |= {"device_sync": None, "stdout": "", "stderr": line, "seconds": 0.1, "peak_memory_mib": 9}
                key = observation_key(snippet.digest, "exec", environment.id)
                where = {"snippet": snippet.name, "key": key, "mode": "exec", "date": "2026-11-21"}
                evidence.add(entry.id, environment, Observation.model_validate({**fields, **where}))
    write_evidence(root / "evidence", evidence)
    return sum(len(seen) for seen in evidence.observations.values())


def memory(_python: Path) -> Iterator[Row]:
    """Measure the memory of the supervisor while 10,000 programs run."""
    with tempfile.TemporaryDirectory() as name:
        root = make_content(Path(name), 500, 20, plain_program)
        cells = plan(load_content(root), Evidence(), list(find_hosts([sys.executable])))
        started, marks = time.perf_counter(), {}
        for count, _ran in enumerate(run_cells(cells, Path(name) / "store"), 1):
            if count in (1_000, 5_000, 10_000):
                marks[count] = resident_mib()
        took = time.perf_counter() - started
    for count, mib in marks.items():
        yield (
            f"supervisor's memory after {count:,} of {len(cells):,} programs",
            f"{mib:.0f} MiB",
            f"{mib / marks[1000]:.3f}",
        )
    yield f"a program that imports nothing, {os.cpu_count()} at a time", f"{took / len(cells) * 1000:.0f} ms", ""


def resident_mib() -> float:
    """Return the resident memory of this process."""
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def killed(python: Path) -> Iterator[Row]:
    """Kill the process that programs are forked from while 200 of them are on their way."""
    with tempfile.TemporaryDirectory() as name:
        store = Path(name) / "store"
        root = make_content(Path(name), 10, 20, torch_program)
        cells = plan(load_content(root), Evidence(), list(find_hosts([str(python)])))
        done: list[str] = []
        killed_at, next_at, before = 0.0, 0.0, {}
        for cell, ran in run_cells(cells, store):
            assert ran.observation, ran.harness
            done.append(cell.name)
            if len(done) == 60:
                before = {str(path): path.stat().st_mtime_ns for path in store.glob("*/*/*/*.json")}
                killed_at = time.perf_counter()
                kill_zygotes()
            # What was on its way when the process was killed ends as it would have: it is no child of it.
            if killed_at and not next_at and len(done) > 60 + IN_FLIGHT_HERE:
                next_at = time.perf_counter()
        after = {str(path): path.stat().st_mtime_ns for path in store.glob("*/*/*/*.json")}
    lost = [path for path in before if path not in after]
    twice = [path for path in before if after.get(path) != before[path]]
    assert sorted(done) == sorted(cell.name for cell in cells)
    yield (
        "worker killed with SIGKILL after 60 of 200: until the next result of one started later",
        f"{next_at - killed_at:.1f} s",
        "",
    )
    yield "finished programs lost", str(len(lost)), ""
    yield "finished programs run twice", str(len(twice)), ""


def kill_zygotes() -> None:
    """Kill every process of this one's sessions that has frameworks loaded."""
    for session in running.sessions():
        for zygote in session.zygotes.values():
            if zygote.preload:
                os.kill(zygote.process.pid, signal.SIGKILL)


PARTS = {"overhead": overhead, "batch": batch, "unchanged": unchanged, "memory": memory, "killed": killed}


def main() -> None:
    """Measure and print tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", type=Path, default=ROOT / ".venvs/frameworks/bin/python")
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], default=[])
    told = parser.parse_args()
    print(f"{os.cpu_count()} cores, {platform.platform()}, Python {platform.python_version()}")
    for name in told.parts or PARTS:
        print(f"\n| {name} | measured | ratio |\n|---|--:|--:|", flush=True)
        for row in PARTS[name](told.python.absolute()):
            print("| {} | {} | {} |".format(*row), flush=True)


if __name__ == "__main__":
    main()
