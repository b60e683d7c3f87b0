"""Claims, their runs and the environments as tables, in CSV and in Parquet, for who computes with them.

A long table is cut into files of bounded size, so that an edit writes one of them and none takes much memory.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from arro3.core import Array, DataType, Field, Schema, Table
from arro3.io import write_parquet

from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render.addresses import API
from generator.render.api_form import Out
from generator.render.collection import Collection, Parts, Shard, cut_stably
from generator.render.entry import Site
from generator.render.environments import in_order, records
from generator.render.table_rows import (
    ClaimRow,
    EnvironmentRow,
    RunRow,
    Value,
    claim_rows,
    columns,
    environment_row,
    run_rows,
    values,
)

ENTRIES = 500  # entries to a file, at most twice as many
FORMATS = ("csv", "parquet")
TABLES: dict[str, type[Out]] = {"claims": ClaimRow, "runs": RunRow, "environments": EnvironmentRow}
TYPES: dict[type, Callable[[], DataType]] = {
    str: DataType.utf8,
    int: DataType.int64,
    float: DataType.float64,
    bool: DataType.bool,
    date: DataType.date32,
}
EPOCH = date(1970, 1, 1)


class Rows(NamedTuple):
    """The rows of an entry, as plain values."""

    claims: tuple[tuple[Value, ...], ...]
    runs: tuple[tuple[Value, ...], ...]


class Tables(Collection[Rows]):
    """The files of all tables."""

    name = "tables"

    def part(self, site: Site, entry: JudgedEntry) -> Rows:
        """Return the rows of an entry."""
        locales = site.locales
        claims = tuple(values(row, locales) for row in claim_rows(entry, site.addresses))
        return Rows(claims, tuple(values(row, locales) for row in run_rows(entry)))

    def labels(self, part: Rows) -> tuple[str, ...]:
        """Return how many rows of each table there are."""
        return tuple(f"{name} {len(rows)}" for name, rows in part._asdict().items())

    def shards(self, site: Site, parts: Parts[Rows]) -> Iterator[Shard]:
        """Yield each piece of each table. Facts of the environments: their records."""
        for name in Rows._fields:
            for number, ids in enumerate(_pieces(parts.ids), 1):
                yield Shard(f"{name} {number}", tuple(ids), files=_files(name, number), number=number)
        environments = in_order(site.catalogue.environments, site.catalogue.environments)
        yield Shard("environments 1", files=_files("environments", 1), facts=records(environments))

    def render(self, site: Site, shard: Shard, parts: Parts[Rows]) -> Iterator[SiteFile]:
        """Yield a piece of a table in every format."""
        name, _space, _number = shard.name.partition(" ")
        rows: list[tuple[Value, ...]] = []
        if name == "environments":
            found = in_order(site.catalogue.environments, site.catalogue.environments)
            rows += [values(environment_row(environment), site.locales) for environment in found]
        for _id, part in parts.of(shard.entries):
            rows += getattr(part, name)
        kinds = columns(TABLES[name], site.locales)
        as_csv, as_parquet = shard.files
        yield SiteFile.whole(as_csv, _csv(kinds, rows))
        yield SiteFile.whole(as_parquet, _parquet(kinds, rows))


def table_files(ids: Sequence[str]) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the files of each table of these entries: table → format → uris."""
    pieces = len(_pieces(ids))
    counts = {"claims": pieces, "runs": pieces, "environments": 1}
    return {
        name: dict(zip(FORMATS, zip(*(_files(name, number + 1) for number in range(count)), strict=True), strict=True))
        for name, count in counts.items()
    }


def _pieces(ids: Sequence[str]) -> Sequence[Sequence[str]]:
    return cut_stably(ids, ENTRIES, lambda entry_id: entry_id)


def _files(name: str, number: int) -> tuple[str, ...]:
    piece = "" if number == 1 else f"-{number}"
    return tuple(f"{API}/{name}{piece}.{form}" for form in FORMATS)


def _csv(kinds: dict[str, type], rows: Sequence[Sequence[Value]]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(kinds)
    writer.writerows([_word(value) for value in row] for row in rows)
    return text.getvalue().encode()


def _word(value: Value) -> Value:
    """Return a value as CSV has it: `true` and `false` as in JSON."""
    return str(value).lower() if isinstance(value, bool) else value


def _parquet(kinds: dict[str, type], rows: Sequence[Sequence[Value]]) -> bytes:
    """Return the rows as Parquet: the same bytes for the same rows, as the writer is one thread and notes no time."""
    schema = Schema([Field(name, TYPES[kind](), nullable=True) for name, kind in kinds.items()])
    given = zip(*rows, strict=True) if rows else ([] for _name in kinds)
    arrays = [_array(kind, column) for kind, column in zip(kinds.values(), given, strict=True)]
    file = io.BytesIO()
    write_parquet(Table.from_arrays(arrays, schema=schema), file, compression="snappy")
    return file.getvalue()


def _array(kind: type, column: Sequence[Value]) -> Array:
    if kind is not date:
        return Array(column, TYPES[kind]())
    days = [(value - EPOCH).days if isinstance(value, date) else None for value in column]  # it takes no date itself
    return Array(days, DataType.int32()).cast(DataType.date32())
