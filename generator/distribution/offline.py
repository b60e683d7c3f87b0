"""The site as one archive for machines without a network: all files, and a server of one file to show them with."""

from __future__ import annotations

import zipfile
from pathlib import Path

from generator.paths import ROOT
from generator.terminal.hints import make_command

NAME = "faultbook-offline"
SERVER = ROOT / "offline" / "serve.py"
NEEDED = ("index.html", "404.html", "api/v1/index.json")
EARLIEST = (1980, 1, 1, 0, 0, 0)  # one date for all files, so that equal sites give equal archives


class OfflineError(Exception):
    """The archive cannot be made; the message says why."""


def build_archive(site: Path, out: Path) -> Path:
    """Write `faultbook-offline.zip` into a folder and return its path.

    Raises OfflineError where no site was built. An archive that was there before is replaced when the new one is whole.
    """
    if missing := [name for name in NEEDED if not (site / name).is_file()]:
        raise OfflineError(
            f"{site / missing[0]} is not there: build the site first (`{make_command('site', site=site)}`)"
        )
    out.mkdir(parents=True, exist_ok=True)
    path, unfinished = out / f"{NAME}.zip", out / f"{NAME}.zip.part"
    with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, SERVER, "serve.py", 0o755)
        for file in sorted(site.rglob("*")):
            if file.is_file():
                _add(archive, file, f"site/{file.relative_to(site).as_posix()}", 0o644)
    unfinished.replace(path)
    return path


def _add(archive: zipfile.ZipFile, file: Path, name: str, mode: int) -> None:
    info = zipfile.ZipInfo(f"{NAME}/{name}", EARLIEST)
    info.external_attr = (0o100000 | mode) << 16  # a plain file
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, file.read_bytes())
