"""For Sentry's SDK: an event about a GPU error has a tag `gpu_error`, by which issues can be searched, and its page.

    from faultbook.integrations.sentry import before_send
    sentry_sdk.init(dsn, before_send=before_send)

Nothing of the event is sent anywhere else.
"""

from __future__ import annotations

import contextlib
from typing import Any

import faultbook


def before_send(event: Any, hint: Any) -> Any:
    """Return the event, with tag and page where its exception shows a GPU error."""
    with contextlib.suppress(Exception):  # an event that other hooks changed is sent as it is
        _add(event, hint)
    return event


def _add(event: Any, hint: Any) -> None:
    raised = (hint or {}).get("exc_info")
    found = faultbook.find(raised[1]) if raised else None
    if found:
        event["tags"] = {**(event.get("tags") or {}), "gpu_error": found.id}
        page = {"title": found.title, "page": found.address, "first_step": found.step}
        event["contexts"] = {**(event.get("contexts") or {}), "faultbook": page}
