"""Zip files written from streams that were compressed before. The same members give the same bytes.

`zipfile` compresses what it is given; here most of a file was compressed when the entry that it is of was made.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import NamedTuple

LEVEL = 6
LAST = b"\x03\x00"  # an empty block that ends a stream
LOCAL = struct.Struct("<4s5H3L2H")
CENTRAL = struct.Struct("<4s4B4H3L5H2L")
END = struct.Struct("<4s4H2LH")
VERSION, UNIX = 20, 3
STORED, DEFLATED = 0, 8
PLAIN_FILE = 0o100644 << 16


class Member(NamedTuple):
    """A file of a zip file: its pieces as they stand there, which may be asked for again, and what is said of them."""

    name: str
    pieces: Callable[[], Iterable[bytes]]
    packed: int
    """Bytes in all pieces."""
    size: int
    """Bytes in the file."""
    checksum: int
    method: int = DEFLATED


def deflated(content: bytes) -> bytes:
    """Compress a part of a file: such parts, one behind the other, and LAST are the whole of it."""
    stream = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return stream.compress(content) + stream.flush(zlib.Z_FULL_FLUSH)


def inflated(part: bytes) -> bytes:
    """Return what a part holds."""
    return zlib.decompress(part + LAST, -zlib.MAX_WBITS)


def member(name: str, content: bytes) -> Member:
    """Return a file of which all is at hand."""
    packed = deflated(content) + LAST
    return Member(name, lambda: (packed,), len(packed), len(content), zlib.crc32(content))


def zipped(members: Iterable[Member], day: date) -> Iterator[bytes]:
    """Yield a zip file, a piece at a time; all its members bear one date."""
    stamp = (0, (day.year - 1980) << 9 | day.month << 5 | day.day)
    listed: list[bytes] = []
    offset = 0
    for one in members:
        name = one.name.encode("ascii")
        about = (*stamp, one.checksum, one.packed, one.size, len(name))
        yield LOCAL.pack(b"PK\x03\x04", VERSION, 0, one.method, *about, 0) + name
        yield from one.pieces()
        versions = (VERSION, UNIX, VERSION, 0)
        entry = CENTRAL.pack(b"PK\x01\x02", *versions, 0, one.method, *about, 0, 0, 0, 0, PLAIN_FILE, offset)
        listed.append(entry + name)
        offset += LOCAL.size + len(name) + one.packed
    directory = b"".join(listed)
    yield directory + END.pack(b"PK\x05\x06", 0, 0, len(listed), len(listed), len(directory), offset, 0)


def zipped_size(members: Iterable[Member]) -> int:
    """Return the size of the zip file with these members."""
    rows = ((len(one.name), one.packed) for one in members)
    return END.size + sum(LOCAL.size + CENTRAL.size + 2 * name + packed for name, packed in rows)
