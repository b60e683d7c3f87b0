"""Results that are kept from build to build."""

from __future__ import annotations

from typing import Any, Protocol


class Kept(Protocol):
    """Results by name, each for a key that says what it was made from; any may be lost."""

    def recall(self, name: str, key: str) -> Any:
        """Return what was kept under a name for this key; None where there is nothing."""

    def keep(self, name: str, key: str, value: Any) -> None:
        """Keep a result under a name, in the place of an older one."""


class KeptInMemory:
    """Results that are kept as long as this object."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, Any]] = {}

    def recall(self, name: str, key: str) -> Any:
        """Return what was kept under a name for this key; None where there is nothing."""
        kept, value = self._kept.get(name, ("", None))
        return value if kept == key else None

    def keep(self, name: str, key: str, value: Any) -> None:
        """Keep a result under a name, in the place of an older one."""
        self._kept[name] = (key, value)
