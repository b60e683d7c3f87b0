"""Scripts that hand data to a page: a page that was opened from a file may load scripts, but no JSON."""

from __future__ import annotations

import json
from typing import Any


def call(function: str, *values: Any) -> str:
    """Return a script that hands data to a function of the page."""
    return call_written(function, *(json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in values))


def call_written(function: str, *values: str) -> str:
    """Return a script that hands data, given as JSON, to a function of the page."""
    return f"{function}({','.join(map(safe, values))});\n"


def safe(written: str) -> str:
    """Return JSON as it may stand in a script: no text in it can end a script element, or the line."""
    return written.replace("</", "<\\/").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
