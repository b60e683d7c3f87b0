"""A processor for structlog: an event about a GPU error has its page under `faultbook`.

    structlog.configure(processors=[add_page, structlog.processors.format_exc_info, ...])

It stands before whatever turns the exception into text.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import MutableMapping
from typing import Any

import faultbook

LEVELS = ("error", "exception", "critical", "fatal")


def add_page(_logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Return the event, with the page and what to do first where the error and its cause are known."""
    if method in LEVELS:
        with contextlib.suppress(Exception):  # whatever the event holds
            _add(event)
    return event


def _add(event: MutableMapping[str, Any]) -> None:
    found = faultbook.find(_error_of(event) or str(event.get("event", "")))
    if found:
        event["faultbook"] = found.address
        if found.step:
            event["first_step"] = found.step


def _error_of(event: MutableMapping[str, Any]) -> BaseException | None:
    given = event.get("exc_info")
    if isinstance(given, BaseException):
        return given
    if isinstance(given, tuple):
        return given[1] if isinstance(given[1], BaseException) else None
    return sys.exc_info()[1] if given else None
