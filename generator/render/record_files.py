"""Files with a record of every entry: the records are written when an entry has changed, the file is put together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic_core import to_json

NONE = re.compile(r'(?P<indent>\n *)?"entries": ?\[(?P<end>\])')


def indented(record: Any, indent: int) -> bytes:
    """Return a record of an entry as it stands in a file whose JSON is indented by so many spaces."""
    return (b"\n" + to_json(record, indent=indent)).replace(b"\n", b"\n" + 2 * indent * b" ")


def with_entries(empty: str, records: Iterable[bytes]) -> Iterator[bytes]:
    """Yield a file with the records of all entries, made from the one without any: `"entries": []`.

    It comes in pieces, because the records of ten thousand entries are large.
    """
    found = NONE.search(empty)
    assert found
    yield empty[: found.start("end")].encode()
    before = b""
    for record in records:
        yield before + record
        before = b","
    end = empty[found.start("end") :]
    yield (found["indent"] + end if before and found["indent"] else end).encode()
