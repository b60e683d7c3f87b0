"""The supervisor's side of zygotes: starting them, asking them for runs, and ending those that no run needs."""

from __future__ import annotations

import json
import os

from .protocol import SCRIPT
from .workspace import ONE_THREAD, clean_environment, remove

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    import threading
    from collections.abc import Iterable, Mapping

    from .messages import Request

PRELOAD_SECONDS = 300  # how long imports may take
FORKS_OF_A_ZYGOTE = 500
LIVE_ZYGOTES = 2  # that hold frameworks in memory


class ZygoteError(Exception):
    """A zygote could not be started; the text says why."""


class Zygote:
    """A started zygote and the way to ask it for a run. Raises ZygoteError when it cannot be started."""

    def __init__(
        self,
        python: str,
        folder: str,
        preload: Iterable[str],
        environment: Mapping[str, str],
        started: list[subprocess.Popen[bytes]],
    ) -> None:
        import socket
        import subprocess
        import threading

        self.preload, self.lock = tuple(preload), threading.Lock()
        self.forks = self.users = 0  # runs it was given, and those of them that go on
        self.channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [python, "-I", "-X", "faulthandler", SCRIPT, "zygote", str(theirs.fileno()), folder, *self.preload]
        with theirs:
            try:
                self.process = subprocess.Popen(
                    command,
                    env={**environment, **ONE_THREAD},
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                )
            except OSError as error:
                self.channel.close()
                raise ZygoteError(f"starting {python}: {error}") from error
        started.append(self.process)  # imports may take minutes: whoever stops everything need not wait for them
        self.folders = self._wait_until_ready()

    def _wait_until_ready(self) -> list[tuple[str, str]]:
        """Return the interpreter's folders that tell of the machine, each with what is written in its place."""
        self.channel.settimeout(PRELOAD_SECONDS)
        try:
            message = json.loads(self.channel.recv(65536) or b'{"failed": "it ended without a word"}')
        except OSError:
            message = {"failed": f"it took more than {PRELOAD_SECONDS} seconds"}
        self.channel.settimeout(None)
        if "failed" in message:
            self.close()
            raise ZygoteError("importing {}: {}".format(" ".join(self.preload) or "nothing", message["failed"]))
        return [(folder, name) for folder, name in message["places"]]

    def ask(self, request: Request, descriptors: list[int]) -> None:
        """Have a run started; the answer comes over its control descriptor. Raises OSError when the zygote is dead."""
        import socket

        with self.lock:
            socket.send_fds(self.channel, [json.dumps(request).encode()], descriptors)

    def is_dead(self) -> bool:
        """Tell whether its process has ended."""
        return self.process.poll() is not None

    def close(self) -> None:
        """End the zygote; runs that it has started go on."""
        self.process.kill()  # first: where it finds the channel closed, it removes the session's folder
        self.process.wait()
        self.channel.close()


class ZygotePool:
    """The zygotes of an interpreter, by what they have imported. Threads may share it.

    `folder` is where zygotes and runs have their folders, `libraries` where the loader looks for libraries first,
    `packages` are variables by which the interpreter finds packages outside its own folders.
    """

    def __init__(self, python: str, folder: str, libraries: str, packages: Mapping[str, str]) -> None:
        import threading

        self.python, self.folder, self.libraries, self.packages = python, folder, libraries, packages
        self.lock = threading.Lock()
        self.starting: dict[tuple[str, ...], threading.Lock] = {}
        self.zygotes: dict[tuple[str, ...], Zygote] = {}
        self.retired: set[Zygote] = set()
        self.broken: dict[tuple[str, ...], str] = {}
        self.started: list[subprocess.Popen[bytes]] = []  # of all zygotes, also of those that still import
        for name in ("home", "tmp"):
            os.mkdir(os.path.join(folder, name))

    def acquire(self, preload: tuple[str, ...]) -> Zygote:
        """Return a zygote that has imported this, for one run. It stays until the run releases it.

        Raises ZygoteError: also without another try where it could not be started before.
        """
        import threading

        with self.lock:
            own_lock = self.starting.setdefault(preload, threading.Lock())
        with own_lock:  # others need not wait while this one imports
            with self.lock:
                if preload in self.broken:
                    raise ZygoteError(self.broken[preload])
                found = self.zygotes.get(preload)
            if found and found.forks >= FORKS_OF_A_ZYGOTE:
                self.retire(found)
                found = None
            try:
                environment = {**clean_environment(self.folder, self.libraries), **self.packages}
                found = found or Zygote(self.python, self.folder, preload, environment, self.started)
            except ZygoteError as error:
                self.broken[preload] = str(error)
                raise
            with self.lock:
                found.forks, found.users = found.forks + 1, found.users + 1
                self.zygotes.pop(preload, None)
                self.zygotes[preload] = found  # the newest
                self._end_unneeded()
            return found

    def release(self, zygote: Zygote) -> None:
        """Say that a run no longer needs a zygote."""
        with self.lock:
            zygote.users -= 1
            self._end_unneeded()

    def retire(self, zygote: Zygote) -> None:
        """Give a zygote no more runs. It ends with its last one: another may have asked it and not been heard yet."""
        with self.lock:
            self.retired.add(zygote)
            if self.zygotes.get(zygote.preload) is zygote:
                del self.zygotes[zygote.preload]
            self._end_unneeded()

    def _end_unneeded(self) -> None:
        """End zygotes that no run uses: those retired, and the oldest of those that hold frameworks in memory."""
        old = [zygote for name, zygote in self.zygotes.items() if name][:-LIVE_ZYGOTES]
        for zygote in [one for one in (*self.retired, *old) if not one.users]:
            zygote.close()
            self.retired.discard(zygote)
            if self.zygotes.get(zygote.preload) is zygote:
                del self.zygotes[zygote.preload]

    def close(self) -> None:
        """End all zygotes, also those that still import, and remove the folder."""
        for process in list(self.started):
            process.kill()
        with self.lock:
            for zygote in (*self.zygotes.values(), *self.retired):
                zygote.close()
            self.zygotes.clear()
            self.retired.clear()
            remove(self.folder)  # before the lock is given up: who waits for it can start no other zygote
