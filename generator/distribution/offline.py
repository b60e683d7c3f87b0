"""The site as one archive for machines without a network: all files, and a text that says how to open them."""

from __future__ import annotations

import zipfile
from pathlib import Path

from generator.terminal.hints import make_command

NAME = "faultbook-offline"
README = b"""\
The site as files: nothing to install, and no network.

Open site/index.html in a browser. Look-up and search work there too.

With a server, addresses look as they do online. Any server of files will do, such as Python's own:

    python3 -m http.server --bind 127.0.0.1 --directory site 8000

and then http://127.0.0.1:8000/ in a browser. Other machines can read it without --bind 127.0.0.1.
"""
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
        _add(archive, "README.txt", README)
        for file in sorted(site.rglob("*")):
            if file.is_file():
                _add(archive, f"site/{file.relative_to(site).as_posix()}", file.read_bytes())
    unfinished.replace(path)
    return path


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    info = zipfile.ZipInfo(f"{NAME}/{name}", EARLIEST)
    info.external_attr = 0o100644 << 16  # a plain file
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, content)
