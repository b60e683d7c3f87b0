"""Ask another program, which may be missing, broken or hang."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence

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
        done = subprocess.run(
            [path, *command[1:]],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
    except subprocess.TimeoutExpired as error:
        return error.stdout.decode("utf-8", "replace") if partial and error.stdout else None
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.decode("utf-8", "replace")
