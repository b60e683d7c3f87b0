"""Cells through Dask: its scheduler places, steals, retries and forgets; this sends, checks and stores."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import cloudpickle
import distributed

from generator.verify.engine import Task, kept, recorded, run_cells
from generator.verify.environments import Host
from generator.verify.fleet import FleetError, PlanFor, believed, host_of, package, plugin
from generator.verify.plan import Cell
from generator.verify.remote import GPUS
from generator.verify.run import Ran

CONNECT_SECONDS = 10
WORKERS_SECONDS = 120  # how long workers may take to say what they are, and the first one to come
FETCH_SECONDS = 10  # how long an answer may take from the worker that has it
FINISHING = 4  # answers that are fetched and stored at a time
SENDS = 5  # how often a cell is sent whose worker dies with it
PATIENCE_SECONDS = 300.0  # how long cells wait for a worker of their environment to come back
GONE_SECONDS = 60.0  # how long the scheduler may be out of reach
NOBODY = "no worker has the environment {} any more: start one again, and run this again"
GONE = "the scheduler cannot be reached any more: start it and its workers again, and run this again"
BACK = frozenset({"lost", "pending", "cancelled"})  # what Dask may say of a cell that it will run again, or has dropped


class ByCode:
    """A function that is sent as its code: neither scheduler nor worker has the module that it is in."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.code = cloudpickle.dumps(function)

    def __reduce__(self) -> tuple[Any, ...]:
        return cloudpickle.loads, (self.code,)

    def __call__(self) -> None:
        """Make Dask take this for the function that it becomes on its way."""


class Sent(NamedTuple):
    """A task that was sent, what Dask has of it, and how often it was sent."""

    task: Task
    remote: Any
    times: int


class DaskFleet(Executor):
    """The workers of a Dask scheduler, those that come later included."""

    def __init__(self, address: str, patience: float = PATIENCE_SECONDS) -> None:
        """Connect, and ask each worker what it is. Raises FleetError."""
        self.address, self.patience = address, patience
        self.package = f"faultbook_{uuid.uuid4().hex[:8]}"
        self.known: dict[str, Host] = {}
        self.heard, self.heard_at = 0.0, time.monotonic()
        self.said: list[str] = []
        self.sent: dict[Future[Ran], Sent] = {}
        self.hopeless: dict[Future[Ran], float] = {}  # since when nobody has had what a cell needs
        self.lock, self.finishing = threading.Lock(), ThreadPoolExecutor(FINISHING)
        cloudpickle.register_pickle_by_value(plugin)
        self.run_cell = ByCode(plugin.run_cell)
        try:
            self.client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            message = f"no Dask scheduler answers at {address} within {CONNECT_SECONDS} s"
            raise FleetError(f"{message}: start one with `dask scheduler`, or name another address") from error
        try:
            self._announce()
        except BaseException:
            self.close()
            raise

    def _announce(self) -> None:
        """Have each worker, and those that come later, say what it can run. Raises FleetError."""
        sending = plugin.Announcement(self.package, package(), GPUS)
        try:
            versions = self._in_time(self.client.get_versions)["workers"]
            refuse_other_pythons({worker: seen["host"]["python"] for worker, seen in versions.items()})
            self._in_time(lambda: self.client.register_plugin(sending))
        except TimeoutError as error:
            message = f"not all workers of {self.address} answer within {WORKERS_SECONDS} s"
            raise FleetError(
                f"{message}: stop those that hang (the dashboard shows them), then run this again"
            ) from error
        except FleetError:
            raise
        except Exception as error:
            message = f"a worker of {self.address} cannot be set up: {type(error).__name__}: {error}"
            raise FleetError(f"{message}; its log says more") from error

    def _in_time(self, ask: Callable[[], Any]) -> Any:
        """Ask all workers. Raises TimeoutError where one hangs: Dask itself would wait for it."""
        answer: Future[Any] = Future()

        def asking() -> None:
            try:
                answer.set_result(ask())
            except BaseException as error:  # noqa: BLE001 - whoever waits hears of it
                answer.set_exception(error)

        threading.Thread(target=asking, daemon=True).start()
        return answer.result(WORKERS_SECONDS)

    def hosts(self) -> Sequence[Host]:
        """Return the environments of the workers, once there is one. Raises FleetError."""
        give_up = time.monotonic() + WORKERS_SECONDS
        while not self.known and not self.said and time.monotonic() < give_up:
            self._listen()
            time.sleep(0 if self.known else 0.2)
        if not self.known:
            why = "; ".join(self.said) or "start some with `dask worker`"
            raise FleetError(f"no worker of {self.address} has an environment that programs can run in: {why}")
        self.said.insert(0, f"dashboard {self.client.dashboard_link}")
        return sorted(self.known.values(), key=lambda host: host.environment.id)

    def run(self, cells: Sequence[Cell], store: Path, plan: PlanFor, *, again: bool) -> Iterator[tuple[Cell, Ran]]:
        """Run cells, and those that workers with other environments can run once these come."""

        def arriving() -> Sequence[Cell]:
            new: list[Host] = []
            try:
                if self.client.scheduler is not None:
                    new = self._listen()
                    self._give_up_what_nobody_can_run()
            except (OSError, AttributeError):  # Dask drops its connection in the middle, and tries to connect again
                new = []
            if self.client.status == "closed" or time.monotonic() - self.heard_at > GONE_SECONDS:
                self._give_up(list(self.sent), GONE)
            return plan(new) if new else ()

        yield from run_cells(cells, store, self, again=again, arriving=arriving)

    def notes(self) -> Sequence[str]:
        """Return what workers said that a person should know, once."""
        said, self.said = self.said, []
        return said

    def close(self) -> None:
        """Cancel what waits, take what was sent off the workers, and disconnect."""
        with self.lock:
            waiting = [sent.remote for sent in self.sent.values()]
            self.sent.clear()
        self.finishing.shutdown(wait=False, cancel_futures=True)
        taking_back = threading.Thread(target=self._take_back, args=(waiting,), daemon=True)
        taking_back.start()
        taking_back.join(CONNECT_SECONDS)  # a worker that hangs answers nobody
        with contextlib.suppress(Exception):  # the scheduler may be gone
            self.client.close(timeout=CONNECT_SECONDS)

    def _take_back(self, waiting: Sequence[Any]) -> None:
        with contextlib.suppress(Exception):
            self.client.cancel(waiting, force=True)
            self.client.unregister_worker_plugin(self.package)

    # --- one cell -----------------------------------------------------------------------------------------

    def submit(self, _call: Any, task: Task, /) -> Future[Ran]:  # type: ignore[override]
        """Do what `engine.perform` does, its part that runs a program on a worker: `_call` itself is code of ours."""
        future: Future[Ran] = Future()
        known = recorded(task)
        if known:
            future.set_result(known)
            return future
        with self.lock:
            try:
                self._send(future, task, 1)
            except Exception:  # noqa: BLE001 - see `_replace`
                future.set_result(Ran(None, GONE))
        return future

    def _send(self, future: Future[Ran], task: Task, times: int) -> None:
        """Send a task, for the first time or again. The lock is held."""
        remote = self.client.submit(
            self.run_cell,
            self.package,
            task.host.environment.id,
            dict(task.job),
            pure=False,
            resources=self._needed(task),
            key=f"{task.host.environment.name}-{uuid.uuid4().hex}",
        )
        self.sent[future] = Sent(task, remote, times)
        # In threads of our own: Dask has one for all callbacks, and an answer may have to be waited for.
        remote.add_done_callback(lambda done: self._finish_later(future, done))

    def _needed(self, task: Task) -> dict[str, float]:
        gpus = {GPUS: float(max(1, task.job["gpus"]))} if task.host.environment.gpus else {}
        return {plugin.resource(self.package, task.host.environment.id): 1.0, **gpus}

    def _finish_later(self, future: Future[Ran], done: Any) -> None:
        with contextlib.suppress(RuntimeError):  # this was closed
            self.finishing.submit(self._finish, future, done)

    def _finish(self, future: Future[Ran], done: Any) -> None:
        """Fetch an answer, store it, and hand it on; where its worker is gone with it, have the cell run again."""
        sent = self.sent.get(future)
        if sent is None or sent.remote.key != done.key:
            return  # it was given up, or sent again
        try:
            ran = _outcome(sent.task, done)
            if ran is None and sent.times < SENDS:
                self._replace(future, sent)
                return
            ran = kept(sent.task, ran or Ran(None, f"its worker died {SENDS} times, or was lost"))
        except Exception as error:  # noqa: BLE001 - a full disk, say: whoever waits hears of it
            if self._forget(future, sent):
                future.set_exception(error)
            return
        if self._forget(future, sent):
            future.set_result(ran)

    def _replace(self, future: Future[Ran], sent: Sent) -> None:
        """Send a cell again, unless that was done or it has ended meanwhile."""
        with self.lock:
            if self.sent.get(future) is not sent:
                return
            try:
                self._send(future, sent.task, sent.times + 1)
            except Exception:  # noqa: BLE001 - the client is closed for good once the scheduler is gone
                del self.sent[future]
                future.set_result(Ran(None, GONE))
                return
        with contextlib.suppress(Exception):
            sent.remote.cancel()

    def _forget(self, future: Future[Ran], sent: Sent) -> bool:
        """Take a cell off the list; return whether it was there, so that one alone hands its result on."""
        with self.lock:
            if self.sent.get(future) is not sent:
                return False
            del self.sent[future]
            return True

    # --- workers ------------------------------------------------------------------------------------------

    def _listen(self) -> list[Host]:
        """Hear what workers have said since; return the environments that are new."""
        events = self.client.get_events(plugin.TOPIC)
        self.heard_at = time.monotonic()
        new: list[Host] = []
        came: set[str] = set()
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
                (future, sent)
                for future, sent in self.sent.items()
                if sent.task.host.environment.id in environments
                and sent.remote.key not in processed
                and not sent.remote.done()
            ]
        for future, sent in stuck:
            self._replace(future, sent)

    def _give_up_what_nobody_can_run(self) -> None:
        now = time.monotonic()
        workers = [worker["resources"] for worker in self.client.scheduler_info(n_workers=-1)["workers"].values()]
        with self.lock:
            waiting = dict(self.sent)
        found: dict[str, bool] = {}
        for future, sent in waiting.items():
            needed = self._needed(sent.task)
            possible = found.setdefault(repr(needed), any(_has(worker, needed) for worker in workers))
            if possible:
                self.hopeless.pop(future, None)
            else:
                self.hopeless.setdefault(future, now)
        for future in [future for future in self.hopeless if future not in waiting]:
            del self.hopeless[future]
        over = [future for future, since in self.hopeless.items() if now - since > self.patience]
        for future in over:
            self._give_up([future], NOBODY.format(waiting[future].task.host.environment.name))

    def _give_up(self, futures: Iterable[Future[Ran]], why: str) -> None:
        for future in futures:
            sent = self.sent.get(future)
            if sent and self._forget(future, sent):
                with contextlib.suppress(Exception):  # the scheduler may be gone
                    sent.remote.cancel()
                future.set_result(Ran(None, why))


def refuse_other_pythons(workers: Mapping[str, str]) -> None:
    """Refuse workers of another Python: Dask sends functions by their code. Raises FleetError."""
    here = sys.version_info[:2]
    for worker, version in workers.items():
        if tuple(map(int, version.split(".")[:2])) != here:
            mine = ".".join(map(str, here))
            message = f"the worker {worker} runs under Python {'.'.join(version.split('.')[:2])}, this under {mine}"
            remedy = f"start `dask worker` with a Python {mine}; FAULTBOOK_PYTHONS may name any for programs"
            raise FleetError(f"{message}: {remedy}")


def _has(resources: Mapping[str, float], needed: Mapping[str, float]) -> bool:
    return all(resources.get(name, 0.0) >= count for name, count in needed.items())


def _outcome(task: Task, done: Any) -> Ran | None:
    """Return what a task of Dask's came to, or nothing where its worker is gone and it has to be sent again."""
    if done.status in BACK:
        return None
    try:
        if done.status == "error":
            error = done.exception(timeout=FETCH_SECONDS)
            killed = isinstance(error, distributed.scheduler.KilledWorker)
            return None if killed else Ran(None, f"Dask could not run it: {type(error).__name__}: {error}")
        answer = done.result(timeout=FETCH_SECONDS)
    except (TimeoutError, OSError, distributed.client.FutureCancelledError):
        return None
    except Exception as error:  # noqa: BLE001 - whatever a worker raised
        return Ran(None, f"its answer could not be fetched: {type(error).__name__}: {error}")
    finally:
        done.release()
    return believed(task, answer)
