"""Files → disk: publish a site so that a reader never sees half of one.

The first build appears whole, by renaming its folder. A later one goes file by file, each by rename: assets first, then
pages, then what leads to them, and only then are files deleted that the site no longer has. So a build killed at any
moment leaves whole files and a site that works, whichever of its pages are new. Any number of processes may write.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from generator.publish.output import SiteFile
from generator.store import Output

MARK = "api/v1/index.json"  # what every site of ours holds, and hardly any other folder
CHECKED = 50_000  # files: a larger site is taken to be as the last build left it
LOCKS = Path(".cache/locks")
TEMPORARY = ".publishing-"
CREATE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC


class PublishError(Exception):
    """The site cannot be published here."""


@dataclass(frozen=True, slots=True)
class Published:
    """What publishing did: files and pages in the site, files written, files deleted."""

    files: int
    written: int
    deleted: int
    pages: int
    states_digest: str
    """A hash of the names, sizes and times of the files; where there are more than CHECKED, of none."""


def refuse_foreign(folder: Path) -> None:
    """Raise PublishError for a folder that holds something else than a site: publishing would delete it."""
    if not folder.exists() or (folder / MARK).is_file():
        return
    if not folder.is_dir() or any(folder.iterdir()):
        hint = "name another with --site (make: SITE=…)"
        message = f"{folder} holds something else than a built site, which would be deleted: {hint}"
        raise PublishError(message)


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other builds from writing a site. Raises PublishError while one does."""
    LOCKS.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    with (LOCKS / f"{name}.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            message = f"another build is writing {folder}: wait for it, then build again"
            raise PublishError(message) from error
        yield


@dataclass(frozen=True, slots=True)
class Target:
    """Where files are written: the site's own folder or, for a first build, one that then takes its name."""

    folder: Path
    is_new: bool

    def write(self, file: SiteFile, known: Output | None, owner: str) -> tuple[Output, bool]:
        """Write a file unless its bytes are `known` to be there; return what is there now, and whether it was written.

        Raises PublishError.
        """
        path = f"{self.folder}/{file.uri}"
        hashed = _Hashed(file.pieces)
        try:
            there = known.digest if known else None if self.is_new else _digest_on_disk(path)
            written = self._put(path, file.uri, hashed, there)
            modified = written or (known.modified if known else os.stat(path).st_mtime_ns)
        except OSError as error:
            raise _unwritable(error, self.folder) from error
        return Output(file.uri, owner, hashed.digest, hashed.size, modified), written is not None

    def _put(self, path: str, uri: str, pieces: _Hashed, there: bytes | None) -> int | None:
        """Write a file, and return its time: whole or not at all where a reader may see it, not if its hash is `there`.

        Only the hash of one that comes in many pieces is not known before it is on the disk.
        """
        begun = list(islice(pieces, 2))
        if len(begun) < 2 and pieces.digest == there:
            return None
        if self.is_new:
            return _create(path, chain(begun, pieces))
        folder, _slash, name = path.rpartition("/")
        temporary = f"{folder}/{TEMPORARY}{name}"  # of a build that is killed, the next one writes it again
        _make_room(self.folder, uri)
        try:
            modified = _create(temporary, chain(begun, pieces))
            if pieces.digest != there:
                os.replace(temporary, path)
                return modified
        finally:
            with contextlib.suppress(OSError):  # it has its name by now, mostly
                os.unlink(temporary)
        return None

    def read(self, uri: str) -> bytes:
        """Return the bytes of a file that was written before. Raises PublishError."""
        try:
            return (self.folder / uri).read_bytes()
        except OSError as error:
            message = f"{error.filename} cannot be read ({error.strerror}): delete {self.folder}, then build again"
            raise PublishError(message) from error

    def delete(self, uris: Iterable[str]) -> int:
        """Delete files, and folders that they leave empty; return how many files there were."""
        deleted = 0
        for uri in sorted(uris):
            path = self.folder / uri
            if path.is_file() or path.is_symlink():
                path.unlink()
                deleted += 1
            with contextlib.suppress(OSError):  # until one is not empty
                for parent in list(path.relative_to(self.folder).parents)[:-1]:
                    (self.folder / parent).rmdir()
        return deleted


@contextlib.contextmanager
def publishing(folder: Path) -> Iterator[Target]:
    """Give a place to write a site to; a new site appears, whole, when all is done. Raises PublishError."""
    if folder.exists():
        yield Target(folder, is_new=False)
        return
    made = folder.with_name(f"{TEMPORARY}{folder.name}")
    shutil.rmtree(made, ignore_errors=True)  # of a build that was killed
    try:
        try:
            made.mkdir(parents=True)
        except OSError as error:
            raise _unwritable(error, made) from error
        yield Target(made, is_new=True)
        try:
            made.rename(folder)
        except OSError as error:
            raise _unwritable(error, folder) from error
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _unwritable(error: OSError, path: Path) -> PublishError:
    return PublishError(f"{error.filename or path} cannot be written: {error.strerror}")


class _Hashed:
    """The pieces of a file, hashed as they are taken."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self.size = 0
        self._pieces = iter(pieces)
        self._hash = _new_hash()

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        piece = next(self._pieces)
        self.size += len(piece)
        self._hash.update(piece)
        return piece

    @property
    def digest(self) -> bytes:
        """Return the hash of what was taken."""
        return self._hash.digest()


def _new_hash() -> hashlib.blake2b:
    return hashlib.blake2b(digest_size=16)


def _digest_on_disk(path: str) -> bytes | None:
    if os.path.islink(path) or not os.path.isfile(path):
        return None
    with open(path, "rb") as file:
        return hashlib.file_digest(file, _new_hash).digest()


def _create(path: str, pieces: Iterable[bytes]) -> int:
    """Write a file and the folders that it is in; return its time in nanoseconds."""
    try:
        descriptor = os.open(path, CREATE, 0o644)
    except FileNotFoundError:
        os.makedirs(path.rpartition("/")[0], exist_ok=True)
        descriptor = os.open(path, CREATE, 0o644)
    with os.fdopen(descriptor, "wb") as output:
        output.writelines(pieces)
        output.flush()
        return os.fstat(descriptor).st_mtime_ns


def _make_room(folder: Path, uri: str) -> None:
    """Delete a folder where a file is to be, and files where folders are: a page became a folder of pages, say."""
    path = folder / uri
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    parent = path.parent
    while not parent.is_dir():
        if parent.is_file() or parent.is_symlink():
            parent.unlink()
            break
        parent = parent.parent
