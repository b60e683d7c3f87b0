"""A log of any length and encoding → passages of its text, one after the other, in bounded memory."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from typing import NamedTuple

SIZE = 1 << 20  # characters of a passage
MARGIN = 1 << 16  # characters around it: far more than a message has, also where ranks write between its lines
_MARKS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"\xef\xbb\xbf", "utf-8"))


class Passage(NamedTuple):
    """A part of a text, with what stands around it, so that no message is cut."""

    text: str
    before: str = ""
    after: str = ""


def passages(parts: Iterable[str], size: int = SIZE, margin: int = MARGIN) -> Iterator[Passage]:
    """Yield passages that together are the text: at least one, each but the last followed by a margin."""
    before = text = ""
    for part in parts:
        text += part
        while len(text) >= size + margin:
            end = _line_end(text, size - margin, size)
            yield Passage(text[:end], before, text[end : end + margin])
            before, text = text[max(0, end - margin) : end], text[end:]
    yield Passage(text, before)


def _line_end(text: str, low: int, high: int) -> int:
    """Return where the last line ends between two places; the second where none does, as in a line without end."""
    return max(text.rfind("\n", low, high), text.rfind("\r", low, high)) + 1 or high


def decoded(blocks: Iterable[bytes]) -> Iterator[str]:
    """Decode a log of any encoding: UTF-16 as PowerShell writes it, else UTF-8, and what is none is replaced."""
    remaining = iter(blocks)
    start = b""
    for block in remaining:
        start += block
        if len(start) >= max(len(mark) for mark, _encoding in _MARKS):
            break
    mark, encoding = next((known for known in _MARKS if start.startswith(known[0])), (b"", "utf-8"))
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    yield decoder.decode(start[len(mark) :])
    for block in remaining:
        yield decoder.decode(block)
    yield decoder.decode(b"", final=True)
