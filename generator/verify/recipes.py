"""The environments without a GPU that can be made, and which of them claims ask for.

They are listed in `requirements/environments.toml`, each with the lock files that it is installed from.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.evidence import SIMULATED, Environment
from generator.loader import Content, LoadedEntry
from generator.needs import first_unmet
from generator.schema import Claim
from generator.verdicts import needs_of
from generator.verify.environments import environment_from
from generator.verify.interpreters import LIST, MADE_HERE, STAMP, describe, looks_for_a_driver

LOCKS = LIST.with_suffix("")  # the folder of lock files, beside the list
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^ ;\\]+)", re.MULTILINE)
CUDA_OF_TORCH = "built with CUDA"  # of a torch that is not installed yet, no more is known


@dataclass(frozen=True, slots=True)
class Recipe:
    """An environment that can be made: its name, what it is for, and its lock files, with alternatives to some.

    `otherwise` says what follows where an alternative is installed instead of the first.
    """

    name: str
    about: str
    install: tuple[tuple[str, ...], ...]
    light: bool = False
    otherwise: str = ""

    @property
    def folder(self) -> Path:
        """Return where it is made."""
        return MADE_HERE / self.name

    @property
    def stamp(self) -> Path:
        """Return the file that holds the hash of what it was made of, there once it is whole."""
        return self.folder / STAMP

    @property
    def digest(self) -> str:
        """Return a hash of what it is made of."""
        parts = [sys.version, *((LOCKS / name).read_text(encoding="utf-8") for group in self.install for name in group)]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    @property
    def is_made(self) -> bool:
        """Tell whether it is there, and made of what it would be made of now."""
        try:
            return self.stamp.read_text(encoding="utf-8") == self.digest
        except FileNotFoundError:  # asked, not looked for before: another process may be making it anew
            return False


@dataclass(frozen=True, slots=True)
class Asked:
    """A recipe and the claims that can run in it: all of them, and those that no recipe before it can run."""

    recipe: Recipe
    claims: tuple[str, ...]
    alone: tuple[str, ...]


def recipes() -> tuple[Recipe, ...]:
    """Read the list of environments."""
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return tuple(
        Recipe(
            name,
            told["about"],
            tuple((one,) if isinstance(one, str) else tuple(one) for one in told["install"]),
            told.get("light", False),
            told.get("otherwise", ""),
        )
        for name, told in listed.items()
    )


def asked_for(content: Content, listed: Sequence[Recipe]) -> Iterator[Asked]:
    """Yield each recipe with the claims of some content that could run in it, with or without a simulated driver."""
    bare = describe(Path(sys.executable))
    claims = list(_claims_with_programs(content))
    taken: set[str] = set()
    for recipe in listed:
        would_be = _would_be(recipe, bare)
        able = [
            name
            for name, entry, claim in claims
            if any(first_unmet(needs_of(entry, claim), environment) is None for environment in would_be)
        ]
        yield Asked(recipe, tuple(able), tuple(name for name in able if name not in taken))
        taken.update(able)


def asks_for_a_simulated_driver(content: Content) -> bool:
    """Tell whether a claim asks for a simulated driver."""
    return any(SIMULATED in claim.needs for _name, _entry, claim in _claims_with_programs(content))


def _claims_with_programs(content: Content) -> Iterator[tuple[str, LoadedEntry, Claim]]:
    for entry in content.entries:
        for role, claim in entry.entry.all_claims():
            if claim.snippet:
                yield f"{entry.id} {role} {claim.id}", entry, claim


def _would_be(recipe: Recipe, bare: dict[str, Any]) -> list[Environment]:
    """Return the environments that a recipe makes, as far as its lock files tell."""
    pinned: dict[str, str] = {}
    for group in recipe.install:
        pinned.update(PIN.findall((LOCKS / group[0]).read_text(encoding="utf-8")))
    cuda = CUDA_OF_TORCH if "torch" in pinned and "+cpu" not in pinned["torch"] else None
    facts = {**bare, "distributions": pinned, "torch_cuda": cuda}
    found = [environment_from(facts)]
    if looks_for_a_driver(facts):
        found.append(environment_from({**facts, "kind": SIMULATED, "driver": None, "gpus": []}))
    return found
