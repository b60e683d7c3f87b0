"""One file of results: a line for each environment and each observation, only ever appended to.

Standard library only. Whatever stops a run, what ended is in the file; a line that was cut off is dropped. Several
environments share a file, each line says of which it is, so a first try with another interpreter spoils nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Mapping
from typing import Any

FORMAT = 1
# What `generator.evidence.records.environment_id` hashes: what can change an outcome.
MAKES_AN_ENVIRONMENT = (
    *("python", "implementation", "system", "distributions", "torch_cuda"),
    *("kind", "driver", "simulated_driver", "gpus", "compiler", "isolation"),
)
Name = tuple[str, str, str]  # entry, file name of the program, its digest


class ResultFileError(Exception):
    """A file cannot hold results; the text says why and what to do."""


class ResultFile:
    """The results in a file, and a way to add to them. Nothing is written before the first observation."""

    def __init__(self, path: str) -> None:
        self.path, self.lock = path, threading.Lock()
        self.environments: dict[str, dict[str, Any]] = {}
        self.done: dict[str, set[Name]] = {}
        self.whole = self.lines = 0
        if os.path.exists(path) and not os.path.isfile(path):
            raise ResultFileError(f"{path} is not a regular file: name another with --out")
        self._read_on()

    def _read_on(self) -> None:
        """Take what stands in the file behind what was read before."""
        try:
            with open(self.path, "rb") as file:
                file.seek(self.whole)
                content = file.read()
        except FileNotFoundError:
            return
        except OSError as error:
            raise ResultFileError(f"{self.path} cannot be read ({error.strerror}): name another with --out") from error
        end = content.rfind(b"\n") + 1
        for line in content[:end].splitlines():
            self.lines += 1
            self._take(self.lines, line)
        self.whole += end

    def _take(self, number: int, line: bytes) -> None:
        try:
            record = json.loads(line)
            environment = {FORMAT: record["environment"]}[record["format"]]
            if "facts" in record:
                self.environments[environment] = record["facts"]
            else:
                name = (record["entry"], record["observation"]["snippet"], record["program"])
                self.done.setdefault(environment, set()).add(name)
        except (ValueError, LookupError, TypeError) as error:
            message = "%s, line %d, is not a result: name another file with --out" % (self.path, number)
            raise ResultFileError(message) from error

    def has(self, cell: Mapping[str, Any], environment: str = "") -> bool:
        """Tell whether there is an observation of a cell, in one environment or in any."""
        wanted = [environment] if environment else list(self.done)
        return any(name_of(cell) in self.done.get(one, ()) for one in wanted)

    def begin(self) -> None:
        """Open the file for appending. Raises ResultFileError where that is not possible or another run does it."""
        import fcntl

        try:
            self.file = open(self.path, "ab")  # noqa: SIM115 - open as long as this run
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            message = f"another run writes to {self.path}: wait for it, or name another file with --out"
            raise ResultFileError(message) from error
        except OSError as error:
            message = f"{self.path} cannot be written ({error.strerror}): name another file with --out"
            raise ResultFileError(message) from error
        self._read_on()  # what another run has added since this one looked
        self.file.truncate(self.whole)  # what a crash left of a line, or the next one would be glued to it

    def close(self) -> None:
        """Let another run have the file."""
        self.file.close()

    def add(self, cell: Mapping[str, Any], facts: dict[str, Any], observation: Mapping[str, Any]) -> None:
        """Append an observation, and before the first of an environment what that is; on disk before this returns."""
        environment = environment_id(facts)
        line = {"entry": cell["entry"], "program": cell["program"], "observation": observation}
        with self.lock:
            lines = [line] if environment in self.environments else [{"facts": facts}, line]
            common = {"format": FORMAT, "environment": environment}
            text = "".join(json.dumps({**common, **one}, sort_keys=True) + "\n" for one in lines)
            try:
                self.file.write(text.encode())
                self.file.flush()
                os.fsync(self.file.fileno())
            except OSError as error:
                message = f"{self.path} cannot be written ({error.strerror}): name another file with --out"
                raise ResultFileError(message) from error
            self.environments[environment] = facts
            self.done.setdefault(environment, set()).add(name_of(cell))


def name_of(cell: Mapping[str, Any]) -> Name:
    """Return what an observation of a cell is known by: two programs of an entry may have the same text."""
    return cell["entry"], cell["job"]["name"], cell["program"]


def environment_id(facts: Mapping[str, Any]) -> str:
    """Hash what can change an outcome, as the generator does."""
    made_of = {name: facts[name] for name in MAKES_AN_ENVIRONMENT}
    canonical = json.dumps(made_of, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]
