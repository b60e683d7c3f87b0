"""Run MkDocs for what it is good at: the theme, the hand-written pages and the plates.

That takes seconds, so its output is kept and made again only when something it is made from changed.
MkDocs runs as a process of its own; nothing of it is imported here.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = Path(".cache/theme")
MADE_BY = ("mkdocs", "mkdocs-material", "mkdocs-static-i18n", "markdown", "pymdown-extensions", "jinja2")


class ThemeError(Exception):
    """MkDocs could not build the theme."""


def build_theme(content_root: Path, address: str, domains: Iterable[str], *, cache: Path = CACHE) -> Path:
    """Return the folder of MkDocs's output, building it if need be; `domains` stand in the navigation.

    Raises ThemeError.
    """
    folder = cache / _key(content_root, address, domains)
    if (folder / "404.html").is_file():
        return folder
    unfinished = folder.with_name(f"{folder.name}.{os.getpid()}")
    shutil.rmtree(unfinished, ignore_errors=True)
    _run_mkdocs(content_root, address, unfinished)
    for older in cache.iterdir():
        if older not in (unfinished, folder):
            shutil.rmtree(older, ignore_errors=True)
    unfinished.rename(folder)
    return folder


def _run_mkdocs(content_root: Path, address: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
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
        output = (done.stderr + done.stdout).strip()
        message = f"MkDocs could not build the hand-written pages of {content_root / 'pages'}:\n{output}"
        raise ThemeError(message)


def _key(content_root: Path, address: str, domains: Iterable[str]) -> str:
    digest = hashlib.sha256("\n".join([address, *domains]).encode())
    for name in MADE_BY:
        digest.update(f"{name} {importlib.metadata.version(name)}\n".encode())
    for path in _inputs(content_root):
        digest.update(f"{path.name}\n".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _inputs(content_root: Path) -> Iterator[Path]:
    yield ROOT / "mkdocs.yml"
    yield ROOT / "generator" / "mkdocs_hook.py"
    yield ROOT / "generator" / "plate.py"
    yield content_root / "site.yaml"
    for folder in (content_root / "pages", ROOT / "site_overrides"):
        yield from sorted(path for path in folder.rglob("*") if path.is_file())
