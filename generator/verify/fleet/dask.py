"""Cells through Dask: its scheduler places, steals, retries and forgets; this sends, checks and stores."""

from __future__ import annotations

import contextlib
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cloudpickle
import distributed

from generator.verify.engine import Task, kept, recorded, run_cells
from generator.verify.environments import Host
from generator.verify.fleet import FleetError, PlanFor, believed, host_of, package, plugin
from generator.verify.plan import Cell
from generator.verify.run import Ran

CONNECT_SECONDS = 10
WORKERS_SECONDS = 120  # how long the first worker may take to come and to say what it is
FETCH_SECONDS = 10  # how long an answer may take from the worker that has it
FINISHING = 4  # answers that are fetched and stored at a time
PATIENCE_SECONDS = 300.0  # how long cells wait for a worker of their environment to come back
NOBODY = "no worker has the environment {} any more: start one again, and run this again"


class ByCode:
    """A function that is sent as its code: neither scheduler nor worker has the module that it is in."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.code = cloudpickle.dumps(function)

    def __reduce__(self) -> tuple[Any, ...]:
        return cloudpickle.loads, (self.code,)

    def __call__(self) -> None:
        """Make Dask take this for the function that it becomes on its way."""


class DaskFleet(Executor):
    """The workers of a Dask scheduler, those that come later included."""

    def __init__(self, address: str, patience: float = PATIENCE_SECONDS) -> None:
        """Connect. Raises FleetError."""
        self.address, self.patience = address, patience
        cloudpickle.register_pickle_by_value(plugin)
        try:
            self.client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            message = f"no Dask scheduler answers at {address} within {CONNECT_SECONDS} s"
            raise FleetError(f"{message}: start one with `dask scheduler`, or name another address") from error
        self.run_cell = ByCode(plugin.run_cell)
        self.package = f"faultbook_{uuid.uuid4().hex[:8]}"
        self.known: dict[str, Host] = {}
        self.heard = 0.0
        self.said: list[str] = []
        self.waiting: dict[Future[Ran], tuple[Task, Any]] = {}
        self.lock, self.finishing = threading.Lock(), ThreadPoolExecutor(FINISHING)
        self.seen_alive: dict[str, float] = {}
        self._announce()

    def _announce(self) -> None:
        """Have each worker, and those that come later, say what it can run."""
        self.client.register_plugin(plugin.Announcement(self.package, package()))

    def hosts(self) -> Sequence[Host]:
        """Return the environments of the workers, once there is one. Raises FleetError."""
        give_up = time.monotonic() + WORKERS_SECONDS
        while not self.known and time.monotonic() < give_up:
            self._listen()
            if not self.known:
                time.sleep(0.2)
        if not self.known:
            why = "; ".join(self.said) or "start some with `dask worker`"
            raise FleetError(f"no worker of {self.address} has said within {WORKERS_SECONDS} s what it can run: {why}")
        self.said.insert(0, f"dashboard {self.client.dashboard_link}")
        return list(self.known.values())

    def run(self, cells: Sequence[Cell], store: Path, plan: PlanFor, *, again: bool) -> Iterator[tuple[Cell, Ran]]:
        """Run cells, and those that workers with other environments can run once these come."""

        def arriving() -> Sequence[Cell]:
            new = self._listen()
            self._give_up_what_nobody_can_run()
            return plan(new) if new else ()

        yield from run_cells(cells, store, self, again=again, arriving=arriving)

    def notes(self) -> Sequence[str]:
        """Return what workers said that a person should know, once."""
        said, self.said = self.said, []
        return said

    def close(self) -> None:
        """Cancel what waits, take what was sent off the workers, and disconnect."""
        with self.lock:
            waiting = list(self.waiting.values())
        with contextlib.suppress(Exception):  # the scheduler may be gone
            self.client.cancel([remote for _task, remote in waiting], force=True)
            taking_back = threading.Thread(target=self._take_back, daemon=True)
            taking_back.start()
            taking_back.join(CONNECT_SECONDS)  # a worker that hangs answers nobody
        self.finishing.shutdown(cancel_futures=True)
        self.client.close(timeout=CONNECT_SECONDS)

    def _take_back(self) -> None:
        with contextlib.suppress(Exception):
            self.client.unregister_worker_plugin(self.package)

    # --- one cell -----------------------------------------------------------------------------------------

    def submit(self, _call: Any, task: Task, /) -> Future[Ran]:  # type: ignore[override]
        """Do what `engine.perform` does, its part that runs a program on a worker: `_call` itself is code of ours."""
        future: Future[Ran] = Future()
        known = recorded(task)
        if known:
            future.set_result(known)
            return future
        self._send(future, task)
        return future

    def _send(self, future: Future[Ran], task: Task) -> None:
        environment = task.host.environment
        gpus = {plugin.SHARED: max(1, task.job["gpus"])} if environment.gpus else {}
        remote = self.client.submit(
            self.run_cell,
            self.package,
            environment.id,
            dict(task.job),
            pure=False,
            resources={self._room(task): 1, **gpus},
            key=f"{environment.name}-{uuid.uuid4().hex}",
        )
        with self.lock:
            self.waiting[future] = (task, remote)
        # In threads of our own: Dask has one for all callbacks, and an answer may have to be waited for.
        remote.add_done_callback(lambda done: self.finishing.submit(self._finish, future, task, done))

    def _finish(self, future: Future[Ran], task: Task, done: Any) -> None:
        """Fetch an answer, store it, and hand it on; where its worker is gone with it, have the task run again."""
        if not self._is_current(future, done):
            return  # it was given up, or sent again
        try:
            ran = kept(task, _outcome(task, done))
        except TimeoutError:
            self._send(future, task)
            done.cancel()
            return
        except Exception as error:  # noqa: BLE001 - a full disk, say: whoever waits hears of it
            if self._is_current(future, done, forget=True):
                future.set_exception(error)
            return
        if self._is_current(future, done, forget=True):
            future.set_result(ran)

    def _is_current(self, future: Future[Ran], done: Any, *, forget: bool = False) -> bool:
        with self.lock:
            current = future in self.waiting and self.waiting[future][1].key == done.key
            if current and forget:
                del self.waiting[future]
            return current

    # --- workers ------------------------------------------------------------------------------------------

    def _listen(self) -> list[Host]:
        """Hear what workers have said since; return the environments that are new."""
        events = self.client.get_events(plugin.TOPIC)
        new, came = [], set()
        for when, event in events:
            if when <= self.heard or event["package"] != self.package:
                continue
            self.heard = when
            self.said += [f"left out  {event['worker']}: {trouble}" for trouble in event["troubles"]]
            for facts in event["facts"]:
                host = host_of(facts, event["worker"])
                came.add(host.environment.id)
                if host.environment.id not in self.known:
                    self.known[host.environment.id] = host
                    new.append(host)
        if came:
            self._send_again(came)
        return new

    def _send_again(self, environments: set[str]) -> None:
        """Send again what nobody runs in some environments that a worker has come with.

        Dask places what no worker could run when a worker comes; what that worker can run, it is told a moment later.
        """
        processed = {key for keys in self.client.processing().values() for key in keys}
        with self.lock:
            stuck = [
                (future, task, remote)
                for future, (task, remote) in self.waiting.items()
                if task.host.environment.id in environments and remote.key not in processed and not remote.done()
            ]
        for future, task, remote in stuck:
            self._send(future, task)
            remote.cancel()

    def _room(self, task: Task) -> str:
        return plugin.resource(self.package, task.host.environment.id)

    def _give_up_what_nobody_can_run(self) -> None:
        now = time.monotonic()
        for worker in self.client.scheduler_info(n_workers=-1)["workers"].values():
            self.seen_alive.update({name: now for name, count in worker["resources"].items() if count})
        with self.lock:
            given_up = {
                future: waits
                for future, waits in self.waiting.items()
                if now - self.seen_alive.setdefault(self._room(waits[0]), now) > self.patience
            }
            for future in given_up:
                del self.waiting[future]
        for future, (task, remote) in given_up.items():
            remote.cancel()
            future.set_result(Ran(None, NOBODY.format(task.host.environment.name)))


def _outcome(task: Task, done: Any) -> Ran:
    """Return what a task of Dask's came to. Raises TimeoutError where its worker died before the answer was fetched."""
    if done.status != "finished":
        error = done.exception(timeout=FETCH_SECONDS) if done.status == "error" else None
        why = f": {type(error).__name__}: {error}" if error else ""
        return Ran(None, f"Dask ended it as {done.status}{why}")
    try:
        answer = done.result(timeout=FETCH_SECONDS)
    except TimeoutError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a worker raised
        return Ran(None, f"its answer could not be fetched: {type(error).__name__}: {error}")
    finally:
        done.release()
    return believed(task, answer)
