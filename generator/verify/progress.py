"""What a person sees while a plan runs. Standard library only, Python 3.9 or later, as what runs it."""

from __future__ import annotations

import os
import sys

from .planfile import Cell


class Progress:
    """What a person sees meanwhile: one line that changes in a terminal, elsewhere a line for each program."""

    def __init__(self, seconds: float) -> None:
        self.total, self.done, self.ran = max(seconds, 1.0), 0.0, 0
        self.tried: set[int] = set()  # the identities of cells
        self.without: list[str] = []
        self.bar = sys.stderr.isatty()

    def ended(self, cell: Cell, trouble: str, how: str) -> None:
        """Count a program that ended, and say how."""
        self.done, self.ran = self.done + cell["seconds"], self.ran + 1
        self.tried.add(id(cell))
        line = "{}/{}: {}".format(cell["entry"], cell["job"]["name"], (trouble and "no evidence: " + trouble) or how)
        if trouble:
            self.without.append(line)
        left = duration(max(self.total - self.done, 0))
        if not self.bar:
            say("%3d%%  %s" % (min(100 * self.done / self.total, 100), line))
            return
        part = int(20 * min(self.done / self.total, 1))
        shown = "[{}{}] about {} left  {}".format("#" * part, "." * (20 - part), left, line)
        sys.stderr.write("\r\033[K" + shown[: os.get_terminal_size(sys.stderr.fileno()).columns - 1])
        sys.stderr.flush()

    def close(self) -> None:
        """Leave the line."""
        if self.bar:
            sys.stderr.write("\r\033[K")
            for line in self.without:
                say(line)


def duration(seconds: float) -> str:
    """Write a duration as people say it."""
    return "%d s" % seconds if seconds < 100 else "%d min" % round(seconds / 60)


def counted(count: int, noun: str, plural: str = "") -> str:
    """Write a number of things."""
    return "%d %s" % (count, noun if count == 1 else plural or noun + "s")


def say(text: str) -> None:
    """Print a line at once. Where nobody reads any more, as after `| head`, the run goes on all the same."""
    try:
        print(text, flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
