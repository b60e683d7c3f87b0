"""Rebuilds after each change of a file: the pages of edited entries first, and any page that somebody asks for."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import click

from generator.build.scan import scan
from generator.files import show
from generator.paths import ROOT
from generator.serve.rebuild import Message, Rebuild
from generator.serve.watch import changes

FEW = 8  # entries that are shown before all else
ENTRY_PAGE = re.compile(r"(?:[a-z]{2}/)?([a-z0-9-]+/[a-z0-9-]+)/(?:runs/)?(?:index\.(?:html|md))?")


class RebuildLoop:
    """Keeps a site up to date. While all of it is being rebuilt, a page that is asked for is rendered at once."""

    def __init__(self, rebuild: Rebuild, reload: Callable[[], None]) -> None:
        self.rebuild = rebuild
        self._reload = reload
        self._entries = rebuild.content / "entries"
        self._folders = (rebuild.content, ROOT / "templates", ROOT / "site_overrides")
        self._changed: asyncio.Queue[set[str]] = asyncio.Queue()
        self._asked: dict[str, asyncio.Event] = {}
        """Entries whose pages are waited for, and what says that they are there."""
        self._is_asked = asyncio.Event()
        self._fresh: set[str] | None = None
        """While all pages may be out of date: the entries whose pages are not."""

    async def run(self, seen: str) -> None:
        """Rebuild where the inputs are not as they were `seen` when the site was up to date, and after each change."""
        stop = asyncio.Event()
        watching = asyncio.create_task(self._watch(stop))
        await asyncio.sleep(0)  # it watches from now on
        try:
            if seen != (await asyncio.to_thread(scan, self.rebuild.content)).stamp:
                await self._rebuild(f"{self.rebuild.site_dir}/ is not up to date", [])
            while True:
                paths = await self._changed.get()
                while not self._changed.empty():
                    paths |= self._changed.get_nowait()
                await self._rebuild(f"changed: {_named(paths)}", self._entries_of(paths))
        finally:
            stop.set()
            watching.cancel()

    async def show_now(self, path: str) -> None:
        """Wait until the page at a path is up to date, where that is an entry's and may not be."""
        entry = self._entry_at(path)
        if self._fresh is None or entry is None or entry in self._fresh:
            return
        done = self._asked.setdefault(entry, asyncio.Event())
        self._is_asked.set()
        await done.wait()

    def _entry_at(self, path: str) -> str | None:
        found = ENTRY_PAGE.fullmatch(path)
        return found[1] if found and (self._entries / found[1] / "entry.yaml").is_file() else None

    async def _watch(self, stop: asyncio.Event) -> None:
        async for paths in changes(self._folders, stop):
            await self._changed.put(paths)

    def _entries_of(self, paths: set[str]) -> list[str] | None:
        """Return the entries that changes are of; None where they are of something else, or of many."""
        found: set[str] = set()
        for path in paths:
            inside = Path(path)
            for folder in (self._entries.resolve(), (self.rebuild.content / "evidence").resolve()):
                if inside.is_relative_to(folder):
                    parts = inside.relative_to(folder).parts
                    entry = "/".join(parts[:2])
                    if len(parts) < 3 or not (self._entries / entry / "entry.yaml").is_file():
                        return None
                    found.add(entry)
                    break
            else:
                return None
        return sorted(found) if len(found) <= FEW else None

    async def _rebuild(self, reason: str, entries: list[str] | None) -> None:
        click.echo(f"{reason}; ", nl=False)
        started = time.monotonic()
        if entries is None:
            self._fresh = set()
        message = await self._until_done(entries or [], started)
        self._fresh = None
        self._answer()
        seconds = time.monotonic() - started
        if message.kind == "failed":
            click.echo("not rebuilt:")
            click.echo(message.text, err=True)
        else:
            click.echo(f"rebuilt in {_shown(seconds)}")
            self._reload()

    async def _until_done(self, first: list[str], started: float) -> Message:
        """Rebuild, and begin again where a page is asked for: what was rendered before stays so."""
        while True:
            running = self.rebuild.run(first)
            try:
                message = await self._next(running)
                while message and message.kind == "shown":
                    click.echo(f"its page in {_shown(time.monotonic() - started)}; ", nl=False)
                    self._reload()
                    message = await self._next(running)
            finally:
                await running.aclose()
            if message:
                return message
            await self._show_asked()
            first = []

    async def _next(self, running: AsyncGenerator[Message, None]) -> Message | None:
        """Return what a rebuild says next; None, and end it, where a page is asked for before."""
        step = asyncio.ensure_future(anext(running))
        asked = asyncio.create_task(self._is_asked.wait())
        try:
            await asyncio.wait({step, asked}, return_when=asyncio.FIRST_COMPLETED)
            return step.result() if step.done() else None
        finally:
            step.cancel()
            asked.cancel()
            # Their ends are of no interest, but a cancellation of this task meanwhile is: it stops the server.
            await asyncio.gather(step, asked, return_exceptions=True)

    async def _show_asked(self) -> None:
        self._is_asked.clear()
        async for _message in self.rebuild.run(tuple(self._asked), only=True):
            pass
        if self._fresh is not None:
            self._fresh.update(self._asked)
        self._answer()

    def _answer(self) -> None:
        """Let everybody go on who waits for a page."""
        for done in self._asked.values():
            done.set()
        self._asked.clear()
        self._is_asked.clear()


def _shown(seconds: float) -> str:
    return f"{seconds:.{0 if seconds >= 10 else 1}f} s"


def _named(paths: set[str]) -> str:
    first, *others = sorted(paths)
    return show(Path(first)) + (f" and {len(others)} more" if others else "")
