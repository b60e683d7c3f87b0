"""What a batch job of a cluster does: this module is sent by its code, so that nodes need nothing of ours."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence
from typing import Any

STOPPED = 130  # exit code of `remote` where the job is being ended
CHECKPOINT_SECONDS = 120  # how long the batch system may take from its first signal to the one that requeues


class Command:
    """Runs a command to its end. Where the cluster takes the node away, the same command is submitted again."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = list(command)
        self.process: subprocess.Popen[str] | None = None

    def __call__(self) -> str:
        """Return what the command printed. Raises RuntimeError where it failed; what it said is in the job's log."""
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        said, _nothing = self.process.communicate()
        if self.process.returncode == STOPPED:
            time.sleep(CHECKPOINT_SECONDS)  # until submitit hears of it as well, and requeues
        if self.process.returncode:
            raise RuntimeError(f"{self.command[0]} ended with {self.process.returncode}")
        return said

    def checkpoint(self) -> Any:
        """End the command, and say what is to be submitted in its place."""
        import submitit

        if self.process:
            self.process.terminate()
        return submitit.helpers.DelayedSubmission(Command(self.command))
