"""A filter for Python's `logging`: a record about a GPU error gets a line with its page, each page once.

from faultbook.integrations.logs import FaultbookFilter
logging.getLogger().handlers[0].addFilter(FaultbookFilter())
"""

from __future__ import annotations

import contextlib
import logging

import faultbook


class FaultbookFilter(logging.Filter):
    """Lets every record pass; one of level ERROR or above that shows a GPU error has its page as `faultbook` too."""

    def __init__(self) -> None:
        super().__init__()
        self._said: set[str] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the line to the message, unless the page was named before."""
        if record.levelno >= logging.ERROR and not hasattr(record, "faultbook"):
            with contextlib.suppress(Exception):  # a wrong record is for logging itself to report
                self._add(record)
        return True

    def _add(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        found = faultbook.find(error or record.getMessage())
        record.faultbook = found.address if found else None
        if found and found.address not in self._said:
            self._said.add(found.address)
            record.msg, record.args = f"{record.getMessage()}\n→ {found.line}", ()
