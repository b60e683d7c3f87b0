"""The supervisor of runs: asks a zygote for each, reads what it writes, and makes an observation of it.

It never touches CUDA, and may have threads.
"""

from __future__ import annotations

import json
import os

from .gpus import GpuPool, MemoryWatch
from .observation import make_observation
from .privacy import Scrubber
from .streams import Capture, collect
from .workspace import RunFolder, clean_environment, remove_while_written
from .zygote_pool import Zygote, ZygoteError, ZygotePool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Unpack

    from .messages import Isolation, Job, JobSettings, Marks, Program, Request, Result, RunEnd

OUTPUT_LIMIT = 32 * 1024  # bytes kept of each stream
RESULT_LIMIT = 4 * 1024 * 1024  # more than the longest messages of the longest chain, every character escaped
FOLDER_BYTES = 1 << 30  # what a program may write into its folder
LATE_SECONDS = 30.0  # what a guardian may take beyond a deadline before it is given up
ATTEMPTS = 3
UNMARKED: Marks = {"asserts": None, "imports": None}


def make_job(name: str, source: str, **settings: Unpack[JobSettings]) -> Job:
    """Return the job of a program, with a default for each setting that is not given."""
    job: Job = {
        "name": name,
        "source": source,
        "files": {},
        "marks": UNMARKED,
        "variables": {},
        "preload": [],
        "mode": "exec",
        "gpus": 0,
        "deadline": 60.0,
        "hangs": None,
        "repeat": 1,
        "audit": False,
        "hints": [],
    }
    return {**job, **settings}


class Session:
    """Runs programs with one interpreter, for as many threads as want to. Close it in the end.

    `own_folders` are taken out of captured text, `libraries` is where the loader looks for libraries first, `packages`
    are variables by which the interpreter finds packages outside its own folders.
    """

    def __init__(
        self,
        python: str,
        isolation: Isolation,
        own_folders: Iterable[str] = (),
        gpu_pool: GpuPool | None = None,
        libraries: str = "",
        packages: Mapping[str, str] | None = None,
    ) -> None:
        import tempfile

        self.python, self.isolation, self.own_folders = python, isolation, list(own_folders)
        self.libraries, self.packages = libraries, dict(packages or {})
        self.folder_bytes, self.stopped = FOLDER_BYTES, False
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="faultbook-"))
        self.pool = ZygotePool(python, self.folder, libraries, self.packages)
        self.gpu_pool = gpu_pool or GpuPool()

    def run(self, job: Job, mode: str) -> Result:
        """Run a job once in a mode."""
        gpus = self.gpu_pool.acquire(job["gpus"])
        try:
            busy = self.gpu_pool.wait_until_free(gpus)
            if busy:
                return {"harness": busy}
            watch = MemoryWatch(self.gpu_pool, gpus)
            seen = self._run(job, mode, watch)
            left = "" if "harness" in seen else self.gpu_pool.wait_until_free(gpus)
            return {"harness": left + ", left by this run or a neighbour's"} if left else seen
        finally:
            self.gpu_pool.release(gpus)
            if self.stopped:  # while a run still wrote into it, close() could not remove the folder
                remove_while_written(self.folder)

    def _run(self, job: Job, mode: str, watch: MemoryWatch) -> Result:
        why = ""
        for _attempt in range(ATTEMPTS):
            if self.stopped:
                return {"harness": "it was stopped"}
            try:
                zygote = self.pool.acquire(tuple(job["preload"]) if mode == "fork" else ())
            except ZygoteError as error:
                return {"harness": str(error)}
            try:
                with RunFolder(self.folder) as folder:
                    end, captures = self._ask(zygote, folder, job, mode, watch)
            except OSError as error:
                why = str(error)
                self.pool.retire(zygote)
                continue
            finally:
                self.pool.release(zygote)
            if end:
                scrubber = Scrubber.for_run(folder, zygote.folders, self.own_folders)
                return make_observation(job["name"], mode, end, captures, scrubber, watch.peak_mib)
            why = "it ended without an answer"
            if zygote.is_dead():
                self.pool.retire(zygote)
        return {"harness": f"the process that starts programs failed {ATTEMPTS} times: {why}"}

    def _ask(
        self, zygote: Zygote, folder: str, job: Job, mode: str, watch: MemoryWatch
    ) -> tuple[RunEnd, dict[str, Capture]]:
        """Have a zygote run a job, and read until it ends. Raises OSError when the zygote is dead."""
        import socket

        write_program(job, folder)
        request = self._request(folder, job, mode, watch.gpus)
        control, theirs = socket.socketpair()
        pipes = {name: os.pipe() for name in ("stdout", "stderr", "result")}
        try:
            zygote.ask(request, [*(pipe[1] for pipe in pipes.values()), theirs.fileno()])
        except OSError:
            control.close()
            for pipe in pipes.values():
                os.close(pipe[0])
            raise
        finally:
            theirs.close()
            for pipe in pipes.values():
                os.close(pipe[1])
        readers = {**{name: pipe[0] for name, pipe in pipes.items()}, "control": control.detach()}
        captures = {name: Capture(OUTPUT_LIMIT if name.startswith("std") else RESULT_LIMIT) for name in readers}
        longest = job["deadline"] + (job.get("hangs") or 0.0) + LATE_SECONDS
        collect(readers, captures, longest, watch, lambda: self.stopped)
        message = captures["control"].text()
        return (json.loads(message) if message else {}), captures

    def _request(self, folder: str, job: Job, mode: str, gpus: list[str]) -> Request:
        # The only GPU needs no naming, and a name would change what some programs see.
        chosen = {"CUDA_VISIBLE_DEVICES": ",".join(gpus)} if self.gpu_pool.has_choice() else {}
        environment = {**clean_environment(folder, self.libraries), **self.packages, **chosen}
        return {
            "folder": folder,
            "mode": mode,
            "deadline": job["deadline"],
            "hangs": job.get("hangs"),
            "isolation": self.isolation,
            "folder_bytes": self.folder_bytes,
            "environment": {**environment, **job["variables"]},
        }

    def close(self) -> None:
        """End what runs, and the zygotes, and remove the folder."""
        self.stopped = True
        self.pool.close()


def write_program(job: Job, folder: str) -> None:
    """Write what the guardian needs to know of a job into the folder of its run."""
    marks = job.get("marks") or UNMARKED  # a plan may have been made before there were any
    program: Program = {"name": job["name"], "source": job["source"], "files": job["files"], "marks": marks}
    with open(os.path.join(folder, "job.json"), "w", encoding="utf-8") as file:
        json.dump(program, file)
