"""Ranges of versions: whether what an entry says of some versions is said of those in an environment."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from generator.content.frameworks import FRAMEWORKS


class Ranged(Protocol):
    """What is said of a package from one version to another, both included; without a bound, of every version."""

    @property
    def package(self) -> str | None:
        """Return the distribution, or the import name of a framework."""

    @property
    def since(self) -> str | None:
        """Return the first version."""

    @property
    def until(self) -> str | None:
        """Return the last version: `2.7` is the last 2.7.x."""


def admits(ranged: Ranged, distributions: Mapping[str, str]) -> bool:
    """Tell whether something is said of the version that is installed. Of what is not installed nothing is said."""
    if ranged.package is None or not (ranged.since or ranged.until):
        return True
    names = FRAMEWORKS.get(ranged.package, (str(canonicalize_name(ranged.package)),))
    installed = next((distributions[name] for name in names if name in distributions), None)
    return installed is not None and _within(installed, ranged.since, ranged.until)


@lru_cache(maxsize=1 << 12)
def _within(installed: str, since: str | None, until: str | None) -> bool:
    try:
        version = Version(Version(installed).public)  # 2.11.0+cpu is 2.11.0
        return (since is None or Version(since) <= version) and (until is None or _up_to(version, Version(until)))
    except InvalidVersion:
        return False


def _up_to(version: Version, last: Version) -> bool:
    same_line = not last.is_prerelease and version.release[: len(last.release)] == last.release
    return version <= last or same_line
