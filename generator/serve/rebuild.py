"""One rebuild, in a process of its own, so that the server goes on answering and keeps nothing of it."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import signal
import sqlite3
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Literal, NamedTuple

FORKS = multiprocessing.get_context("forkserver")
# What the process has imported that rebuilds are forked from.
READY = ["generator.build.site", "generator.build.preview"]


class Message(NamedTuple):
    """What a rebuild says: the pages of the first entries are up to date, all is, or why the site stays as it was."""

    kind: Literal["shown", "done", "failed"]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Rebuild:
    """What is to be rebuilt from what. `address` replaces that of site.yaml."""

    content: Path
    site_dir: Path
    address: str | None

    async def run(self, first: Sequence[str] = (), *, only: bool = False) -> AsyncGenerator[Message, None]:
        """Rebuild the pages of the `first` entries and then, unless `only` these are asked for, all of the site."""
        receiving, sending = FORKS.Pipe(duplex=False)
        process = FORKS.Process(target=_work, args=(self, tuple(first), only, sending))
        process.start()
        sending.close()
        try:
            while True:
                await _readable(receiving)
                message: Message = receiving.recv()
                yield message
                if message.kind != "shown":
                    return
        except EOFError:
            process.join()
            yield Message("failed", f"Error: the rebuild ended without a result, with exit code {process.exitcode}")
        finally:
            process.terminate()  # where the server is stopped meanwhile, or something is asked for at once
            process.join()
            receiving.close()


def prepare() -> None:
    """Start the process that rebuilds are forked from: it has imported what they need."""
    FORKS.set_forkserver_preload(READY)
    forkserver.ensure_running()


def _work(asked: Rebuild, first: tuple[str, ...], only: bool, results: Connection) -> None:  # noqa: FBT001 - sent by place
    # Here alone: the server needs none of it.
    from generator.build.preview import preview
    from generator.build.site import build_site

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C comes here too, and needs no traceback
    gc.set_threshold(50_000, 20, 20)  # what it reads, it needs to its end: looking for garbage takes 5 % of its time

    def show() -> None:
        if first and preview(asked.content, asked.site_dir, asked.address, first):
            results.send(Message("shown"))

    def build() -> None:
        build_site(asked.content, asked.site_dir, asked.address)

    failed = _said_by(show)
    if not only:
        failed = _said_by(build)  # which says all that is wrong
    results.send(Message("failed", failed) if failed else Message("done"))


def _said_by(action: Callable[[], object]) -> str:
    """Do something; return why it could not be done, or nothing."""
    from generator.build.loading import InvalidContentError
    from generator.build.pool import WorkerLostError
    from generator.problems import format_problems
    from generator.publish.writer import PublishError
    from generator.render.frame.layout import LayoutError
    from generator.render.frame.theme import ThemeError
    from generator.store import DamagedStoreError, StoreError

    try:
        action()
    except InvalidContentError as error:
        return f"{format_problems(error.problems)}\nError: {error}"
    except (
        ThemeError,
        LayoutError,
        PublishError,
        StoreError,
        DamagedStoreError,
        sqlite3.Error,
        WorkerLostError,
    ) as error:
        return f"Error: {error}"
    return ""


async def _readable(connection: Connection) -> None:
    """Wait until there is something to receive, or the other end is closed."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(connection.fileno(), ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(connection.fileno())
