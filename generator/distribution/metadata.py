"""What a wheel says of itself: its version, and the files that pip reads."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

import faultbook
from generator.paths import ROOT

PROJECT = ROOT / "wheel"
CODE_LICENCE = "MIT"
MAX_SITE = 60  # characters of a site's address in a file name
TAGS = "py3-none-any"
WHEEL = f"Wheel-Version: 1.0\nGenerator: faultbook\nRoot-Is-Purelib: true\nTag: {TAGS}\n"


def version_of(site: str, day: date, digest: str) -> str:
    """Return the version in its normal form. Letters before the hash: a part of digits only would lose its zeros."""
    words = re.findall("[a-z0-9]+", site.partition("://")[2].lower())
    name = ".".join(str(int(word)) if word.isdigit() else word for word in words)[:MAX_SITE].strip(".")
    local = ".".join(part for part in (name, f"sha{digest[:8]}") if part)
    return f"{faultbook.__version__}.post{day:%Y%m%d}+{local}"


def metadata(version: str, site: str, licence: Mapping[str, str] | None, licences: Iterable[str]) -> str:
    """Return METADATA: what `wheel/pyproject.toml` says, and what is not the same for every site."""
    project = _project()
    told = (
        ("Metadata-Version", "2.4"),
        ("Name", project["name"]),
        ("Version", version),
        ("Summary", project["description"]),
        ("Keywords", ",".join(project["keywords"])),
        ("Requires-Python", project["requires-python"]),
        ("Description-Content-Type", "text/markdown"),
        ("License-Expression", _expression(licence)),
        *(("Classifier", name) for name in project["classifiers"]),
        *(("License-File", name) for name in licences),
        ("Project-URL", f"Homepage, {site}"),
        *_extras(project["optional-dependencies"]),
    )
    lines = "".join(f"{name}: {value}\n" for name, value in told)
    return f"{lines}\n{(PROJECT / project['readme']).read_text(encoding='utf-8')}"


def entry_points() -> str:
    """Return the file that says which commands and plug-ins there are."""
    project = _project()
    groups = {"console_scripts": project["scripts"], **project["entry-points"]}
    return "\n".join(_group(name, found) for name, found in groups.items())


def _group(name: str, found: Mapping[str, str]) -> str:
    return f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in found.items())


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


def _extras(extras: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, str]]:
    for extra, requirements in extras.items():
        yield "Provides-Extra", extra
        for requirement in requirements:
            yield "Requires-Dist", f'{requirement} ; extra == "{extra}"'


def _expression(licence: Mapping[str, str] | None) -> str:
    """Return the licences of the code and the index as SPDX writes them; other than Creative Commons' by reference."""
    name = re.sub("[^A-Za-z0-9.]+", "-", licence["name"]).strip("-") if licence else CODE_LICENCE
    if name == CODE_LICENCE:
        return CODE_LICENCE
    named = name if name.startswith("CC") else f"LicenseRef-{name or 'Content'}"
    return f"{CODE_LICENCE} AND {named}"
