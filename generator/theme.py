"""Run MkDocs for what it is good at: the theme, the hand-written pages and the plates.

That takes seconds, so its output is kept and made again only when something it is made from changed.
MkDocs runs as a process of its own; nothing of it is imported here.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.metadata
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from generator.inputs import ROOT
from generator.interface_texts import LOCALES

CACHE = Path(".cache/theme")
KEPT = 4  # outputs: builds of several sites or addresses take turns without making each other's anew
MADE_BY = ("mkdocs", "mkdocs-material", "mkdocs-static-i18n", "markdown", "pymdown-extensions", "pygments", "jinja2")


class ThemeError(Exception):
    """MkDocs could not build the theme."""


def build_theme(content_root: Path, address: str, shown: Iterable[str], *, cache: Path = CACHE) -> Path:
    """Return the folder of MkDocs's output, building it if need be; `shown` are the folders in the navigation.

    Raises ThemeError.
    """
    cache.mkdir(parents=True, exist_ok=True)
    folder, unfinished = cache / _key(content_root, address, shown), cache / "unfinished"
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another build may be making the same one: wait for it
        shutil.rmtree(unfinished, ignore_errors=True)  # of a build that was killed
        if not folder.is_dir():
            _run_mkdocs(content_root, address, unfinished)
            unfinished.rename(folder)
        folder.touch()
        _forget_old(cache, unfinished)
    return folder


def _forget_old(cache: Path, unfinished: Path) -> None:
    folders = sorted((path for path in cache.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    for old in folders[:-KEPT]:
        old.rename(unfinished)  # first, so that a folder with a key's name is whole if this is killed
        shutil.rmtree(unfinished)


def _run_mkdocs(content_root: Path, address: str, target: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "-f",
        str(ROOT / "mkdocs.yml"),
        "-d",
        str(target.resolve()),
    ]
    settings = {"FAULTBOOK_CONTENT": str(content_root.resolve()), "SITE_ADDRESS": address, "FAULTBOOK_STAGE": "theme"}
    # DISABLE_MKDOCS_2_WARNING and NO_MKDOCS_2_WARNING: Material prints an advertisement for its successor.
    quiet = {"DISABLE_MKDOCS_2_WARNING": "true", "NO_MKDOCS_2_WARNING": "true"}
    done = subprocess.run(
        command, env={**os.environ, **settings, **quiet}, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        shutil.rmtree(target, ignore_errors=True)
        lines = (done.stderr + done.stdout).splitlines()
        output = "\n".join(line for line in lines if line.strip() and not line.startswith("INFO"))
        message = f"MkDocs could not build the hand-written pages of {content_root / 'pages'}:\n{output}"
        raise ThemeError(message)


def _key(content_root: Path, address: str, shown: Iterable[str]) -> str:
    digest = hashlib.sha256("\n".join([address, *shown]).encode())
    for name in MADE_BY:
        digest.update(f"{name} {importlib.metadata.version(name)}\n".encode())
    for name, path in _inputs(content_root):
        digest.update(f"{name}\n".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _inputs(content_root: Path) -> Iterator[tuple[str, Path]]:
    """Yield every file that MkDocs's output is made from, with its place: a page that moves has another address."""
    for name in ("mkdocs.yml", "generator/mkdocs_hook.py", "generator/plate.py", "generator/slim.py"):
        yield name, ROOT / name
    yield "site.yaml", content_root / "site.yaml"
    for folder in (
        content_root / "pages",
        ROOT / "site_overrides",
        ROOT / "templates" / "locales",
        content_root / LOCALES,
    ):
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            yield path.relative_to(folder.parent).as_posix(), path
