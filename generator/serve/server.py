"""Show the site on this machine: rebuild what changes in content and templates, and reload the pages."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from pathlib import Path

import click
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets

from generator.build.scan import scan
from generator.publish.stamp import look_at
from generator.serve.address import built_address, kept_address
from generator.serve.loop import RebuildLoop
from generator.serve.pages import application, reload_pages
from generator.serve.rebuild import Rebuild, prepare
from generator.terminal.hints import make_command

HOST = "127.0.0.1"


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
    loop = RebuildLoop(Rebuild(content, site_dir, address or kept), reload_pages)
    seen = scan(content).stamp
    before = look_at(site_dir).unchanged(seen) if address in (None, built_address(site_dir)) else None
    if before:
        click.echo(f"nothing changed since the last build: {before.pages} pages")
    if kept and not address:
        click.echo(f"the address stays that of the last build, {kept} (another: {command} SITE_ADDRESS=…)")
    click.echo(f"serving {site_dir}/ on http://{HOST}:{sockets[0].getsockname()[1]}/ (stop with Ctrl-C)")
    asyncio.run(_serve(sockets, loop, seen if before else ""))


def _listen(port: int, command: str) -> list[socket.socket]:
    try:
        return bind_sockets(port, HOST)
    except OSError as error:
        other = 8001 if port == 8000 else 8000
        message = f"port {port} cannot be used: {error.strerror}; choose another one: {command} PORT={other}"
        raise PortError(message) from error


async def _serve(sockets: list[socket.socket], loop: RebuildLoop, seen: str) -> None:
    HTTPServer(application(loop.rebuild.site_dir, loop.show_now)).add_sockets(sockets)
    task = asyncio.create_task(loop.run(seen))
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task
