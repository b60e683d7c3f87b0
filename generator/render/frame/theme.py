"""Run MkDocs for what it is good at: the theme, the hand-written pages and the page layouts.

That takes seconds, so its output is kept and made again only when something it is made from changed.
MkDocs runs as a process of its own; nothing of it is imported here. It is given copies of the hand-written
files that were found sound, and the settings of the site, and reads nothing else of the content.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from generator.content.loader import Content
from generator.content.model import Site
from generator.content.pages import FOLDER
from generator.paths import ROOT
from generator.problems import relative_to_cwd
from generator.render.frame.theme_inputs import theme_settings
from generator.render.frame.theme_settings import ThemeSettings

CACHE = Path(".cache/theme")
KEPT = 4  # outputs: builds of several sites or addresses take turns without replacing each other's
MADE_BY = ("mkdocs", "mkdocs-material", "mkdocs-static-i18n", "markdown", "pymdown-extensions", "pygments", "jinja2")
OWN = ("mkdocs_hook.py", "slim.py", "theme_settings.py")  # what runs inside MkDocs, beside this file
SETTINGS = "FAULTBOOK_THEME"  # the environment variable that names the file with the settings: the hook reads it
UNFINISHED = "unfinished"
PATIENCE = 600  # seconds; the pages of a site take a few
BROKEN_PAGE = re.compile(r"Error (?:reading|building) page '([^'\n]+)'")


class ThemeError(Exception):
    """MkDocs could not build the theme."""


def build_theme(content: Content, site: Site, *, cache: Path = CACHE) -> Path:
    """Return the folder of MkDocs's output, building it if need be. Raises ThemeError."""
    cache.mkdir(parents=True, exist_ok=True)
    # Of this process alone: MkDocs goes on for a moment where its build was killed, and writes to a folder of its own.
    unfinished, work = cache / f"{UNFINISHED}-{os.getpid()}", cache / "work"
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another build may be making the same one: wait for it
        for left in (*cache.glob(f"{UNFINISHED}*"), work):
            shutil.rmtree(left, ignore_errors=True)  # of a build that was killed
        try:
            settings = theme_settings(content, site, work / FOLDER)
        except OSError as error:
            message = f"{error.filename} cannot be copied for MkDocs: {error.strerror}"
            raise ThemeError(message) from error
        folder = cache / _key(settings)
        if not folder.is_dir():
            _run_mkdocs(content.root / FOLDER, settings, work, unfinished)
            unfinished.rename(folder)
        folder.touch()
        shutil.rmtree(work)
        _forget_old(cache, unfinished)
    return folder


def _forget_old(cache: Path, unfinished: Path) -> None:
    folders = [path for path in cache.iterdir() if path.is_dir() and not path.name.startswith(UNFINISHED)]
    for old in sorted(folders, key=lambda path: path.stat().st_mtime)[:-KEPT]:
        old.rename(unfinished)  # first, so that a folder with a key's name is whole if this is killed
        shutil.rmtree(unfinished)


def _run_mkdocs(pages: Path, settings: ThemeSettings, work: Path, target: Path) -> None:
    file = work / "settings.json"
    file.write_text(settings.model_dump_json(), encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(ROOT / "mkdocs.yml")]
    # DISABLE_MKDOCS_2_WARNING and NO_MKDOCS_2_WARNING: Material prints an advertisement for its successor.
    quiet = {"DISABLE_MKDOCS_2_WARNING": "true", "NO_MKDOCS_2_WARNING": "true"}
    try:
        done = subprocess.run(
            [*command, "-d", str(target.resolve())],
            env={**os.environ, SETTINGS: str(file.resolve()), **quiet},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired as error:
        message = f"MkDocs was not done with the pages of {pages} after {PATIENCE} seconds: shorten their paragraphs"
        raise ThemeError(message) from error
    if done.returncode:
        shutil.rmtree(target, ignore_errors=True)
        raise ThemeError(_what_failed(pages, (done.stderr + done.stdout).splitlines()))


def _what_failed(pages: Path, lines: list[str]) -> str:
    """Say what MkDocs could not do: which page it was, if it says so, and the last line of a traceback."""
    said = [line for line in lines if line.strip() and not line.startswith("INFO")]
    broken = next((found[1] for line in said if (found := BROKEN_PAGE.search(line))), "")
    if "Traceback (most recent call last):" not in said:
        return f"MkDocs could not build the hand-written pages of {pages}:\n" + "\n".join(said)
    where = relative_to_cwd(pages / broken) if broken else str(pages)
    return f"{where}: MkDocs could not build this: {said[-1]}"


def _key(settings: ThemeSettings) -> str:
    digest = hashlib.sha256(settings.model_dump_json(exclude={"pages"}).encode())
    for name in MADE_BY:
        digest.update(f"{name} {importlib.metadata.version(name)}\n".encode())
    for name, path in _inputs(settings):
        digest.update(f"{name}\n".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _inputs(settings: ThemeSettings) -> Iterator[tuple[str, Path]]:
    """Yield every file that MkDocs's output is made from, with its place: a page that moves has another address."""
    for path in (ROOT / "mkdocs.yml", *(Path(__file__).with_name(name) for name in OWN)):
        yield path.name, path
    for folder in (settings.pages, ROOT / "site_overrides"):
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            yield path.relative_to(folder.parent).as_posix(), path
