"""The environments without a GPU that can be made, and which of them claims ask for.

They are listed in `requirements/environments.toml`, each with the lock files that it is installed from.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from generator.content.loader import Content, LoadedEntry
from generator.content.model import Claim
from generator.evidence.records import SIMULATED, Environment
from generator.judge.needs import first_unmet
from generator.judge.verdicts import needs_of
from generator.problems import relative_to_cwd
from generator.terminal.installing import size_of
from generator.verify.environments import environment_from
from generator.verify.interpreters import LIST, MADE_HERE, STAMP, describe, looks_for_a_driver

LOCKS = LIST.with_suffix("")  # the folder of lock files, beside the list
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^ ;\\]+)", re.MULTILINE)
CUDA_OF_TORCH = "built with CUDA"  # of a torch that is not installed yet, no more is known


class RecipeError(Exception):
    """The list of environments cannot be used; the text says why, by line."""


class _RecipeConfig(BaseModel):
    """What the list says of one environment; each key described by the form of its value."""

    model_config = ConfigDict(strict=True, extra="forbid")

    about: str = Field(description="text")
    install: list[str | list[str]] = Field(description="a list of names of lock files, or of lists of them")
    light: bool = Field(default=False, description="true or false")
    otherwise: str = Field(default="", description="text")


LISTED = TypeAdapter(dict[str, _RecipeConfig])


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
        except FileNotFoundError:  # asked, not looked for before: another process may be making it
            return False

    @property
    def download(self) -> tuple[int, int] | None:
        """Return how many bytes are fetched to make it, with the smallest and with the largest of alternatives.

        `None` where nobody measured it.
        """
        groups = [[size_of(LOCKS / name) for name in group] for group in self.install]
        measured = [[size.bytes for size in sizes if size] for sizes in groups]
        if not all(all(sizes) for sizes in groups):
            return None
        return sum(map(min, measured)), sum(map(max, measured))

    def size(self) -> int:
        """Add up the sizes of its files, in bytes, also where it is not whole; 0 where nothing is there."""
        size = 0
        for folder, _folders, files in os.walk(self.folder):
            for name in files:
                with contextlib.suppress(FileNotFoundError):  # another process may be making it
                    size += Path(folder, name).lstat().st_size
        return size


@dataclass(frozen=True, slots=True)
class Asked:
    """A recipe and the claims that can run in it: all of them, and those that need it.

    Those are claims that neither a recipe before it can run nor any Python without a framework.
    """

    recipe: Recipe
    claims: tuple[str, ...]
    alone: tuple[str, ...]


def total(downloads: Sequence[tuple[int, int] | None]) -> tuple[int, int] | None:
    """Add downloads up; `None` where nobody measured one of them."""
    measured = [download for download in downloads if download]
    if len(measured) < len(downloads):
        return None
    return sum(least for least, _most in measured), sum(most for _least, most in measured)


def recipes() -> tuple[Recipe, ...]:
    """Read the list of environments. Raises RecipeError with a line for each mistake."""
    try:
        listed = LISTED.validate_python(tomllib.loads(LIST.read_text(encoding="utf-8")))
    except ValidationError as error:
        lines = dict.fromkeys(
            f"{_place()}: {_describe_error(one)}" for one in error.errors()
        )  # forms that are alternatives: once
        raise RecipeError("\n".join(lines)) from error
    except (OSError, ValueError) as error:
        raise RecipeError(f"{_place()} cannot be read: {error}") from error
    return tuple(_recipe(name, config) for name, config in listed.items())


def _recipe(name: str, config: _RecipeConfig) -> Recipe:
    install = tuple((one,) if isinstance(one, str) else tuple(one) for one in config.install)
    for lock in (lock for group in install for lock in group):
        if not (LOCKS / lock).is_file():
            raise RecipeError(f"{_place()}: [{name}] install: there is no {relative_to_cwd(LOCKS / lock)}")
    if any(len(group) > 1 for group in install) and not config.otherwise:
        raise RecipeError(f"{_place()}: [{name}] has alternatives: say with 'otherwise' what follows from the others")
    return Recipe(name, config.about, install, config.light, config.otherwise)


def _place() -> str:
    return str(relative_to_cwd(LIST))


def _describe_error(error: ErrorDetails) -> str:
    name, *keys = map(str, error["loc"])
    known = ", ".join(_RecipeConfig.model_fields)
    if not keys:
        return f"{name} is no environment: write [{name}], and below it {known}"
    if error["type"] == "extra_forbidden":
        return f"[{name}]: unknown key '{keys[0]}'; there are {known}"
    if error["type"] == "missing":
        return f"[{name}]: key '{keys[0]}' is missing: add it"
    return f"[{name}] {keys[0]} must be {_RecipeConfig.model_fields[keys[0]].description}"


def asked_for(content: Content, listed: Sequence[Recipe]) -> Iterator[Asked]:
    """Yield each recipe with the claims of some content that could run in it, with or without a simulated driver."""
    bare = describe(Path(sys.executable))
    claims = list(_claims_with_programs(content))
    plain = environment_from({**bare, "distributions": {}})
    taken = {name for name, entry, claim in claims if first_unmet(needs_of(entry, claim), plain) is None}
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
