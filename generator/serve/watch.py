"""Which files change: the kernel says so or, where it cannot watch as many folders, they are looked at repeatedly."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from watchfiles import Change, awatch

IGNORED = re.compile(r"^[.#]|~$|^[0-9]+$|\.(?:swp|swx|tmp|bak|pyc)$")  # what editors write beside a file, and Python
TOGETHER, LONGEST = 50, 2000  # milliseconds without a change that end a group of changes, and the longest group
POLLING = 300  # milliseconds between two looks, where the kernel does not say


def is_watched(path: str) -> bool:
    """Tell whether a change of a file is one of the site."""
    parts = Path(path).parts
    return not any(part.startswith(".") or part == "__pycache__" for part in parts[1:]) and not IGNORED.search(
        parts[-1]
    )


async def changes(folders: Sequence[Path], stop: asyncio.Event) -> AsyncIterator[set[str]]:
    """Yield the paths of what was added, edited or deleted below some folders, in groups, until `stop` is set."""

    def wanted(_change: Change, path: str) -> bool:
        inside = next((str(folder.resolve()) for folder in folders if path.startswith(str(folder.resolve()))), "")
        return is_watched(path[len(inside) :] or path)

    there = [folder for folder in folders if folder.is_dir()]
    polling = None  # where it is to be found out
    while not stop.is_set():
        try:
            async for found in awatch(
                *there,
                watch_filter=wanted,
                debounce=LONGEST,
                step=TOGETHER,
                stop_event=stop,
                recursive=True,
                force_polling=polling,
                poll_delay_ms=POLLING,
            ):
                yield {path for _change, path in found}
        except OSError:  # more folders than the kernel watches for one user
            polling = True
