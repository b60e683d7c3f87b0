"""Ask another program, which may be missing, broken or hang."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence

LAST_WAIT = 0.2  # seconds for a killed program to be gone
TIMEOUT = 10.0  # seconds; nvidia-smi takes one or two where no process keeps the driver awake


def path_of(command: str) -> str | None:
    """Return where a program is."""
    return shutil.which(command)


def answer_of(command: Sequence[str], timeout: float = TIMEOUT, *, partial: bool = False) -> str | None:
    """Return what a program prints, even one that fails then; None where it is missing or does not end in time.

    `partial`: of one that does not end in time, return what it printed until then.
    """
    path = path_of(command[0])
    if path is None:
        return None
    try:
        # Into a file: a pipe would be held open by whatever the program started, also when that is killed.
        with tempfile.TemporaryFile() as printed:
            process = subprocess.Popen(
                [path, *command[1:]],
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "LC_ALL": "C"},
                start_new_session=True,
            )
            is_done = _ends(process, timeout)
            printed.seek(0)
            return printed.read().decode("utf-8", "replace") if is_done or partial else None
    except OSError:
        return None


def _ends(process: subprocess.Popen[bytes], timeout: float) -> bool:
    """Tell whether a program ends in time; one that does not is killed with all that it started."""
    try:
        process.wait(timeout)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(LAST_WAIT)  # what hangs in the driver cannot be killed, and is not waited for
        return False
    return True
