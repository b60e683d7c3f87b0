"""A built site's index and the package's code → the wheel that users install. The same input gives the same bytes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from generator.hints import make_command
from generator.inputs import ROOT
from generator.render.addresses import API

PACKAGE = ROOT / "faultbook"
PROJECT = ROOT / "wheel"
INDEX = "lookup.json"
LICENCE = "LICENSE"
CODE_LICENCE = "MIT"
BACKEND = "import sys; from flit_core.buildapi import build_wheel; print(build_wheel(sys.argv[1]))"


class WheelError(Exception):
    """The wheel cannot be built; the text says what to do."""


def build_wheel(site: Path, out: Path, content: Path) -> Path:
    """Build the wheel with a site's index into a folder; return its path. The licence of the content is packed too."""
    path = site / API / INDEX
    index, document = _read(path, make_command("site", content, site))
    with tempfile.TemporaryDirectory() as folder:
        source, built = Path(folder) / "source", Path(folder) / "built"
        built.mkdir()
        _lay_out(source, index, document, content / LICENCE)
        wheel = built / _run_backend(source, built, _epoch(path, document, make_command("site", content, site)))
        out.mkdir(parents=True, exist_ok=True)
        # By rename, within one folder: who fetches the wheel meanwhile gets the old one or the new one, whole.
        fresh = out / f".{wheel.name}"
        shutil.copyfile(wheel, fresh)
        return fresh.replace(out / wheel.name)


def _read(path: Path, build: str) -> tuple[bytes, dict[str, Any]]:
    try:
        content = path.read_bytes()
        document = json.loads(content)
        missing = [key for key in ("schema_version", "site", "modified", "entries", "codes") if key not in document]
    except FileNotFoundError as error:
        message = f"no {path}: build the site first (`{build}`), or name another with --site"
        raise WheelError(message) from error
    except (OSError, ValueError, TypeError) as error:
        message = f"{path} cannot be read ({error}): build the site anew (`{build}`)"
        raise WheelError(message) from error
    if missing:
        raise WheelError(f"{path} has no {', '.join(missing)}: build the site anew (`{build}`)")
    return content, document


def _epoch(path: Path, document: dict[str, Any], build: str) -> int:
    """Return the time that files in the wheel bear: the index's date."""
    try:
        return int(datetime.fromisoformat(document["modified"]).replace(tzinfo=UTC).timestamp())
    except (TypeError, ValueError) as error:
        message = f"{path} has no date in 'modified' ({document['modified']!r}): build the site anew (`{build}`)"
        raise WheelError(message) from error


def _lay_out(source: Path, index: bytes, document: Mapping[str, Any], licence: Path) -> None:
    package = source / PACKAGE.name
    package.mkdir(parents=True)
    for file in (*PACKAGE.glob("*.py"), PACKAGE / "py.typed"):
        shutil.copyfile(file, package / file.name)
    (package / INDEX).write_bytes(index)
    licences = {LICENCE: ROOT / LICENCE, f"content/{LICENCE}": licence}
    there = {name: path for name, path in licences.items() if path.is_file()}
    (source / "content").mkdir()
    for name, path in there.items():
        shutil.copyfile(path, source / name)
    shutil.copyfile(PROJECT / "README.md", source / "README.md")
    (source / "pyproject.toml").write_text(_project(document, list(there)), encoding="utf-8")


def _project(document: Mapping[str, Any], licences: list[str]) -> str:
    """Return what the wheel says of itself. A JSON string is a TOML string."""
    text = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
    told = f"license = {json.dumps(_expression(document.get('licence')))}\nlicense-files = {json.dumps(licences)}\n"
    home = f"\n[project.urls]\nHomepage = {json.dumps(document['site'])}\n"
    return text.replace("[project]\n", f"[project]\n{told}") + home


def _expression(licence: Mapping[str, str] | None) -> str:
    """Return the licences of the code and the index as SPDX writes them; other than Creative Commons' by reference."""
    name = re.sub("[^A-Za-z0-9.]+", "-", licence["name"]).strip("-") if licence else CODE_LICENCE
    if name == CODE_LICENCE:
        return CODE_LICENCE
    named = name if name.startswith("CC") else f"LicenseRef-{name or 'Content'}"
    return f"{CODE_LICENCE} AND {named}"


def _run_backend(source: Path, built: Path, epoch: int) -> str:
    """Run the build backend, in a process of its own because it reads the current folder; return the wheel's name."""
    done = subprocess.run(
        [sys.executable, "-c", BACKEND, str(built)],
        cwd=source,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise WheelError(f"the build backend failed; `make site` installs what it needs:\n{done.stderr.strip()}")
    return done.stdout.strip()
