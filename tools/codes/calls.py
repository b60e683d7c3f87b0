"""A vendor's shared library, called in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ASK = Path(__file__).with_name("ask.py")
SECONDS = 120


class Answer(NamedTuple):
    """What a function says of each number that it knows, and the library's version as a number, if asked for."""

    said: dict[int, str]
    version: int


def call(
    libraries: Sequence[str],
    function: str,
    numbers: Sequence[int],
    *,
    by_pointer: bool = False,
    version: str | None = None,
) -> Answer | None:
    """Ask the first library, for whose sake the others are loaded.

    None: it cannot be loaded here, or has no such function.
    """
    question = {
        "library": libraries[0],
        "before": libraries[1:],
        "function": function,
        "numbers": numbers,
        "by_pointer": by_pointer,
        "version": version,
    }
    command = [sys.executable, "-I", str(ASK)]
    try:
        done = subprocess.run(
            command, input=json.dumps(question), capture_output=True, text=True, timeout=SECONDS, check=True
        )
    except subprocess.SubprocessError:
        return None
    answer = json.loads(done.stdout)
    return Answer({int(number): text for number, text in answer["said"].items()}, answer["version"])
