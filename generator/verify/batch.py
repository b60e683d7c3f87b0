"""Run a plan on a machine where nothing else of ours is installed. Standard library only, Python 3.9 or later.

Exit codes: 0 done; 2 wrong usage; 3 nothing can run here, and nothing was written; 4 programs are left, run again;
130 stopped, with what had ended kept.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, NoReturn

from . import finding, worker
from .planfile import Cell, Plan, PlanError, asks_for_gpu, missing, read_plan
from .progress import Progress, counted, duration, say
from .resultfile import ResultFile, ResultFileError, environment_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .worker.messages import Job, Observation, Result

DONE, USAGE, NOTHING_RUNS, LEFT, STOPPED = 0, 2, 3, 4, 130
NO_GPU = "no GPU: neither nvidia-smi nor NVML nor the CUDA driver library shows one"
NO_FRAMEWORK = "\nno framework in any Python that was asked either: --readme says what to install"
CANNOT_RUN = (OSError, subprocess.SubprocessError, ValueError)
OWN_FOLDER = os.path.dirname(os.path.abspath(__file__))


class Host(NamedTuple):
    """An interpreter, what it says of itself, and the cells of the plan that it can run and has not run yet."""

    interpreter: finding.Interpreter
    facts: dict[str, Any]
    able: list[Cell]
    due: list[Cell]


class Options(NamedTuple):
    """What a person asked for. `minutes`: start no program after that; `shared`: also beside other users of a GPU."""

    pythons: list[str]
    out: str
    minutes: float | None = None
    shared: bool = False


Keep = Callable[[Cell, dict[str, Any], "Observation"], None]  # with facts and observation
Ended = Callable[[Cell, str, str], None]  # with why it is no evidence, or how it ended


class NothingRunsError(Exception):
    """Nothing of a plan can run here; the text says why, a line for each reason."""


def main(arguments: Sequence[str], plan_text: str, readme: str) -> int:
    """Run the plan of a bundle, as its command line says."""
    parser = argparse.ArgumentParser(
        prog="gpu-plan.pyz",
        description="Run programs that wait for a GPU, and write what they did into one file.",
        epilog="exit codes: 0 done, 2 usage, 3 nothing can run here, 4 programs are left: run it again, 130 stopped",
    )
    python_help = "interpreter, environment folder or conda environment; may be repeated. Default: those found here"
    parser.add_argument("--python", action="append", default=[], help=python_help)
    parser.add_argument("--out", default="gpu-results.jsonl", help="the file of results (default: %(default)s)")
    parser.add_argument("--minutes", type=float, help="start no program after so many minutes")
    parser.add_argument("--shared-gpu", action="store_true", help="also on a GPU that something else uses")
    parser.add_argument("--readme", action="store_true", help="print what to install, and what comes back")
    given = parser.parse_args(arguments)
    if given.minutes is not None and given.minutes <= 0:
        parser.error("--minutes: a number above 0")
    if given.readme:
        say(readme)
        return DONE
    options = Options(given.python, given.out, given.minutes, given.shared_gpu)
    return run_plan(lambda: read_plan(plan_text, "the plan in this file"), options)


def run_plan(plan: Callable[[], Plan], options: Options) -> int:
    """Run what this machine can of a plan; print what happens, and return the exit code."""
    try:
        interrupt_on_sigterm()
        found = plan()
        results = ResultFile(options.out)
        gpu_pool = worker.GpuPool(watched=not options.shared)
        hosts = find_hosts(found, results, options, gpu_pool)
        return run_hosts(hosts, results, options, gpu_pool)
    except (PlanError, ResultFileError, finding.UnknownInterpreterError) as error:
        print(f"Error: {error}", file=sys.stderr)
        return USAGE
    except NothingRunsError as error:
        print(f"Nothing was run, and nothing was written:\n{error}", file=sys.stderr)
        return NOTHING_RUNS
    except KeyboardInterrupt:
        return STOPPED


def interrupt_on_sigterm() -> None:
    """Stop as on Ctrl-C at the signal that a scheduler sends before it kills."""
    signal.signal(signal.SIGTERM, _interrupt)


def _interrupt(_number: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt


# --- where ----------------------------------------------------------------------------------------------


def find_hosts(plan: Plan, results: ResultFile, options: Options, gpu_pool: worker.GpuPool) -> list[Host]:
    """Return the hosts that can run something of a plan, and say what was asked. Raises NothingRunsError."""
    asked = finding.find_interpreters(options.pythons)
    for interpreter in asked:
        if options.pythons and interpreter.trouble:
            message = f"{interpreter.python}: {interpreter.trouble}; name a Python 3.9 or later with --python"
            raise finding.UnknownInterpreterError(message)
        say(f"asked     {interpreter.line()}")
    hosts: list[Host] = []
    for interpreter in usable(asked, named=bool(options.pythons)):
        facts = described(interpreter, gpu_pool)
        if facts:
            hosts.append(host_of(interpreter, facts, plan, results, hosts, named=bool(options.pythons)))
    refuse_hopeless(hosts, plan, gpu_pool)
    for host in hosts:
        say_what_runs(host, plan)
    return hosts


def usable(asked: Sequence[finding.Interpreter], *, named: bool) -> list[finding.Interpreter]:
    """Return the interpreters to take: those with a framework, or all where they were named; else a plain one."""
    chosen = [one for one in asked if not one.trouble and (named or one.has_frameworks())]
    plain = None if chosen else finding.without_frameworks(asked)
    return [plain] if plain else chosen


def described(interpreter: finding.Interpreter, gpu_pool: worker.GpuPool) -> dict[str, Any] | None:
    """Ask an interpreter to describe itself; where it cannot, say so and return None."""
    try:
        return facts_of(interpreter, gpu_pool)
    except CANNOT_RUN as error:
        say(f"left out  {interpreter.python}: it cannot run programs ({error})")
        return None


def facts_of(interpreter: finding.Interpreter, gpu_pool: worker.GpuPool) -> dict[str, Any]:
    """Return what an interpreter says of itself. Raises one of CANNOT_RUN."""
    facts = finding.describe(interpreter.python, packages=interpreter.packages)
    if facts["gpus"] and not gpu_pool.is_watched():
        facts["isolation"]["GPU memory"] = "not watched"
    return facts


def host_of(
    interpreter: finding.Interpreter,
    facts: dict[str, Any],
    plan: Plan,
    results: ResultFile,
    before: Iterable[Host],
    *,
    named: bool,
) -> Host:
    """Find what is due on a host. Unless it was named, what another environment has run or can run is left to that."""
    able = [cell for cell in plan.cells if not missing(cell, facts, plan)]
    elsewhere = [] if named else [cell for host in before for cell in host.able]
    environment = environment_id(facts) if named else ""
    due = [cell for cell in able if not results.has(cell, environment) and cell not in elsewhere]
    return Host(interpreter, facts, able, sorted(due, key=lambda cell: not asks_for_gpu(cell)))


def refuse_hopeless(hosts: list[Host], plan: Plan, gpu_pool: worker.GpuPool) -> None:
    """Raise NothingRunsError where nothing could come of a run, before anything is written."""
    if not hosts:
        raise NothingRunsError("no usable Python: name the one that has the frameworks with --python")
    wants_gpu = any(map(asks_for_gpu, plan.cells))
    if wants_gpu and not any(host.facts["gpus"] for host in hosts):
        no_framework = "" if any(host.interpreter.has_frameworks() for host in hosts) else NO_FRAMEWORK
        raise NothingRunsError(NO_GPU + no_framework)
    if gpu_pool.all_busy():
        raise NothingRunsError(busy_text(gpu_pool))
    if any(asks_for_gpu(cell) or not wants_gpu for host in hosts for cell in host.able):
        return
    lines = [f"{host.interpreter.python} lacks {list_reasons(host, plan)}" for host in hosts]
    raise NothingRunsError("\n".join([*lines, "--readme says what to install; --python names another interpreter"]))


def list_reasons(host: Host, plan: Plan) -> str:
    """Say what a host lacks, and for how many programs, the most frequent first; nothing where it lacks nothing."""
    reasons = Counter(missing(cell, host.facts, plan) for cell in plan.cells)
    return ", ".join(f"{what} ({counted(count, 'program')})" for what, count in reasons.most_common() if what)


def busy_text(gpu_pool: worker.GpuPool) -> str:
    """Say that something else uses every GPU, and what to do."""
    used = ", ".join("%d MiB" % mib for mib in gpu_pool.busy.values())
    return (
        f"every GPU is in use by something else ({used}): wait until it is free, or take --shared-gpu "
        "(with make: SHARED=1), which runs all the same and records that nobody watched the memory"
    )


def say_what_runs(host: Host, plan: Plan) -> None:
    """Say on what, with what, how much, how long, and what is left out."""
    gpus = ", ".join("%s, %d MiB" % (gpu["name"], gpu["memory_mib"]) for gpu in host.facts["gpus"]) or "no GPU"
    say("runs on   {}; driver {}; {}".format(gpus, host.facts["driver"] or "none", host.interpreter.python))
    done, seconds = len(host.able) - len(host.due), sum(cell["seconds"] for cell in host.due)
    counts = (len(host.due), len(host.able), done)
    say("programs  %d of %d to run (%d are done), about %s" % (*counts, duration(seconds)))
    reasons = list_reasons(host, plan)
    if reasons:
        say("left out  %d of the plan need: %s" % (len(plan.cells) - len(host.able), reasons))


# --- running ----------------------------------------------------------------------------------------------


def run_hosts(hosts: list[Host], results: ResultFile, options: Options, gpu_pool: worker.GpuPool) -> int:
    """Run what is due on each host, and say what came of it."""
    give_up = float("inf") if options.minutes is None else time.monotonic() + 60 * options.minutes
    stopped = False
    results.begin()
    hosts = [host._replace(due=not_done(host, results, named=bool(options.pythons))) for host in hosts]
    progress = Progress(sum(cell["seconds"] for host in hosts for cell in host.due))
    try:
        for host in hosts:
            run_host(host, results.add, progress.ended, gpu_pool, give_up)
    except KeyboardInterrupt:
        stopped = True
    finally:
        results.close()
    progress.close()
    left = sum(id(cell) not in progress.tried for host in hosts for cell in host.due)
    say("ran       %s, %d gave no evidence" % (counted(progress.ran, "program"), len(progress.without)))
    say(f"results   {os.path.abspath(options.out)}")
    if stopped:
        say("stopped: what had ended is kept; the same command runs the other %d" % left)
        return STOPPED
    say("%d left: run the same command again" % left if left else "nothing is left that can run here")
    return LEFT if left else DONE


def not_done(host: Host, results: ResultFile, *, named: bool) -> list[Cell]:
    """Return what is still due: another run may have done some of it while this one looked around."""
    environment = environment_id(host.facts) if named else ""
    return [cell for cell in host.due if not results.has(cell, environment)]


def run_host(host: Host, keep: Keep, ended: Ended, gpu_pool: worker.GpuPool, give_up: float) -> None:
    """Run what is due on one host, a program for each GPU at a time, or without GPUs for each core.

    Each observation is given to `keep`, from any thread, and each program that ended then to `ended`, one at a time.
    """
    facts, interpreter = host.facts, host.interpreter
    session = worker.Session(
        interpreter.python, facts["isolation"], [OWN_FOLDER], gpu_pool, packages=interpreter.packages
    )

    telling = threading.Lock()

    def run(cell: Cell) -> None:
        if time.monotonic() > give_up or session.stopped:
            return
        job: Job = cell["job"]
        seen = worker.observe(session, job)
        if session.stopped:
            return
        how = ""
        trouble = trouble_of(seen)
        if not trouble and "harness" not in seen:
            keep(cell, facts, seen)
            how = ending_of(seen)
        with telling:
            ended(cell, trouble, how)

    slots = max(1, len(gpu_pool.all)) if facts["gpus"] else os.cpu_count() or 1
    pool = ThreadPoolExecutor(slots)
    try:
        list(pool.map(run, host.due))
    finally:
        session.close()  # first: what runs is ended, or the pool would wait for its deadline
        pool.shutdown(wait=True)


def trouble_of(seen: Result) -> str:
    """Say why what was seen is evidence of nothing, or nothing if it is."""
    if "harness" in seen:
        return seen["harness"]
    if seen["violations"]:
        return ", ".join(seen["violations"])
    known = seen["reported"] or seen["timed_out"] or seen["signal"] or seen["exit_code"]
    return "" if known else "it ended without a report"


def ending_of(seen: Observation) -> str:
    """Say in a few words how a run ended."""
    ended = "deadline" if seen["timed_out"] else seen["signal"] or "exit {}".format(seen["exit_code"])
    return "{}, {}, {} s".format(ended, seen["mode"], seen["seconds"])
