"""A plug-in for vLLM: where one of its processes logs a GPU error, the record has the error's page.

The engine and its workers log what ended them and raise it where no hook hears of it. vLLM loads the plug-in in each of
its processes, in none but these, wherever the package is installed; FAULTBOOK=0, or VLLM_PLUGINS without `faultbook`,
leaves it out.
"""

from __future__ import annotations

import functools
import logging
from typing import Any

import faultbook
from faultbook.hook import is_off
from faultbook.integrations.logs import FaultbookFilter

LOGGER = "vllm"


@functools.cache
def register() -> None:
    """Name pages in what vLLM's loggers say, and under the tracebacks of uncaught errors. Twice is harmless."""
    if is_off():
        return
    faultbook.install()
    _name_pages(logging.getLogRecordFactory(), FaultbookFilter())


def _name_pages(make: Any, naming: FaultbookFilter) -> None:
    """Add the pages where records are made: handlers are replaced whenever vLLM configures its logging."""

    def made(*arguments: Any, **named: Any) -> logging.LogRecord:
        record: logging.LogRecord = make(*arguments, **named)
        if record.name.partition(".")[0] == LOGGER:
            naming.filter(record)
        return record

    logging.setLogRecordFactory(made)
