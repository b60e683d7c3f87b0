"""Text → disk: publish a site so that a reader never sees half of one.

The first build appears whole, by renaming its folder. A later one goes file by file, each by
rename: assets first, then pages, then indexes, and only then are files deleted that the site no
longer has. So a build killed at any moment leaves whole files and a site that works, whichever of
its pages are new.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.publish.output import SiteFile
from generator.terminal.progress import Progress

INDEXES = ("sitemap.xml", "404.html", "index.html")
INDEX_NAMES = ("feed.xml", "llms.txt", "llms-full.txt")  # in the folder of each language
MARK = "api/v1/index.json"  # what every site of ours holds, and hardly any other folder
LOCKS = Path(".cache/locks")
TEMPORARY = ".publishing-"


class PublishError(Exception):
    """The site cannot be published here."""


@dataclass(frozen=True, slots=True)
class Published:
    """What publishing did: files and pages in the site, files written, files deleted."""

    files: int
    written: int
    deleted: int
    pages: int


def publish(folder: Path, files: Iterable[SiteFile], progress: Progress | None = None) -> Published:
    """Make a folder hold exactly these files. Raises PublishError when another build is at it, or the disk is full."""
    ordered = sorted({file.uri: file for file in files}.values(), key=_order)
    (progress or Progress()).stage(f"writing {len(ordered)} files")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _alone(folder):
        try:
            if not folder.exists():
                return _publish_new(folder, ordered)
            return write_in_place(folder, ordered, delete_others=True)
        except OSError as error:
            message = f"{error.filename or folder} cannot be written: {error.strerror}"
            raise PublishError(message) from error


def write_in_place(folder: Path, files: Iterable[SiteFile], *, delete_others: bool = False) -> Published:
    """Write what differs, each file by rename; then, if asked, delete every other file."""
    listed = list(files)
    written = sum(_write(folder, file) for file in listed)
    deleted = _delete_others(folder, {file.uri for file in listed}) if delete_others else 0
    return Published(len(listed), written, deleted, _pages(listed))


def _order(file: SiteFile) -> tuple[int, str]:
    if file.uri.startswith("assets/"):
        return (0, file.uri)
    name = file.uri.rpartition("/")[2]
    is_index = (
        file.uri in INDEXES
        or name in INDEX_NAMES
        or (file.uri.startswith("api/") and name in ("index.json", "entries.ndjson"))
    )
    return (2 if is_index else 1, file.uri)


def refuse_foreign(folder: Path) -> None:
    """Raise PublishError for a folder that holds something else than a site: publishing would delete it."""
    if not folder.exists() or (folder / MARK).is_file():
        return
    if not folder.is_dir() or any(folder.iterdir()):
        hint = "name another with --site (make: SITE=…)"
        message = f"{folder} holds something else than a built site, which would be deleted: {hint}"
        raise PublishError(message)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    LOCKS.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    with (LOCKS / f"{name}.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            message = f"another build is writing {folder}: wait for it, then build again"
            raise PublishError(message) from error
        yield


def _publish_new(folder: Path, files: list[SiteFile]) -> Published:
    made = folder.with_name(f"{TEMPORARY}{folder.name}")
    shutil.rmtree(made, ignore_errors=True)  # of a build that was killed
    made.mkdir()
    try:
        for file in files:
            target = made / file.uri
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.content)
        made.rename(folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    return Published(len(files), len(files), 0, _pages(files))


def _pages(files: list[SiteFile]) -> int:
    return sum(file.uri.endswith(".html") for file in files)


def _write(folder: Path, file: SiteFile) -> bool:
    target = folder / file.uri
    if target.is_file() and not target.is_symlink() and target.read_bytes() == file.content:
        return False
    if target.is_dir() and not target.is_symlink():
        shutil.rmtree(target)
    for parent in target.relative_to(folder).parents:
        if (folder / parent).is_file():
            (folder / parent).unlink()  # a page became a folder of pages
    target.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(prefix=TEMPORARY, dir=target.parent)
    with os.fdopen(descriptor, "wb") as output:
        output.write(file.content)
    Path(temporary).chmod(0o644)
    Path(temporary).replace(target)
    return True


def _delete_others(folder: Path, keep: set[str]) -> int:
    deleted = 0
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            with contextlib.suppress(OSError):
                path.rmdir()  # only if it is empty
        elif path.relative_to(folder).as_posix() not in keep:
            path.unlink()
            deleted += 1
    return deleted
