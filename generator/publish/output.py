"""What views yield: files of the site, named by their path inside it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SiteFile:
    """One file of the site: `uri` is relative to its root, with forward slashes."""

    uri: str
    content: bytes

    @classmethod
    def text(cls, uri: str, text: str) -> SiteFile:
        """Make a UTF-8 file that ends with one newline."""
        return cls(uri, (text.rstrip("\n") + "\n").encode())
