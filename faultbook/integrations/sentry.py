"""For Sentry's SDK: an event about a GPU error has a tag `gpu_error`, by which issues can be searched, and its page.

    sentry_sdk.init(dsn, before_send=faultbook.integrations.sentry.before_send)

Nothing of the event is sent anywhere else.
"""

from __future__ import annotations

from typing import Any

import faultbook


def before_send(event: Any, hint: Any) -> Any:
    """Return the event, with tag and page where its exception shows a GPU error."""
    raised = (hint or {}).get("exc_info")
    found = faultbook.find(raised[1]) if raised else None
    if found:
        tags = event.setdefault("tags", {})
        if isinstance(tags, dict):
            tags["gpu_error"] = found.id
        event.setdefault("contexts", {})["faultbook"] = {
            "title": found.title,
            "page": found.address,
            "first_step": found.step,
        }
    return event
