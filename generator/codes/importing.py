"""Packages on disk → `content/codes/read/<library>.yaml`. Nothing is downloaded here."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pydantic import ValidationError

from generator.codes.catalog import Catalog, CatalogError, catalog_of, fault_in, products_in, rows_in, with_catalog
from generator.codes.enums import Constant, HeaderError
from generator.codes.history import Reading, codes_of, merged, readings_of
from generator.codes.messages import Said, say
from generator.codes.names import read_names
from generator.codes.packages import SOURCES, Source
from generator.codes.wheels import Wheel, version_key
from generator.codes.writing import origins_in, text_of
from generator.content.codes_model import ReadCatalog, ReadCode, ReadFile, ReadLibrary
from generator.content.reading import load_model

VERSION_PARTS = 2  # what readers call a release: CUDA 12.4, cuDNN 9.5


class ImportCodesError(Exception):
    """What is given cannot be read."""


@dataclass(frozen=True, slots=True)
class Header:
    """A header that lies on disk by itself, and what is to be said of where it is from."""

    path: Path
    version: str
    package: str
    release: str


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A table that was saved from a page, and the day on which it was."""

    path: Path
    url: str
    accessed: date


@dataclass(frozen=True, slots=True)
class Imported:
    """What was written for a library."""

    path: Path
    library: ReadLibrary
    changed: bool


def import_wheels(content: Path, wheels: Sequence[Wheel], libraries: Iterable[str] = ()) -> list[Imported]:
    """Read the codes of every library, or of some, that has a package among the wheels. Raises ImportCodesError."""
    asked = [SOURCES[name] for name in libraries] or list(SOURCES.values())
    done = []
    for source in asked:
        own = [wheel for wheel in wheels if wheel.base == source.package]
        readings = [_read_wheel(source, wheel) for wheel in own]
        said = _messages(source, own, wheels, readings)
        readings += _spoken(source, wheels)
        if readings:
            done.append(_write(content, source, readings, said))
    return done


def import_header(content: Path, library: str, header: Header) -> Imported:
    """Read the codes of one library from a header. Raises ImportCodesError."""
    source = SOURCES[library]
    try:
        data = header.path.read_bytes()
        constants = source.constants(data.decode("utf-8", "replace"))
    except (OSError, HeaderError) as error:
        raise ImportCodesError(f"{header.path}: {error}") from error
    file = ReadFile(
        version=header.version,
        package=header.package,
        release=header.release,
        file=header.path.name,
        sha256=hashlib.sha256(data).hexdigest(),
    )
    return _write(content, source, [_reading(source, file, constants)], [])


def import_catalog(content: Path, library: str, table: SavedTable) -> Imported:
    """Read what a vendor's catalog documents of one library's codes. Raises ImportCodesError."""
    source = SOURCES[library]
    if source.numbered is None:
        counted = ", ".join(name for name, other in SOURCES.items() if other.numbered)
        raise ImportCodesError(f"a catalog is read of numbered codes only: {counted}")
    try:
        data = table.path.read_bytes()
        text = data.decode("utf-8-sig")
        documented = rows_in(text, source)
        read = ReadCatalog(
            url=table.url,
            accessed=table.accessed,
            sha256=hashlib.sha256(data).hexdigest(),
            products=products_in(text),
        )
    except (OSError, UnicodeDecodeError, CatalogError) as error:
        raise ImportCodesError(f"{table.path}: {error}") from error
    except ValidationError as error:
        raise ImportCodesError(f"{table.path}: {fault_in(error)}") from error
    return _write(content, source, [], [], Catalog(read, documented))


def _read_wheel(source: Source, wheel: Wheel) -> Reading:
    """Read the first header of a wheel that has the codes."""
    wrong = f"the package has no {' or '.join(source.headers)}"
    for name, data in wheel.files(source.headers):
        try:
            constants = source.constants(data.decode("utf-8", "replace"))
        except HeaderError as error:
            wrong = f"{name}: {error}"
            continue
        version = ".".join(wheel.release.split(".")[:VERSION_PARTS])
        file = ReadFile(
            version=version,
            package=wheel.package,
            release=wheel.release,
            file=name,
            sha256=hashlib.sha256(data).hexdigest(),
        )
        return _reading(source, file, constants)
    raise ImportCodesError(
        f"{wheel.path}: {wrong}; where the codes of {source.library} stand is in SOURCES in packages.py"
    )


def _spoken(source: Source, wheels: Iterable[Wheel]) -> list[Reading]:
    """Return the codes of libraries that other packages bring along, as the libraries name them."""
    if source.names is None:
        return []
    bringing = [wheel for wheel in wheels if re.fullmatch(source.names.package, wheel.package)]
    found = [read_names(source.names, wheel) for wheel in bringing]
    return [reading for reading in found if reading is not None]


def _reading(source: Source, file: ReadFile, constants: Sequence[Constant]) -> Reading:
    """Return a file's codes; where the header's names are mnemonics, under their numbers."""
    if source.numbered is None:
        return Reading(file, tuple(constants), {})
    symbols: dict[str, str] = {}
    numbers: dict[str, int] = {}
    for constant in constants:
        name = f"{source.numbered} {constant.number}"
        symbols.setdefault(name, constant.name)
        numbers[name] = constant.number
    return Reading(file, tuple(Constant(name, number) for name, number in numbers.items()), symbols)


def _messages(source: Source, own: Sequence[Wheel], all_: Sequence[Wheel], readings: Sequence[Reading]) -> list[Said]:
    """Return what the newest library of each major version says, the newest first."""
    if source.messages is None:
        return []
    pairs = sorted(zip(own, readings, strict=True), key=lambda pair: version_key(pair[0].release))
    newest = {version_key(wheel.release)[0]: (wheel, reading) for wheel, reading in pairs}
    found = []
    for wheel, reading in reversed(newest.values()):
        others = [other for other in all_ if other is not wheel]
        said = say(source.messages, wheel, others, reading.constants)
        if said is not None:
            found.append(said)
    return found


def _write(
    content: Path,
    source: Source,
    readings: Sequence[Reading],
    said: Sequence[Said],
    catalog: Catalog | None = None,
) -> Imported:
    """Put what is read now beside what was read before, and write the file if that changes it."""
    path = content / "codes" / "read" / f"{source.library}.yaml"
    before, old = _read_before(path)
    together = merged(readings_of(before) if before else [], readings)
    if not together:
        raise ImportCodesError(f"no header of {source.library} was read yet: give one with --header too")
    catalog = catalog or (catalog_of(before) if before else None)
    kept = [_said_before(before, old)] if before else []
    newest_first = [*said, *kept] if together[-1] in readings else [*kept, *said]
    messages, origins = _first_said(newest_first)
    files = tuple(reading.file for reading in together)
    library = ReadLibrary(
        library=source.library,
        read=files,
        catalog=catalog.read if catalog else None,
        codes=tuple(_in_order(source, with_catalog(codes_of(together, messages), catalog))),
    )
    text = text_of(library, origins)
    if text != old:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Imported(path, library, text != old)


def _in_order(source: Source, codes: list[ReadCode]) -> list[ReadCode]:
    """Put numbered codes in the order of their numbers. Others keep the header's order, which is the vendor's."""
    return sorted(codes, key=lambda code: code.numbers[-1].number) if source.numbered else codes


def _first_said(newest_first: Iterable[Said]) -> tuple[dict[str, str], list[str]]:
    """Return of each name the first message, and where these messages are from."""
    messages: dict[str, str] = {}
    origins: list[str] = []
    for said in newest_first:
        if not said.messages.keys() <= messages.keys():
            origins += [origin for origin in said.origins if origin not in origins]
        messages = said.messages | messages
    return messages, origins


def _said_before(before: ReadLibrary, text: str) -> Said:
    return Said({code.name: code.message for code in before.codes if code.message}, tuple(origins_in(text)))


def _read_before(path: Path) -> tuple[ReadLibrary | None, str]:
    if not path.exists():
        return None, ""
    tree, library, _guesses = load_model(path, ReadLibrary, nulls=True)
    if library is None or tree.problems:
        raise ImportCodesError(f"{path} cannot be used: {tree.problems[0].message}; delete it and import all again")
    return library, path.read_text(encoding="utf-8")
