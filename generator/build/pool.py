"""Work in several processes. They are forked, so they have all that the parent has, and nothing but results is sent."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
R = TypeVar("R")
FEW = 12  # items that are done sooner than processes start
WAITING = 2  # chunks for each process that wait: more would hold results that nobody has taken yet
CHUNK = 8  # items that are sent together
LARGE = 1 << 20  # bytes: a chunk that holds as much takes no further item
LOT = 1 << 10  # items after which processes are forked again: they grow by what they copy of the parent and keep
SENT = 4 << 20  # bytes of items that wait or are worked on: no more is sent while no process would have to wait
LOST = "a process of the build was killed, perhaps because memory ran out: free some, then build again"
_work: Callable[[Any], Any] | None = None  # what the forked processes do


class WorkerLostError(Exception):
    """A process ended in the middle of its work."""


def over(
    work: Callable[[T], R], items: Iterable[T], count: int, size_of: Callable[[T], int] = lambda _item: 0
) -> Iterator[R]:
    """Yield the result of each item, in any order; several at a time where there are many.

    `count` is how many there are; each is asked for when a process is about to take it. `size_of` an item, in bytes:
    large ones are held by few processes at a time.

    Raises WorkerLostError when a process is killed, and whatever `work` raises.
    """
    processes = len(os.sched_getaffinity(0))
    if count <= FEW or processes == 1:
        yield from map(work, items)
        return
    left = iter(items)
    for _lot in range(0, count, LOT):
        yield from _in_processes(work, islice(left, LOT), processes, size_of)


def _in_processes(
    work: Callable[[T], R], items: Iterator[T], processes: int, size_of: Callable[[T], int]
) -> Iterator[R]:
    global _work  # noqa: PLW0603 - a function cannot be sent to another process, but forked processes have it
    _work = work
    gc.collect()
    gc.freeze()  # what is there now stays; looking for garbage in it would copy its pages into each process
    context = multiprocessing.get_context("fork")
    executor = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin)
    try:
        yield from _results(executor, _chunks(items, size_of), processes)
    except BrokenProcessPool as error:
        raise WorkerLostError(LOST) from error
    finally:
        executor.shutdown(cancel_futures=True)
        _work = None
        gc.unfreeze()


def in_background(work: Callable[[], R]) -> Callable[[], R]:
    """Do something in another process while this one goes on; return what waits for the result and returns it, once.

    With one processor it is done by this process, when it is asked for. What is returned raises WorkerLostError if the
    process was killed, and whatever `work` raises.
    """
    if len(os.sched_getaffinity(0)) == 1:
        return work
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(sender, work), daemon=True)
    process.start()
    sender.close()

    def result() -> R:
        try:
            is_done, found = receiver.recv()
        except EOFError as error:
            raise WorkerLostError(LOST) from error
        process.join()
        if not is_done:
            raise found
        return found  # type: ignore[no-any-return]  # it comes from `work`

    return result


def _send(sender: Connection, work: Callable[[], Any]) -> None:
    _begin()
    try:
        answer = True, work()
    except Exception as error:  # noqa: BLE001 - it is raised where the result is asked for
        answer = False, error
    sender.send(answer)


class _Chunk(NamedTuple):
    """Items that are sent together, and how many bytes they are."""

    items: list[Any]
    size: int


def _chunks(items: Iterable[T], size_of: Callable[[T], int]) -> Iterator[_Chunk]:
    held: list[T] = []
    size = 0
    for item in items:
        held.append(item)
        size += size_of(item)
        if len(held) == CHUNK or size >= LARGE:
            yield _Chunk(held, size)
            held, size = [], 0
    if held:
        yield _Chunk(held, size)


def _results(executor: ProcessPoolExecutor, chunks: Iterator[_Chunk], processes: int) -> Iterator[Any]:
    running: dict[Future[list[Any]], int] = {}

    def is_enough() -> bool:
        return len(running) >= processes * (1 + WAITING) or (
            len(running) >= processes and sum(running.values()) >= SENT
        )

    while True:
        while not is_enough() and (chunk := next(chunks, None)) is not None:
            running[executor.submit(_do, chunk.items)] = chunk.size
            del chunk  # the next one is made before this name is given to it
        if not running:
            return
        done, _others = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            del running[future]
            yield from future.result()


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent ends the others
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End when the build is killed: it holds the lock on the site as long as a process of it lives."""
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os._exit(1)


def _do(items: Sequence[Any]) -> list[Any]:
    assert _work
    return [_work(item) for item in items]
