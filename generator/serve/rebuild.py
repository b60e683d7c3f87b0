"""One rebuild, in a process of its own, so that the server goes on answering and keeps nothing of it."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import signal
from dataclasses import dataclass
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path

FORKS = multiprocessing.get_context("forkserver")


@dataclass(frozen=True, slots=True)
class Rebuild:
    """What is to be rebuilt from what. `address` replaces that of site.yaml."""

    content: Path
    site_dir: Path
    address: str | None

    async def run(self) -> str:
        """Rebuild, and return why the site stays as it was; an empty text if it was rebuilt."""
        receiving, sending = FORKS.Pipe(duplex=False)
        process = FORKS.Process(target=_work, args=(self, sending))
        process.start()
        sending.close()
        try:
            await _readable(receiving)
            return str(receiving.recv())
        except EOFError:
            process.join()
            return f"Error: the rebuild ended without a result, with exit code {process.exitcode}"
        finally:
            process.terminate()  # where the server is stopped meanwhile
            process.join()
            receiving.close()


def prepare() -> None:
    """Start the process that rebuilds are forked from: it has imported what they need."""
    FORKS.set_forkserver_preload(["generator.build"])
    forkserver.ensure_running()


def _work(asked: Rebuild, results: Connection) -> None:
    # Here alone: the server needs none of it.
    from generator.build import InvalidContentError, build_site, load_valid
    from generator.problems import format_problems
    from generator.publish.writer import PublishError
    from generator.render.frame.layout import PlateError
    from generator.render.frame.theme import ThemeError

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C comes here too, and needs no traceback
    gc.set_threshold(50_000, 20, 20)  # what it reads, it needs to its end: looking for garbage takes 5 % of its time
    try:
        content, _warnings = load_valid(asked.content, asked.address)
        build_site(content, asked.site_dir)
    except InvalidContentError as error:
        results.send(f"{format_problems(error.problems)}\nError: {error}")
    except (ThemeError, PlateError, PublishError) as error:
        results.send(f"Error: {error}")
    else:
        results.send("")


async def _readable(connection: Connection) -> None:
    """Wait until there is something to receive, or the other end is closed."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(connection.fileno(), ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(connection.fileno())
