"""What a command says → standard output, standard error, an exit status."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, NamedTuple

from faultbook.language import Words

FOUND, NOTHING, USAGE = 0, 1, 2


class Said(NamedTuple):
    """What a command has to say: what was found, everything else, and the exit status."""

    found: str = ""
    besides: str = ""
    status: int = FOUND


def deliver(said: Said, words: Words) -> int:
    """Print what a command says, in full or with the reason why not; return the exit status."""
    write(said.besides, sys.stderr)
    reason = write(said.found, sys.stdout)
    if not reason:
        return said.status
    text = words("standard output cannot be written ({reason}): is the disk full?").format(reason=reason)
    write(f"faultbook: {text}", sys.stderr)
    return USAGE


def write(text: str, stream: Any) -> str | None:
    """Write a text; return why that failed. A reader that went away, as `head -1` does, has what it wanted."""
    if not text or stream is None:
        return None
    try:
        stream.write(text + "\n")
        stream.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # nothing is to be flushed again at the end
        return None if isinstance(error, BrokenPipeError) else error.strerror or str(error)
    return None


def as_json(value: Any) -> str:
    """Return JSON that standard output can show: a stream without UTF-8 would mix escapes of its own into the text."""
    unicode = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") == "utf8"
    return json.dumps(value, ensure_ascii=not unicode, indent=2)
