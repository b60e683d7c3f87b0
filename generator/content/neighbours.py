"""What of every entry is kept to compare it with the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Facts:
    """What of an entry is compared with other entries."""

    id: str
    aliases: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    """The ids of the entries that it names; an empty text for a link that is wrong in itself."""
    causes: tuple[str, ...] = ()
    popular: tuple[str, ...] = ()
    """The ids of its popular statements and of its popular fixes, as they stand in addresses below `/myths/`."""
    sentences: bytes = b""
    """Hashes of its long sentences, each of eight bytes."""

    @property
    def slug(self) -> str:
        """Return the part of the id after the slash."""
        return self.id.partition("/")[2]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What belongs to which entry: the first in the order of ids has it, a slug before an alias."""

    facts: tuple[Facts, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    sentences: Mapping[int, str] = field(default_factory=dict)
    """Of the hashes that several entries have, the first entry with each."""
    suspects: frozenset[str] = frozenset()
    """The entries in which something of another one, or a link to none, may stand."""
