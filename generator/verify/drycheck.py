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

from generator.evidence import Observation
from generator.loader import Content, LoadedEntry, Snippet
from generator.needs import GPU_NEEDS, MEMORY, PLUGINS, first_unmet, imported_frameworks, needs_gpu
from generator.schema import Claim
from generator.verdicts import needs_of
from generator.verify.environments import Host
from generator.verify.jobs import job_for
from generator.verify.run import run_job

LOOK_UP = Path(__file__).with_name("api_names.py")
SECONDS = 300
# What Python raises where a program uses what it has not, or wrongly; frameworks refuse values with other classes.
MISUSE = frozenset({"NameError", "AttributeError", "ImportError", "TypeError", "SyntaxError", "AssertionError"})
# How frameworks say, each in its own words, that there is no device or no driver; last, how a program does.
NO_DEVICE = re.compile(
    r"Found no NVIDIA driver|No CUDA GPUs are available|not compiled with CUDA|CUDA driver version is insufficient"
    r"|no CUDA-capable device|CUDA_ERROR_NO_DEVICE|cudaErrorNoDevice|cudaErrorInsufficientDriver|0 active drivers"
    r"|Error at driver init|CUDA driver library cannot be found|libcuda\.so|no GPUs found|No GPU|cuInit|cuda.*backend"
    r"|no platforms that are instances of gpu|not able to find.*CUDA|without.*GPU|NCCL is only supported with GPUs"
    r"|requires a GPU|no supported GPU|requires at least one CUDA device|Could not find cuda drivers"
    r"|Cannot re-initialize CUDA|^ +assert .*(is_available|device_count)\(\)",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Checked:
    """One program that waits for a GPU: what is wrong with it (nothing: it is ready), and how far it came."""

    name: str
    wrong: tuple[str, ...]
    came: str = ""


def waiting_for_a_gpu(content: Content, entries: Collection[str]) -> Iterator[tuple[LoadedEntry, Snippet, Claim]]:
    """Yield every program that only a host with a GPU can run, with one of its claims."""
    for entry in content.entries:
        if entries and entry.id not in entries:
            continue
        seen: set[str] = set()
        for _role, claim in entry.entry.all_claims():
            snippet = entry.snippets.get(claim.snippet or "")
            if snippet and snippet.name not in seen and needs_gpu(needs_of(entry, claim)):
                seen.add(snippet.name)
                yield entry, snippet, claim


def dry_check(content: Content, hosts: Sequence[Host], entries: Collection[str] = ()) -> Iterator[Checked]:
    """Check each program in the first environment that has all it needs but the GPU."""
    found = list(waiting_for_a_gpu(content, entries))
    hosts = sorted(hosts, key=lambda host: host.environment.torch_cuda is None)  # CUDA builds come nearer to a device
    for host in hosts:
        here = [one for one in found if _first_host(one, hosts) is host]
        wrong = _look_up(host, here)
        for entry, snippet, _claim in here:
            name = f"{entry.id}/{snippet.name}"
            yield _run(host, entry, snippet, name, tuple(wrong.get(name, ())))
    for one in found:
        if _first_host(one, hosts) is None:
            words = f"no environment here has all of {', '.join(_needs_but_the_gpu(one))}: run make environments ALL=1"
            yield Checked(f"{one[0].id}/{one[1].name}", (words,))


def _first_host(one: tuple[LoadedEntry, Snippet, Claim], hosts: Sequence[Host]) -> Host | None:
    """Return the first that has all but the GPU; else all that it imports: libraries are opened on a device only."""
    others = _needs_but_the_gpu(one)
    imported = tuple(need for need in others if not need.startswith(PLUGINS))
    for needs in (others, imported):
        found = next((host for host in hosts if first_unmet(needs, host.environment) is None), None)
        if found:
            return found
    return None


def _needs_but_the_gpu(one: tuple[LoadedEntry, Snippet, Claim]) -> tuple[str, ...]:
    entry, _snippet, claim = one
    return tuple(need for need in needs_of(entry, claim) if need not in GPU_NEEDS and not MEMORY.match(need))


def _look_up(host: Host, programs: Iterable[tuple[LoadedEntry, Snippet, Claim]]) -> dict[str, list[str]]:
    asked = {
        f"{entry.id}/{snippet.name}": {"source": snippet.content.decode(), "folder": str(entry.folder.absolute())}
        for entry, snippet, _claim in programs
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


def _run(host: Host, entry: LoadedEntry, snippet: Snippet, name: str, wrong: tuple[str, ...]) -> Checked:
    job = {**job_for(entry, snippet, mode="exec"), "gpus": 0}
    ran = run_job(job, snippet.digest, host)
    if ran.observation is None:
        return Checked(name, (*wrong, f"it could not be run: {ran.harness}"))
    seen = ran.observation
    came = _ending(seen)
    if NO_DEVICE.search(came) or NO_DEVICE.search(seen.stderr) or NO_DEVICE.search(seen.stdout):
        return Checked(name, wrong, came)
    if _runs_without_a_device(snippet) and not (seen.exception and MISUSE.intersection(seen.exception.classes)):
        return Checked(name, wrong, f"{came}, on the CPU")
    return Checked(name, (*wrong, f"it ends before it asks for a device: {came}"))


def _runs_without_a_device(snippet: Snippet) -> bool:
    """Tell whether a program's framework puts on the CPU what a device is not there for, without a word of it."""
    return snippet.tree is not None and "tensorflow" in imported_frameworks(snippet.tree)


def _ending(seen: Observation) -> str:
    if seen.exception:
        return seen.exception.line.splitlines()[0]
    if seen.timed_out:
        return "still running at the deadline"
    return seen.signal or f"exit {seen.exit_code}"
