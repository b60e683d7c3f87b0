"""Show the site on this machine: rebuild what changes in content and templates, and reload the pages."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import time
from pathlib import Path

import click
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets

from generator.files import show
from generator.paths import ROOT
from generator.publish.stamp import was_built_from
from generator.serve.address import built_address, kept_address
from generator.serve.pages import application, reload_pages
from generator.serve.rebuild import Rebuild, prepare
from generator.serve.watch import State, changed_paths, scan
from generator.terminal.hints import make_command

HOST = "127.0.0.1"
PAUSE = 0.15  # seconds, at least, between two looks at the files
PATIENCE = 20  # looks: what goes on changing is shown as it is then


class PortError(Exception):
    """The server cannot listen on a port; the message says what to do."""


def serve_site(content: Path, site_dir: Path, port: int, address: str | None = None) -> None:
    """Serve on 127.0.0.1 until interrupted, and rebuild what has changed: since the last build, and from then on.

    The site keeps the address of its last build unless another is given. Raises PortError.
    """
    command = make_command("serve", content, site_dir)
    sockets = _listen(port, command)
    prepare()
    kept = kept_address(content, site_dir)
    loop = _RebuildLoop(Rebuild(content, site_dir, address or kept))
    before = was_built_from(site_dir, content) if address in (None, built_address(site_dir)) else None
    if before:
        click.echo(f"nothing changed since the last build: {before.pages} pages")
    if kept and not address:
        click.echo(f"the address stays that of the last build, {kept} (another: {command} SITE_ADDRESS=…)")
    click.echo(f"serving {site_dir}/ on http://{HOST}:{sockets[0].getsockname()[1]}/ (stop with Ctrl-C)")
    asyncio.run(_serve(sockets, loop, "" if before else f"{site_dir}/ is not up to date"))


def _listen(port: int, command: str) -> list[socket.socket]:
    try:
        return bind_sockets(port, HOST)
    except OSError as error:
        other = 8001 if port == 8000 else 8000
        message = f"port {port} cannot be used: {error.strerror}; choose another one: {command} PORT={other}"
        raise PortError(message) from error


async def _serve(sockets: list[socket.socket], loop: _RebuildLoop, reason: str) -> None:
    HTTPServer(application(loop.rebuild.site_dir)).add_sockets(sockets)
    task = asyncio.create_task(loop.run(reason))
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


class _RebuildLoop:
    """Rebuilds after each change of a file. Made before the first build, it misses none that comes after."""

    def __init__(self, rebuild: Rebuild) -> None:
        self.rebuild = rebuild
        self._folders = (rebuild.content, ROOT / "templates", ROOT / "site_overrides")
        self._state: State = scan(self._folders)

    async def run(self, reason: str) -> None:
        """Rebuild where there is a reason to, and then for each change."""
        while True:
            if reason:
                await self._rebuild(reason)
            reason = await self._next_change()

    async def _next_change(self) -> str:
        """Wait for a change, and until nothing more changes: an editor or git may still be writing."""
        changed: list[set[str]] = []
        while True:
            started = time.monotonic()
            state = await asyncio.to_thread(scan, self._folders)
            new, self._state = changed_paths(self._state, state), state
            if changed and (not new or len(changed) == PATIENCE):
                return f"changed: {_named(new.union(*changed))}"
            if new:
                changed.append(new)
            await asyncio.sleep(max(PAUSE, 2 * (time.monotonic() - started)))

    async def _rebuild(self, reason: str) -> None:
        click.echo(f"{reason}; ", nl=False)
        started = time.monotonic()
        failure = await self.rebuild.run()
        seconds = time.monotonic() - started
        if failure:
            click.echo("not rebuilt:")
            click.echo(failure, err=True)
        else:
            click.echo(f"rebuilt in {seconds:.{0 if seconds >= 10 else 1}f} s")
            reload_pages()


def _named(paths: set[str]) -> str:
    first, *others = sorted(paths)
    return show(Path(first)) + (f" and {len(others)} more" if others else "")
