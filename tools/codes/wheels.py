"""Wheels in a folder → the text of a header, and shared libraries on disk."""

from __future__ import annotations

import contextlib
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

WHEEL = re.compile(r"(?P<package>[^-]+)-(?P<release>[^-]+)(?:-\d[^-]*)?-[^-]+-[^-]+-[^-]+\.whl")
CUDA_ENDING = re.compile(r"-cu\d+$")


class UnreadableWheelError(Exception):
    """A file is not a wheel, or a broken one."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """A package that lies on disk."""

    path: Path
    package: str
    release: str

    @property
    def base(self) -> str:
        """Return the package's name without the CUDA version at its end."""
        return CUDA_ENDING.sub("", self.package)

    def files(self, names: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
        """Return the files with one of these names, in the order of the names. Raises UnreadableWheelError."""
        with self._opened() as archive:
            for name in names:
                for item in sorted(archive.namelist()):
                    if PurePosixPath(item).name == name:
                        yield name, archive.read(item)

    def extract(self, beginnings: tuple[str, ...], folder: Path) -> dict[str, Path]:
        """Write the files whose names begin so into a folder. Return where the first of each beginning is."""
        written: dict[str, Path] = {}
        with self._opened() as archive:
            for item in sorted(archive.namelist()):
                name = PurePosixPath(item).name
                for beginning in beginnings:
                    if name.startswith(beginning):
                        (folder / name).write_bytes(archive.read(item))
                        written.setdefault(beginning, folder / name)
        return written

    def extract_matching(self, pattern: str, folder: Path) -> Path | None:
        """Write the first file whose name is of this pattern into a folder, and return where it is."""
        with self._opened() as archive:
            for item in sorted(archive.namelist()):
                name = PurePosixPath(item).name
                if re.fullmatch(pattern, name):
                    (folder / name).write_bytes(archive.read(item))
                    return folder / name
        return None

    @contextlib.contextmanager
    def _opened(self) -> Iterator[zipfile.ZipFile]:
        try:
            with zipfile.ZipFile(self.path) as archive:
                yield archive
        except (OSError, zipfile.BadZipFile, zlib.error) as error:
            raise UnreadableWheelError(f"{self.path} cannot be read: {error}; download it again") from error


def as_wheel(path: Path) -> Wheel:
    """Return a wheel by its file's name. Raises UnreadableWheelError."""
    found = WHEEL.fullmatch(path.name)
    if found is None:
        raise UnreadableWheelError(f"{path} is not named as a wheel is: <package>-<release>-<tags>.whl")
    return Wheel(path, re.sub(r"[-_.]+", "-", found["package"]).lower(), found["release"])


def wheels_in(folder: Path) -> list[Wheel]:
    """Return the wheels of a folder, by name."""
    return [as_wheel(path) for path in sorted(folder.glob("*.whl"))]


def version_key(version: str) -> tuple[int, ...]:
    """Return what a version is ordered by: its numbers."""
    return tuple(int(number) for number in re.findall(r"\d+", version))
