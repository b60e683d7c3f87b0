"""What a run writes: read while it runs, and kept up to a limit."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .gpus import MemoryWatch

GRACE_SECONDS = 0.25  # to read what is still in the pipes of processes that are dead


class Capture:
    """Head and tail of a stream, `limit` bytes at most: what lies between is counted and dropped."""

    def __init__(self, limit: int) -> None:
        self.limit, self.head, self.tail, self.dropped = limit, bytearray(), bytearray(), 0

    def add(self, data: bytes) -> None:
        """Append what was read."""
        room = self.limit // 2 - len(self.head)
        self.head += data[:room] if room > 0 else b""
        self.tail += data[max(room, 0) :]
        surplus = len(self.tail) - self.limit // 2
        if surplus > 0:
            del self.tail[:surplus]
            self.dropped += surplus

    def text(self) -> str:
        """Return what was kept, with a line where something was left out."""
        if not self.dropped:
            return (self.head + self.tail).decode(errors="replace")
        head, tail = (part.decode(errors="replace") for part in (self.head, self.tail))
        return f"{head}\n[… {self.dropped:,} bytes left out …]\n{tail}"


def collect(
    readers: dict[str, int],
    captures: dict[str, Capture],
    longest: float,
    watch: MemoryWatch,
    stopped: Callable[[], bool],
) -> None:
    """Read from descriptors, by name, until the one named `control` closes; processes that hold others open may go on.

    Ends also after `longest` seconds, and when `stopped` says so. The descriptors are closed then.
    """
    import selectors
    import time

    give_up = time.monotonic() + longest
    with selectors.DefaultSelector() as selector:
        for name, descriptor in readers.items():
            selector.register(descriptor, selectors.EVENT_READ, name)
        answered = False
        while selector.get_map() and time.monotonic() < give_up and not stopped():
            for key, _events in selector.select(timeout=0.02 if watch.gpus else 0.1):
                data = os.read(key.fd, 65536)
                captures[key.data].add(data)
                if not data:
                    selector.unregister(key.fd)
                if not data and key.data == "control":
                    answered, give_up = True, time.monotonic() + GRACE_SECONDS
            if not answered:
                watch.look()
    for descriptor in readers.values():
        os.close(descriptor)  # closing the control descriptor makes a guardian that is late kill everything
