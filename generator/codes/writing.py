"""Codes → the text of `content/codes/read/<library>.yaml`, the same for the same codes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from generator.content.codes_model import Documented, ReadCatalog, ReadCode, ReadFile, ReadLibrary, ReadNumber

HEAD = "# Written by `python -m generator codes import`. Do not edit: run it again."
ORIGIN = "# Messages: "
PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_/.-]*( [0-9]+)?")


def text_of(library: ReadLibrary, origins: Iterable[str]) -> str:
    """Return the file's text. `origins` say where the messages are from, the newest first."""
    return "\n".join(_lines(library, origins)) + "\n"


def origins_in(text: str) -> list[str]:
    """Return what a file's text says of where its messages are from."""
    return [line.removeprefix(ORIGIN) for line in text.splitlines() if line.startswith(ORIGIN)]


def _lines(library: ReadLibrary, origins: Iterable[str]) -> Iterator[str]:
    yield HEAD
    yield from (f"{ORIGIN}{origin}" for origin in origins)
    yield f"library: {library.library}"
    yield "read:"
    yield from (f"  - {{{_file(item)}}}" for item in library.read)
    if library.catalog:
        yield f"catalog: {{{_catalog(library.catalog)}}}"
    yield "codes:"
    for code in library.codes:
        yield from _code(code)


def _file(item: ReadFile) -> str:
    quoted = f'version: "{item.version}", package: {_scalar(item.package)}, release: "{item.release}"'
    return f'{quoted}, file: {_scalar(item.file)}, sha256: "{item.sha256}"'


def _catalog(item: ReadCatalog) -> str:
    read = f'url: "{item.url}", accessed: {item.accessed.isoformat()}, sha256: "{item.sha256}"'
    return f"{read}, products: {_list(item.products)}"


def _code(code: ReadCode) -> Iterator[str]:
    yield f"  - name: {_scalar(code.name)}"
    if code.symbol:
        yield f"    symbol: {_scalar(code.symbol)}"
    if code.message:
        yield f"    message: {json.dumps(code.message, ensure_ascii=False)}"
    yield f"    numbers: [{', '.join(_number(item) for item in code.numbers)}]"
    if code.alias_of:
        yield f"    alias_of: {_scalar(code.alias_of)}"
    if code.documented:
        yield f"    documented: {{{', '.join(_documented(code.documented))}}}"


def _documented(item: Documented) -> Iterator[str]:
    yield f"mnemonics: {_list(item.mnemonics)}"
    if item.unused:
        yield "unused: true"
    yield f"applies: {_list(item.applies)}"
    if item.immediate:
        yield f"immediate: {_scalar(item.immediate)}"
    if item.investigatory:
        yield f"investigatory: {_scalar(item.investigatory)}"


def _number(item: ReadNumber) -> str:
    since, until = ("null" if version is None else f'"{version}"' for version in (item.since, item.until))
    first = "true" if item.from_first else "false"
    return f"{{number: {item.number}, since: {since}, until: {until}, from_first: {first}}}"


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_scalar, texts))}]"


def _scalar(text: str) -> str:
    return text if PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
