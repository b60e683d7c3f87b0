"""A patcher for Loguru: a record about a GPU error has its page in `extra["faultbook"]` and at the end of its message.

from faultbook.integrations.loguru import patch
logger.configure(patcher=patch)
"""

from __future__ import annotations

from typing import Any

import faultbook

ERROR = 40  # Loguru's number for the level


def patch(record: Any) -> None:
    """Add the page to a record of level ERROR or above."""
    if record["level"].no < ERROR:
        return
    raised = record["exception"]
    found = faultbook.find(raised.value if raised and raised.value else record["message"])
    if found:
        record["extra"]["faultbook"] = found.address
        record["message"] += f"\n→ {found.line}"
