"""What views yield: files of the site, named by their path inside it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SiteFile:
    """One file of the site: `uri` is relative to its root, with forward slashes."""

    uri: str
    pieces: Iterable[bytes]
    """Its bytes: in one piece, or in many that are made one by one, can be taken once and are never all in memory."""

    @classmethod
    def whole(cls, uri: str, content: bytes) -> SiteFile:
        """Make a file of bytes that are at hand."""
        return cls(uri, (content,))

    @classmethod
    def text(cls, uri: str, text: str) -> SiteFile:
        """Make a UTF-8 file that ends with one newline."""
        return cls.whole(uri, (text.rstrip("\n") + "\n").encode())

    @property
    def content(self) -> bytes:
        """Put the pieces together."""
        return b"".join(self.pieces)
