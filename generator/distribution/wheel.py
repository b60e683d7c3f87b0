"""An index and the package's code → the wheel that users install. The same input gives the same bytes.

Its version tells wheels apart as pip does: the code's version, then the index's date, then, behind `+`, the site and
what is inside. So a wheel with anything else inside replaces the installed one, and a newer index counts as newer.
"""

from __future__ import annotations

import email
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple

import faultbook
from generator.distribution.carried import FOLDER, Plans, lay_out
from generator.paths import ROOT
from generator.render.lookup_records import lookup_text

PACKAGE = ROOT / "faultbook"
PROJECT = ROOT / "wheel"
INDEX = "lookup.json"
LICENCE = "LICENSE"
CODE_LICENCE = "MIT"
BACKEND = "import sys; from flit_core.buildapi import build_wheel; print(build_wheel(sys.argv[1]))"
MAX_SITE = 60  # characters of a site's address in a file name


class WheelError(Exception):
    """The wheel cannot be built; the text says what to do."""


class Built(NamedTuple):
    """A wheel that was written, and the older ones of its site that it replaces, which were deleted."""

    path: Path
    deleted: tuple[Path, ...]


def build_wheel(document: Mapping[str, Any], out: Path, content: Path, plans: Plans | None = None) -> Built:
    """Build the wheel with an index into a folder, the only one there. The licence of the content is packed too.

    `plans` are what `faultbook verify` runs.
    """
    day = _date(document)
    older = tuple(_older_wheels(out, document["site"]))
    with tempfile.TemporaryDirectory() as folder:
        source, built = Path(folder) / "source", Path(folder) / "built"
        built.mkdir()
        _lay_out(source, document, content / LICENCE)
        lay_out(source / PACKAGE.name / FOLDER, plans or {})
        _set_version(source, _version(document, day, _digest(source)))
        wheel = built / _run_backend(source, built, day)
        out.mkdir(parents=True, exist_ok=True)
        # By rename, within one folder: who fetches the wheel meanwhile gets the old one or the new one, whole.
        fresh = out / f".{wheel.name}"
        shutil.copyfile(wheel, fresh)
        path = fresh.replace(out / wheel.name)
    deleted = tuple(wheel for wheel in older if wheel != path)
    for wheel in deleted:
        wheel.unlink()
    return Built(path, deleted)


def _date(document: Mapping[str, Any]) -> date:
    """Return the index's date, which the files in the wheel bear."""
    if document["modified"] is None:
        raise WheelError("the content has no entries: there is nothing to look up yet")
    return date.fromisoformat(document["modified"])


def _older_wheels(out: Path, site: str) -> Iterator[Path]:
    """Yield a folder's wheels of a site. One of another site is not ours to replace."""
    for wheel in sorted(out.glob("faultbook-*.whl")):
        other = _site_of(wheel)
        if other != site:
            message = (
                f"{wheel} is of another site ({other or 'which cannot be read from it'}): delete it, or name another"
            )
            raise WheelError(f"{message} folder with --out (with make: DIST=…)")
        yield wheel


def _site_of(wheel: Path) -> str | None:
    """Return the address of the site that a wheel's index is from."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
            facts = email.message_from_bytes(archive.read(name))
    except (OSError, zipfile.BadZipFile, StopIteration):
        return None
    urls = dict(url.split(", ", 1) for url in facts.get_all("Project-URL", []))
    return urls.get("Homepage")


def _lay_out(source: Path, document: Mapping[str, Any], licence: Path) -> None:
    package = source / PACKAGE.name
    package.mkdir(parents=True)
    for file in (*PACKAGE.rglob("*.py"), PACKAGE / "py.typed"):
        copy = package / file.relative_to(PACKAGE)
        copy.parent.mkdir(exist_ok=True)
        shutil.copyfile(file, copy)
    (package / INDEX).write_text(lookup_text(document), encoding="utf-8")
    licences = {LICENCE: ROOT / LICENCE, f"content/{LICENCE}": licence}
    there = {name: path for name, path in licences.items() if path.is_file()}
    (source / "content").mkdir()
    for name, path in there.items():
        shutil.copyfile(path, source / name)
    shutil.copyfile(PROJECT / "README.md", source / "README.md")
    (source / "pyproject.toml").write_text(_project(document, list(there)), encoding="utf-8")


def _digest(source: Path) -> str:
    """Return a hash of all that is packed."""
    digest = hashlib.sha256()
    for path in sorted(path for path in source.rglob("*") if path.is_file()):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(source).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _version(document: Mapping[str, Any], day: date, digest: str) -> str:
    """Return the version in its normal form. Letters before the hash: a part of digits only would lose its zeros."""
    words = re.findall("[a-z0-9]+", document["site"].partition("://")[2].lower())
    site = ".".join(str(int(word)) if word.isdigit() else word for word in words)[:MAX_SITE].strip(".")
    local = ".".join(part for part in (site, f"sha{digest[:8]}") if part)
    return f"{faultbook.__version__}.post{day:%Y%m%d}+{local}"


def _set_version(source: Path, version: str) -> None:
    """Write the version where the build backend reads it, and programs and `faultbook --version` too."""
    path = source / PACKAGE.name / "__init__.py"
    old, new = (f'__version__ = "{number}"\n' for number in (faultbook.__version__, version))
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def _project(document: Mapping[str, Any], licences: list[str]) -> str:
    """Return what the wheel says of itself. A JSON string is a TOML string."""
    text = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
    metadata = f"license = {json.dumps(_expression(document.get('licence')))}\nlicense-files = {json.dumps(licences)}\n"
    home = f"\n[project.urls]\nHomepage = {json.dumps(document['site'])}\n"
    return text.replace("[project]\n", f"[project]\n{metadata}") + home


def _expression(licence: Mapping[str, str] | None) -> str:
    """Return the licences of the code and the index as SPDX writes them; other than Creative Commons' by reference."""
    name = re.sub("[^A-Za-z0-9.]+", "-", licence["name"]).strip("-") if licence else CODE_LICENCE
    if name == CODE_LICENCE:
        return CODE_LICENCE
    named = name if name.startswith("CC") else f"LicenseRef-{name or 'Content'}"
    return f"{CODE_LICENCE} AND {named}"


def _run_backend(source: Path, built: Path, day: date) -> str:
    """Run the build backend, in a process of its own because it reads the current folder; return the wheel's name."""
    epoch = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
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
