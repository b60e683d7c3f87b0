"""What Dask's workers are sent: this module by its code, so that it imports nothing of ours."""

from __future__ import annotations

import asyncio
import importlib
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from distributed import Worker
from distributed.diagnostics.plugin import WorkerPlugin

TOPIC = "faultbook"  # of the events that say what a worker is


class Announcement(WorkerPlugin):
    """Puts what runs programs on a worker, and announces as resources what the worker can run and how much at a time.

    Clients share a scheduler: `package` is the name of the package that one of them sends, `files` what is in it. The
    resource `shared`, the GPUs of a worker, is the only one that all of them take from.
    """

    def __init__(self, package: str, files: Mapping[str, str], shared: str) -> None:
        self.name = self.package = package
        self.files, self.shared = dict(files), shared
        self.machine: Any = None

    async def setup(self, worker: Worker) -> None:
        """Describe the interpreters of the machine; the worker is given cells for these environments then."""
        self.folder = tempfile.mkdtemp(prefix="faultbook-", dir=worker.local_directory)
        self.machine = await asyncio.to_thread(self._start, worker)
        await worker.set_resources(**self._resources())
        facts = [place.facts for place in self.machine.places.values()]
        said = {"worker": worker.address, "facts": facts, "troubles": self.machine.troubles}
        worker.log_event(TOPIC, {"package": self.package, **said})

    def _resources(self) -> dict[str, float]:
        counts = self.machine.resources().items()
        return {name if name == self.shared else resource(self.package, name): count for name, count in counts}

    def _start(self, worker: Worker) -> Any:
        for name, text in self.files.items():
            path = Path(self.folder, self.package, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        sys.path.insert(0, self.folder)
        try:
            module = importlib.import_module(f"{self.package}.remote")
        finally:
            sys.path.remove(self.folder)
        # One view of the GPUs for all clients: on each, one program runs at a time, whoever sent it.
        pool = worker.__dict__.setdefault(self.shared, module.gpu_pool())
        machine = module.Machine(gpu_pool=pool)
        sys.modules[self.package].machine = machine  # type: ignore[attr-defined]
        return machine

    async def teardown(self, worker: Worker) -> None:
        """End what runs, and leave nothing behind."""
        if self.machine:
            await asyncio.to_thread(self.machine.close)
            await worker.set_resources(**{name: 0.0 for name in self._resources() if name != self.shared})
        for name in [name for name in sys.modules if name.partition(".")[0] == self.package]:
            del sys.modules[name]
        shutil.rmtree(self.folder, ignore_errors=True)


def resource(package: str, environment: str) -> str:
    """Return what Dask calls room for a cell in an environment."""
    return f"{package}-{environment}"


def run_cell(package: str, environment: str, job: Any) -> Any:
    """Run a job where this is called: on a worker."""
    import sys

    return sys.modules[package].machine.run(environment, job)
