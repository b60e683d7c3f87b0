"""A callback for PyTorch Lightning: an error in a run has its page under its traceback, whoever prints that.

    from faultbook.integrations.lightning import FaultbookCallback
    trainer = Trainer(callbacks=[FaultbookCallback()])

It serves `lightning` and `pytorch_lightning`. The line is a note of the exception, so a program that catches it, and
one whose logger or launcher prints it, has it too; before Python 3.11, which has no notes, it goes to standard error.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
from typing import Any

import faultbook

LIBRARIES = ("lightning.pytorch", "pytorch_lightning")


def _bases() -> tuple[Any, ...]:
    """Return the base classes: of what the program has imported, or else of what is installed."""
    found = [sys.modules[name] for name in LIBRARIES if name in sys.modules]
    if not found:
        try:
            found = [importlib.import_module(LIBRARIES[0])]
        except ImportError:
            found = [importlib.import_module(LIBRARIES[1])]
    return tuple(dict.fromkeys(module.Callback for module in found))


class FaultbookCallback(*_bases()):  # type: ignore[misc] # known at run time
    """Names the page of the error that ends `fit`, `validate`, `test` or `predict`."""

    def on_exception(self, trainer: Any, pl_module: Any, exception: BaseException) -> None:
        """Add the line, unless it is there."""
        del trainer, pl_module
        if isinstance(exception, Exception):  # no interrupt, no exit
            with contextlib.suppress(Exception):  # whatever the exception does
                _add_line(exception)


def _add_line(exception: Exception) -> None:
    found = faultbook.find(exception)
    if found is None:
        return
    line = f"→ {found.line}"
    if not hasattr(exception, "add_note"):
        print(line, file=sys.stderr)  # noqa: T201 - see above
    elif line not in getattr(exception, "__notes__", ()):
        exception.add_note(line)
