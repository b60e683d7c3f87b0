"""An index and the package's code → the wheel that users install. The same input gives the same bytes.

Its version tells wheels apart as pip does: the code's version, then the index's date, then, behind `+`, the site and
what is inside. So a wheel with anything else inside replaces the installed one, and a newer index counts as newer.
"""

from __future__ import annotations

import base64
import email
import hashlib
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import faultbook
from generator.distribution.carried import Carried, Plan, carry
from generator.distribution.metadata import TAGS, WHEEL, entry_points, metadata, version_of
from generator.distribution.zipped import LAST, STORED, Member, deflated, inflated, member, zipped, zipped_size
from generator.paths import ROOT
from generator.render.lookup_records import lookup_text
from generator.render.record_files import with_entries
from generator.verify.shipped import MODULES, SOURCES

PACKAGE = ROOT / "faultbook"
INDEX = f"{PACKAGE.name}/lookup.json"
START = f"{PACKAGE.name}/__init__.py"
FOLDER = f"{PACKAGE.name}/verification"
PLANS = f"{FOLDER}/plans.zip"
LICENCE = "LICENSE"
COMMA = deflated(b",")
EPOCH = date(1980, 1, 1)  # of the plans: the date of the index is that of the file which holds them
Entries = Callable[[], Iterable[tuple[str, Carried]]]


class WheelError(Exception):
    """The wheel cannot be built; the text says what to do."""


class Built(NamedTuple):
    """A wheel that was written, and the older ones of its site that it replaces, which were deleted."""

    path: Path
    deleted: tuple[Path, ...]


class File(NamedTuple):
    """A file of a wheel with its SHA-256, as RECORD has it."""

    member: Member
    digest: bytes

    @property
    def line(self) -> str:
        """Return its line in RECORD."""
        digest = base64.urlsafe_b64encode(self.digest).rstrip(b"=").decode()
        return f"{self.member.name},sha256={digest},{self.member.size}\n"


class Wheel(NamedTuple):
    """A wheel, which is put together while it is written."""

    name: str
    members: tuple[Member, ...]
    day: date

    @property
    def size(self) -> int:
        """Return how many bytes it has."""
        return zipped_size(self.members)

    def pieces(self) -> Iterator[bytes]:
        """Yield its bytes."""
        return zipped(self.members, self.day)

    @property
    def digest(self) -> str:
        """Return its SHA-256, as pip checks it."""
        digest = hashlib.sha256()
        for piece in self.pieces():
            digest.update(piece)
        return digest.hexdigest()


def wheel_of(head: Mapping[str, Any], entries: Entries, content: Path) -> Wheel:
    """Return the wheel of an index. `head` is the index without its entries.

    The licence of the content is packed too, if its folder has one. Raises WheelError.
    """
    if head["modified"] is None:
        raise WheelError("the content has no entries: there is nothing to look up yet")
    day, site, licence = date.fromisoformat(head["modified"]), head["site"], head.get("licence")
    texts = {LICENCE: ROOT / LICENCE, f"content/{LICENCE}": content / LICENCE}
    licences = {name: path.read_bytes() for name, path in texts.items() if path.is_file()}
    files = [*_code(), _index(head, entries), *_shipped(), _plans(entries)]
    said = (metadata("", site, licence, licences).encode(), entry_points().encode(), *licences.values())
    version = version_of(site, day, _digest(files, said))
    info = f"{PACKAGE.name}-{version}.dist-info"
    told = {
        "METADATA": metadata(version, site, licence, licences).encode(),
        "WHEEL": WHEEL.encode(),
        "entry_points.txt": entry_points().encode(),
        **{f"licenses/{name}": text for name, text in licences.items()},
    }
    files = [_file(START, _with_version(version)), *(file for file in files if file.member.name != START)]
    files += [_file(f"{info}/{name}", text) for name, text in told.items()]
    record = "".join(file.line for file in files) + f"{info}/RECORD,,\n"
    members = (*(file.member for file in files), member(f"{info}/RECORD", record.encode()))
    return Wheel(f"{PACKAGE.name}-{version}-{TAGS}.whl", members, day)


def build_wheel(
    document: Mapping[str, Any], out: Path, content: Path, plans: Mapping[str, Plan | None] | None = None
) -> Built:
    """Build the wheel with an index into a folder, the only one there. `plans` are what `faultbook verify` runs."""
    older = tuple(_older_wheels(out, document["site"]))
    carried = {record["id"]: carry(record, (plans or {}).get(record["id"])) for record in document["entries"]}
    wheel = wheel_of({**document, "entries": []}, carried.items, content)
    out.mkdir(parents=True, exist_ok=True)
    # By rename, within one folder: who fetches the wheel meanwhile gets the old one or the new one, whole.
    fresh = out / f".{wheel.name}"
    with fresh.open("wb") as file:
        file.writelines(wheel.pieces())
    path = fresh.replace(out / wheel.name)
    deleted = tuple(wheel for wheel in older if wheel != path)
    for replaced in deleted:
        replaced.unlink()
    return Built(path, deleted)


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


def _file(name: str, content: bytes) -> File:
    return File(member(name, content), hashlib.sha256(content).digest())


def _code() -> Iterator[File]:
    """Yield the package's own files; its version is written in the end."""
    for path in sorted((*PACKAGE.rglob("*.py"), PACKAGE / "py.typed")):
        yield _file(f"{PACKAGE.name}/{path.relative_to(PACKAGE).as_posix()}", path.read_bytes())


def _with_version(version: str) -> bytes:
    """Return the module in which programs and `faultbook --version` read the version."""
    old, new = (f'__version__ = "{number}"\n' for number in (faultbook.__version__, version))
    text = (ROOT / START).read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new).encode()


def _index(head: Mapping[str, Any], entries: Entries) -> File:
    """Return the index. What it holds of entries is compressed already: only its checksums are made."""
    start, *_between, end = with_entries(lookup_text(head), (b"" for _entry in entries()))

    def parts() -> Iterator[bytes]:
        yield deflated(start)
        for number, (_id, carried) in enumerate(entries()):
            if number:
                yield COMMA
            yield carried.record
        yield deflated(end)

    digest, checksum, size, packed = hashlib.sha256(), 0, 0, len(LAST)
    for part in parts():
        text = inflated(part)
        digest.update(text)
        checksum = zlib.crc32(text, checksum)
        size += len(text)
        packed += len(part)
    return File(Member(INDEX, lambda: chain(parts(), (LAST,)), packed, size, checksum), digest.digest())


def _shipped() -> Iterator[File]:
    """Yield the package that runs plans: the modules that a GPU host gets too, unchanged."""
    yield _file(f"{FOLDER}/__init__.py", b'"""Runs an entry\'s programs."""\n')
    for name in MODULES:
        yield _file(f"{FOLDER}/{name}", (SOURCES / name).read_bytes())


def _plans(entries: Entries) -> File:
    """Return the zip file with the plan of each entry that has one."""

    def pieces() -> Iterator[bytes]:
        return zipped((carried.plan_of(entry) for entry, carried in entries() if carried.plan), EPOCH)

    digest, checksum, size = hashlib.sha256(), 0, 0
    for piece in pieces():
        digest.update(piece)
        checksum = zlib.crc32(piece, checksum)
        size += len(piece)
    return File(Member(PLANS, pieces, size, size, checksum, STORED), digest.digest())


def _digest(files: Iterable[File], said: Iterable[bytes]) -> str:
    """Return a hash of all that is packed, but for the version itself."""
    digest = hashlib.sha256("".join(file.line for file in files).encode())
    for text in said:
        digest.update(len(text).to_bytes(8, "little") + text)
    return digest.hexdigest()
