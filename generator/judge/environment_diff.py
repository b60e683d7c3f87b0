"""What tells two environments apart for a program: the versions that can matter to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from packaging.version import InvalidVersion, Version

from generator.content.frameworks import FRAMEWORKS
from generator.evidence.records import Environment


def main_versions(environment: Environment, needs: Iterable[str]) -> dict[str, str]:
    """Return the versions of the frameworks that a program needs, or of Python where it needs none."""
    wanted = {name for need in needs for name in FRAMEWORKS.get(need, ())}
    found = {name: version.partition("+")[0] for name, version in environment.distributions.items() if name in wanted}
    return found or {"Python": environment.python}


def nearest(others: Iterable[Environment], here: Environment, needs: tuple[str, ...]) -> Environment:
    """Return the environment whose packages differ least; of several, the one with the newest versions."""
    mine = _packages(here, needs)
    newest_first = sorted(others, key=lambda there: _order(_packages(there, needs)), reverse=True)
    return min(newest_first, key=lambda there: len(_differing(mine, _packages(there, needs))))


def told_apart(here: Environment, there: Environment, needs: tuple[str, ...]) -> tuple[str, str]:
    """Say with what versions one environment is, and another was: packages, else Python, CUDA, driver and GPU."""
    packages = _packages(here, needs), _packages(there, needs)
    for mine, theirs in (packages, (_machine(here), _machine(there))):
        names = _differing(mine, theirs)
        if names:
            return listed(_without_build(mine, theirs, names)), f"with {listed(_without_build(theirs, mine, names))}"
    return listed(main_versions(here, needs)), f"in {there.name}"


def listed(versions: Mapping[str, str]) -> str:
    """Write versions in one line."""
    return ", ".join(f"{name} {version}" for name, version in versions.items())


def _packages(environment: Environment, needs: Iterable[str]) -> dict[str, str]:
    """Return the packages that can matter to a program: not the frameworks that it leaves alone."""
    used = {re.split(r"[^\w-]", need)[0] for need in needs}
    unused = {name for framework, names in FRAMEWORKS.items() if framework not in used for name in names} - used
    kept = ((name, version) for name, version in environment.distributions.items() if name not in unused)
    return dict(sorted(kept, key=lambda package: (package[0].startswith("nvidia-"), package[0])))


def _machine(environment: Environment) -> dict[str, str]:
    facts = {
        "Python": environment.python,
        "CUDA": environment.torch_cuda or "",
        "driver": environment.driver or ("simulated" if environment.simulated_driver else ""),
        "GPU": environment.gpus[0].name if environment.gpus else "",
    }
    return {name: version for name, version in facts.items() if version}


def _differing(mine: Mapping[str, str], theirs: Mapping[str, str]) -> list[str]:
    return [name for name, version in mine.items() if theirs.get(name, version) != version]


def _without_build(versions: Mapping[str, str], others: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """Return some versions, without the part that names the build where the rest tells them apart."""
    short = {name: versions[name].partition("+")[0] for name in names}
    return {name: versions[name] if shown == others[name].partition("+")[0] else shown for name, shown in short.items()}


def _order(versions: Mapping[str, str]) -> list[tuple[str, Version]]:
    return [(name, _version(version)) for name, version in sorted(versions.items())]


def _version(words: str) -> Version:
    try:
        return Version(words)
    except InvalidVersion:
        return Version("0")
