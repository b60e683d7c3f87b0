"""Markdown of one paragraph with code spans and nothing else, as most texts are: it needs no parser.

Everything here returns what markdown-it makes of such a text with the same `element`, ten times as fast.
"""

from __future__ import annotations

import re

OTHER_MARKS = re.compile(r"[\\*_\[<&]")  # what can mean something outside of a code span
ODD = re.compile(r"[\0\n\r\t]|``")
SHORT, SHORT_OPTION = 24, 32  # characters of code, and of an option, that stay together on any screen
NO_BREAK = "fb-nowrap"
OPTION = re.compile(r"(?<!\S)--?[A-Za-z][\w-]*")
BEGINS_BLOCK = re.compile(r"[#>+\-=~|\s]|\d+[.)]")


def code_spans(text: str) -> list[str] | None:
    """Cut a line at its code spans: what stands outside of them and in them, in turn; None where it has other marks."""
    parts = text.split("`")
    if len(parts) % 2 == 0 or ODD.search(text) or OTHER_MARKS.search("".join(parts[::2])):
        return None
    parts[1::2] = [_without_margins(code) for code in parts[1::2]]
    return parts


def is_paragraph(text: str) -> bool:
    """Tell whether a line is a paragraph and nothing else, such as a heading or a list."""
    return bool(text) and text == text.strip() and not BEGINS_BLOCK.match(text)


def as_html(spans: list[str]) -> str:
    """Return the parts of a line as HTML."""
    made = [_escaped(part) for part in spans]
    made[1::2] = [element(code, _escaped(code)) for code in spans[1::2]]
    return "".join(made)


def element(code: str, escaped: str) -> str:
    """Return a code span as HTML. An option stays in one line with its hyphens, where browsers would break."""
    if "-" not in code:
        return f"<code>{escaped}</code>"
    if len(code) <= SHORT:
        return f'<code class="{NO_BREAK}">{escaped}</code>'
    return f"<code>{kept_options(escaped)}</code>"


def kept_options(text: str) -> str:
    """Return HTML without elements whose options stay in one line each."""
    return OPTION.sub(
        lambda found: f'<span class="{NO_BREAK}">{found[0]}</span>' if len(found[0]) <= SHORT_OPTION else found[0], text
    )


def _without_margins(code: str) -> str:
    return code[1:-1] if code.startswith(" ") and code.endswith(" ") and code.strip(" ") else code


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
