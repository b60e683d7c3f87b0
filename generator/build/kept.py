"""What the planning of shards keeps in the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from generator.store import Store, digest_of


@dataclass(frozen=True, slots=True)
class KeptInStore:
    """Results that are kept for the next build by the same code. It is for the process that has the store alone."""

    store: Store
    code: str
    """A hash of our code, among other things."""

    def recall(self, name: str, key: str) -> Any:
        """Return what was kept under a name for this key; None where there is nothing."""
        return self.store.recall(name, digest_of(self.code, key))

    def keep(self, name: str, key: str, value: Any) -> None:
        """Keep a result under a name, in the place of an older one."""
        self.store.keep(name, digest_of(self.code, key), value)
