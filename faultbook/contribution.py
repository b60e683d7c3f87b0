"""What ran on a reader's machine, as one JSON file to attach to an issue. On disk after each program that ends."""

from __future__ import annotations

import json
import os
import tempfile
import threading
from collections.abc import Mapping
from typing import Any

FORMAT = 1


class Contribution:
    """The file, and how it grows: made at the beginning, gone in the end where nothing came of it."""

    def __init__(self, path: str, head: Mapping[str, Any]) -> None:
        self.path, self.lock = path, threading.Lock()
        self.observations: list[dict[str, Any]] = []
        self.document = {"contribution": FORMAT, **head, "observations": self.observations}

    def begin(self) -> None:
        """Make the file. Raises OSError: FileExistsError where there is one of this name."""
        with open(self.path, "x", encoding="utf-8"):
            pass

    def end(self) -> None:
        """Remove the file where it holds nothing."""
        if not self.observations:
            os.unlink(self.path)

    def add(self, program: str, observation: Mapping[str, Any]) -> None:
        """Add an observation of the program with this digest; it is on disk before this returns. Raises OSError."""
        with self.lock:
            self.observations.append({"program": program, "observation": observation})
            try:
                self._write()
            except OSError:
                self.observations.pop()  # or an empty file would stay
                raise

    def _write(self) -> None:
        descriptor, temporary = tempfile.mkstemp(prefix=".faultbook-", dir=os.path.dirname(os.path.abspath(self.path)))
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(self.document, file, indent=1, sort_keys=True)
                file.write("\n")
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, 0o644)
            os.replace(temporary, self.path)
        except BaseException:
            os.unlink(temporary)
            raise
