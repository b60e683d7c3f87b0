"""A vendor's table of codes, saved from its page as text with tabs → what it documents of each code."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from generator.codes.packages import Source
from generator.content.codes_model import Documented, ReadCatalog, ReadCode, ReadLibrary, ReadNumber

TYPE, NUMBER, MNEMONIC, DESCRIPTION = "Type (XID)", "Code", "Mnemonic", "Description"
IMMEDIATE, INVESTIGATORY = "Resolution Bucket (Immediate Action)", "Resolution Bucket (Investigatory Action)"
COLUMNS = (TYPE, NUMBER, MNEMONIC, DESCRIPTION, IMMEDIATE, INVESTIGATORY)
APPLIES = "Applies to "
UNUSED = "Unused"
ANSWERS = {"YES": True, "NO": False}


class CatalogError(Exception):
    """A table is not what a catalog is."""


class Catalog(NamedTuple):
    """What a catalog documents, by the names of the codes, and where it is from."""

    read: ReadCatalog
    documented: Mapping[str, Documented]


def products_in(text: str) -> tuple[str, ...]:
    """Return the products of which the table says whether a code applies to them. Raises CatalogError."""
    heads = next(csv.reader(io.StringIO(text), delimiter="\t"), [])
    missing = [column for column in COLUMNS if column not in heads]
    if missing:
        raise CatalogError(f"the first line has no column {', '.join(map(repr, missing))}; columns are parted by tabs")
    return tuple(head.removeprefix(APPLIES) for head in heads if head.startswith(APPLIES))


def rows_in(text: str, source: Source) -> dict[str, Documented]:
    """Return what the table says of each code of a library that counts its codes. Raises CatalogError."""
    products = products_in(text)
    kind = str(source.numbered)
    found: dict[str, Documented] = {}
    rows = csv.DictReader(io.StringIO(text), delimiter="\t", restval="")
    for row in rows:
        cells = {column: " ".join((cell or "").split()) for column, cell in row.items() if column is not None}
        if cells[TYPE].casefold() != kind.casefold():
            continue
        name = f"{kind} {cells[NUMBER]}"
        if name in found:
            raise CatalogError(f"line {rows.line_num}: {name} stands twice")
        try:
            found[name] = _documented(cells, products, source)
        except CatalogError as error:
            raise CatalogError(f"line {rows.line_num}: {error}") from error
        except ValidationError as error:
            raise CatalogError(f"line {rows.line_num}: {fault_in(error)}") from error
    if not found:
        raise CatalogError(f"no line has {kind} in the column '{TYPE}'")
    return found


def _documented(cells: Mapping[str, str], products: Iterable[str], source: Source) -> Documented:
    if not cells[NUMBER].isascii() or not cells[NUMBER].isdigit():
        raise CatalogError(f"'{cells[NUMBER]}' is no number")
    wrong = [cells[APPLIES + product] for product in products if cells[APPLIES + product] not in ANSWERS]
    if wrong:
        raise CatalogError(f"'{wrong[0]}' is neither of {', '.join(ANSWERS)}")
    names = (name.strip() for name in cells[MNEMONIC].split("/"))
    return Documented(
        mnemonics=tuple(name for name in names if name and source.is_code(name)),
        unused=cells[DESCRIPTION] == UNUSED,
        applies=tuple(product for product in products if ANSWERS[cells[APPLIES + product]]),
        immediate=cells[IMMEDIATE] or None,
        investigatory=cells[INVESTIGATORY] or None,
    )


def fault_in(error: ValidationError) -> str:
    """Say in one line what is wrong first, and where."""
    wrong = error.errors()[0]
    return f"{wrong['loc'][0]} {wrong['input']!r}: {wrong['msg']}"


def catalog_of(library: ReadLibrary) -> Catalog | None:
    """Return the catalog that was read before."""
    if library.catalog is None:
        return None
    return Catalog(library.catalog, {code.name: code.documented for code in library.codes if code.documented})


def with_catalog(codes: Sequence[ReadCode], catalog: Catalog | None) -> list[ReadCode]:
    """Return the codes with what the catalog documents of them, and those that stand in it alone."""
    if catalog is None:
        return list(codes)
    known = {code.name for code in codes}
    alone = [_alone(name, item) for name, item in catalog.documented.items() if name not in known]
    return [*(code.model_copy(update={"documented": catalog.documented.get(code.name)}) for code in codes), *alone]


def _alone(name: str, documented: Documented) -> ReadCode:
    number = ReadNumber(number=int(name.rpartition(" ")[2]), from_first=False)
    symbol = next(iter(documented.mnemonics), None)
    return ReadCode(name=name, symbol=symbol, numbers=(number,), documented=documented)
