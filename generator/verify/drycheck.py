"""Programs that wait for a GPU, checked without one: their names are looked up, and they run as far as the device.

A host with a GPU is there for minutes. A misspelt name is to be found before.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.content.loader import Content, LoadedEntry
from generator.content.programs import Snippet
from generator.evidence.records import Observation
from generator.judge.needs import GPU_NEEDS, MEMORY, PLUGINS, first_unmet, needs_gpu
from generator.judge.verdicts import needs_of
from generator.terminal.hints import make_command
from generator.verify.environments import Host
from generator.verify.jobs import job_for
from generator.verify.run import run_job

LOOK_UP = Path(__file__).with_name("api_names.py")
SECONDS = 300
# What Python raises where a program uses what it has not, or wrongly; frameworks refuse values with other classes.
MISUSE = frozenset({"NameError", "AttributeError", "ImportError", "TypeError", "SyntaxError", "AssertionError"})
# How frameworks say, each in its own words, that there is no device or no driver.
NO_DEVICE = re.compile(
    r"Found no NVIDIA driver|No CUDA GPUs are available|not compiled with CUDA|CUDA driver version is insufficient"
    r"|no CUDA-capable device|CUDA_ERROR_NO_DEVICE|cudaErrorNoDevice|cudaErrorInsufficientDriver|0 active drivers"
    r"|Error at driver init|CUDA driver library cannot be found|libcuda\.so|no GPUs found|No GPU|cuInit|cuda.*backend"
    r"|no platforms that are instances of gpu|not able to find.*CUDA|without.*GPU|NCCL is only supported with GPUs"
    r"|requires a GPU|no supported GPU|requires at least one CUDA device|Could not find cuda drivers"
    r"|Cannot re-initialize CUDA",
    re.IGNORECASE,
)
# How a program says so itself: with an assertion, of which Python prints the source, marks perhaps, and the exception.
ASSERTED = re.compile(
    r"^[ |]+assert .*(?:is_available|device_count)\(\).*\n(?:[ |~^]*\n)*[ |]*AssertionError", re.MULTILINE
)
# A frame of a traceback: its place, and below that, further in, source, which a program holds but has not said.
FRAME = re.compile(r'^([ |]* {2})File "[^"\n]*", line [0-9]+.*\n(?:\1 .*(?:\n|\Z))*', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A program that waits for a GPU, and what else a claim of it needs."""

    entry: LoadedEntry
    snippet: Snippet
    needs: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return the name of the program, with its entry."""
        return f"{self.entry.id}/{self.snippet.name}"


@dataclass(frozen=True, slots=True)
class Checked:
    """A program that waits for a GPU, checked in one environment, or in none (an empty name) if none has its needs.

    It tells what is wrong with it (nothing: it is ready), and how far it came.
    """

    name: str
    environment: str
    wrong: tuple[str, ...]
    came: str = ""


def waiting_for_a_gpu(content: Content, entries: Collection[str]) -> Iterator[Waiting]:
    """Yield every program that only a host with a GPU can run, once for all of its claims with the same needs."""
    for entry in content.entries:
        if entries and entry.id not in entries:
            continue
        seen: set[tuple[str, tuple[str, ...]]] = set()
        for _role, claim in entry.entry.all_claims():
            snippet, needs = entry.snippets.get(claim.snippet or ""), needs_of(entry, claim)
            if not snippet or not needs_gpu(needs):
                continue
            others = tuple(need for need in needs if need not in GPU_NEEDS and not MEMORY.match(need))
            if (snippet.name, others) not in seen:
                seen.add((snippet.name, others))
                yield Waiting(entry, snippet, others)


def dry_check(content: Content, hosts: Sequence[Host], entries: Collection[str] = ()) -> Iterator[Checked]:
    """Check each program, for each of its claims, in the first environment that has all the claim needs but the GPU."""
    found = list(waiting_for_a_gpu(content, entries))
    hosts = sorted(hosts, key=lambda host: host.environment.torch_cuda is None)  # CUDA builds come nearer to a device
    for host in hosts:
        here = {one.name: one for one in found if _first_host(one.needs, hosts) is host}  # once for several claims
        wrong = _look_up(host, here.values())
        for name, one in here.items():
            yield _run(host, one, tuple(wrong.get(name, ())))
    for one in found:
        if _first_host(one.needs, hosts) is None:
            remedy = make_command("environments ALL=1", content.root)
            words = f"no environment here has all of {', '.join(one.needs)}: run {remedy}"
            yield Checked(one.name, "", (words,))


def _first_host(needs: tuple[str, ...], hosts: Sequence[Host]) -> Host | None:
    """Return the first that has all but the GPU; else all that it imports: libraries are opened on a device only."""
    imported = tuple(need for need in needs if not need.startswith(PLUGINS))
    for some in (needs, imported):
        found = next((host for host in hosts if first_unmet(some, host.environment) is None), None)
        if found:
            return found
    return None


def _look_up(host: Host, programs: Iterable[Waiting]) -> dict[str, list[str]]:
    asked = {
        one.name: {"source": one.snippet.content.decode(), "folder": str(one.entry.folder.absolute())}
        for one in programs
    }
    if not asked:
        return {}
    command = [str(host.python), "-I", str(LOOK_UP)]
    try:
        done = subprocess.run(
            command, input=json.dumps(asked), capture_output=True, text=True, timeout=SECONDS, check=False
        )
        found: dict[str, list[str]] = json.loads(done.stdout.rpartition("\n")[2])
    except subprocess.TimeoutExpired:
        said = f"no answer in {SECONDS} seconds"
    except ValueError:
        said = (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]
    else:
        return found
    return {name: [f"its names could not be looked up: {said}"] for name in asked}


def _run(host: Host, one: Waiting, wrong: tuple[str, ...]) -> Checked:
    job = {**job_for(one.entry, one.snippet, mode="exec"), "gpus": 0}
    ran = run_job(job, one.snippet.digest, host)
    where = host.environment.name
    if ran.observation is None:
        return Checked(one.name, where, (*wrong, f"it could not be run: {ran.harness}"))
    seen = ran.observation
    came = _ending(seen)
    if any(map(_asks_for_a_device, (came, seen.stderr, seen.stdout))):
        return Checked(one.name, where, wrong, came)
    if _runs_without_a_device(one.snippet) and not (seen.exception and MISUSE.intersection(seen.exception.classes)):
        return Checked(one.name, where, wrong, f"{came}, on the CPU")
    return Checked(one.name, where, (*wrong, f"it ends before it asks for a device: {came}"))


def _asks_for_a_device(said: str) -> bool:
    return bool(ASSERTED.search(said) or NO_DEVICE.search(FRAME.sub("", said)))


def _runs_without_a_device(snippet: Snippet) -> bool:
    """Tell whether a program's framework puts on the CPU what a device is not there for, without a word of it."""
    return "tensorflow" in snippet.frameworks


def _ending(seen: Observation) -> str:
    if seen.exception:
        return seen.exception.first_line
    if seen.timed_out:
        return "still running at the deadline"
    return seen.signal or f"exit {seen.exit_code}"
