"""The kinds of pages that are made from all entries."""

from __future__ import annotations

from typing import Any

from generator.render.collection import Collection
from generator.render.domains import Domains

COLLECTIONS: tuple[Collection[Any], ...] = (Domains(),)
BY_NAME = {collection.name: collection for collection in COLLECTIONS}
