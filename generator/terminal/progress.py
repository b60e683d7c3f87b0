"""How far a long piece of work is: a bar in a terminal, a line every few seconds elsewhere, nothing for a short one."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

import click

FIRST, EVERY = 2.0, 4.0  # seconds until the first word, and between two lines
T = TypeVar("T")


@dataclass(slots=True)
class Progress:
    """What is being done, and how much of it is done."""

    what: str = ""
    done: int = 0
    total: int = 0
    started: float = field(default_factory=time.monotonic)

    def stage(self, what: str, total: int = 0) -> None:
        """Begin a part of the work."""
        self.what, self.done, self.total = what, 0, total

    def over(self, items: Iterable[T], what: str, total: int) -> Iterator[T]:
        """Yield items, and count each when the next is asked for."""
        self.stage(what, total)
        for item in items:
            yield item
            self.done += 1

    def __str__(self) -> str:
        count = f", {self.done} of {self.total}" if self.total else ""
        return f"{self.what}{count}, {time.monotonic() - self.started:.0f} s"


@contextlib.contextmanager
def shown_progress() -> Iterator[Progress]:
    """Show on stderr how far a piece of work is, as long as it lasts."""
    progress, ended = Progress(), threading.Event()
    show = _bar if sys.stderr.isatty() else _lines
    thread = threading.Thread(target=show, args=(progress, ended), daemon=True)
    thread.start()
    try:
        yield progress
    finally:
        ended.set()
        thread.join()


def _lines(progress: Progress, ended: threading.Event) -> None:
    wait = FIRST
    while not ended.wait(wait):
        click.echo(str(progress), err=True)
        wait = EVERY


def _bar(progress: Progress, ended: threading.Event) -> None:
    if ended.wait(FIRST):
        return
    from rich.console import Console  # of use only where somebody looks, for seconds
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("")
        while not ended.wait(0.1):
            bar.update(task, description=progress.what, completed=progress.done, total=progress.total or None)
