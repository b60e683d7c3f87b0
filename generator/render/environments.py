"""Environments on pages made from all entries: parts name them by id, and the catalogue holds their records."""

from __future__ import annotations

from collections.abc import Iterable

from generator.evidence.records import Environment
from generator.render.entry import Site


def in_order(site: Site, ids: Iterable[str]) -> tuple[Environment, ...]:
    """Return these environments: those with a GPU first, then by name."""
    found = (site.catalogue.environments[environment] for environment in set(ids))
    return tuple(sorted(found, key=lambda one: (not one.gpus, one.name, one.id)))


def records(environments: Iterable[Environment]) -> tuple[str, ...]:
    """Return the records as facts of a shard that shows anything of them."""
    return tuple(environment.model_dump_json() for environment in environments)
