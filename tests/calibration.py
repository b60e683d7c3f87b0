"""A fixed piece of work of the kinds of which building has most, imports of other packages included."""

import hashlib
import html
import json
import re

import babel.dates  # noqa: F401
import jinja2  # noqa: F401
import markdown_it  # noqa: F401
import pydantic  # noqa: F401
import yaml  # noqa: F401

ROUNDS = 24_000  # with the imports, 0.8 s of a core of 2.6 GHz
WORD = re.compile(r"[a-z]{3,}")


def work():
    """Escape, split, count, write and hash texts."""
    seen = {}
    for number in range(ROUNDS):
        text = f"The call {number} of <device> failed & was tried again " * 20
        for word in WORD.findall(html.escape(text)):
            seen[word] = seen.get(word, 0) + 1
        line = json.dumps({"number": number, "text": text.replace("call", "entry")}, sort_keys=True)
        seen[hashlib.sha256(line.encode()).hexdigest()[:4]] = number
    assert len(seen) > 100
