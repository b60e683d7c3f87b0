"""Which files have changed since they were last looked at.

They are looked at again and again, not watched by the kernel: that also works in folders on a file server, and has no
limit on the number of folders.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable
from pathlib import Path

IGNORED = re.compile(r"^[.#]|~$|^[0-9]+$|\.(?:swp|swx|tmp|bak|pyc)$")  # what editors write beside a file, and Python

State = dict[str, tuple[int, int]]


def scan(folders: Iterable[Path]) -> State:
    """Return the time and size of every file in some folders, by its path."""
    state: State = {}
    for top in folders:
        for folder, below, names in os.walk(top):
            below[:] = [name for name in below if not name.startswith(".") and name != "__pycache__"]
            for path in (f"{folder}/{name}" for name in names if not IGNORED.search(name)):
                with contextlib.suppress(OSError):  # deleted meanwhile, or a link that leads nowhere
                    found = os.stat(path)  # noqa: PTH116 - thousands of files: a Path for each takes longer than asking
                    state[path] = (found.st_mtime_ns, found.st_size)
    return state


def changed_paths(before: State, after: State) -> set[str]:
    """Return the paths of what was added, edited or deleted."""
    return {path for path, _found in before.items() ^ after.items()}
