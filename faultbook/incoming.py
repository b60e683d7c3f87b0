"""Bytes as they come: from a file, or from standard input, passed on where a pipe would swallow them."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from typing import Any

BLOCK = 1 << 16


def is_file(name: str) -> bool:
    """Tell whether a text names something that can be read: a file, or what a shell puts in its place."""
    return os.path.exists(name) and not os.path.isdir(name)


def file_blocks(path: str) -> Iterator[bytes]:
    """Yield what a file holds. Raises OSError."""
    with open(path, "rb") as file:
        while block := file.read(BLOCK):
            yield block


def input_blocks(*, pass_on: bool) -> Iterator[bytes]:
    """Yield what comes in, as it comes. Raises OSError.

    `pass_on`: what comes through a pipe is written to standard error too, since nobody else sees it. A file on standard
    input can be seen elsewhere.
    """
    if sys.stdin is None:
        return
    target = _descriptor_of_errors() if pass_on and _is_pipe(sys.stdin.fileno()) else None
    last = b""
    stream: Any = sys.stdin.buffer
    while block := stream.read1(BLOCK):
        if target is not None and not _write_all(target, block):
            target = None
        last = block[-1:]
        yield block
    if target is not None and last:
        _write_all(target, b"\n" if last == b"\n" else b"\n\n")  # an empty line before the answer


def _is_pipe(descriptor: int) -> bool:
    mode = os.fstat(descriptor).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _descriptor_of_errors() -> int | None:
    try:
        return sys.stderr.fileno() if sys.stderr else None
    except (OSError, ValueError):  # something else was put in its place
        return None


def _write_all(descriptor: int, block: bytes) -> bool:
    """Write bytes at once, past every buffer; tell whether that worked."""
    left = memoryview(block)
    try:
        while left:
            left = left[os.write(descriptor, left) :]
    except OSError:
        return False
    return True
