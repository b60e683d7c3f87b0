"""Run by path in a process of its own: what a shared library says for each of some numbers. JSON in, JSON out.

A vendor's library is strange code: it may print, spawn threads or end the process, and stays loaded.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Callable
from typing import Any

NO_CODE = 987_654_321  # what a library says of this, it says of every number that it does not know


def main() -> None:
    """Read the question from standard input, write the answer to standard output; what a library prints goes aside."""
    question = json.load(sys.stdin)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for path in question["before"]:
        ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
    library = ctypes.CDLL(question["library"])
    function = getattr(library, question["function"])
    say = _by_pointer(function) if question["by_pointer"] else _by_value(function)
    unknown = say(NO_CODE)
    said = {number: say(number) for number in question["numbers"]}
    known = {number: text for number, text in said.items() if text and text != unknown}
    version = _version(library, question["version"], by_pointer=question["by_pointer"])
    with out:
        json.dump({"said": known, "version": version}, out)


def _version(library: ctypes.CDLL, name: str | None, *, by_pointer: bool) -> int:
    if name is None:
        return 0
    function = getattr(library, name)
    if not by_pointer:
        function.restype = ctypes.c_size_t
        return int(function())
    version = ctypes.c_int()
    function(ctypes.byref(version))
    return version.value


def _by_value(function: Any) -> Callable[[int], str]:
    function.restype = ctypes.c_char_p
    return lambda number: (function(number) or b"").decode()


def _by_pointer(function: Any) -> Callable[[int], str]:
    def say(number: int) -> str:
        text = ctypes.c_char_p()
        function(number, ctypes.byref(text))
        return (text.value or b"").decode()

    return say


if __name__ == "__main__":
    main()
