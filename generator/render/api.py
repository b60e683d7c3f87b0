"""The files of the JSON API that hold all entries: an index, their documents line by line, and the schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic_core import from_json, to_json

from generator.judge.catalogue import EntryRef, JudgedEntry
from generator.publish.output import SiteFile
from generator.render.addresses import API
from generator.render.api_document import entry_head
from generator.render.api_form import SCHEMA_VERSION, EntryOut, IndexEntryOut, IndexOut, TableOut
from generator.render.collection import Collection, Parts, Shard, cut_stably
from generator.render.entry import Site
from generator.render.record_files import indented, with_entries
from generator.render.tables import table_files

API_INDEX, BULK, SCHEMA = f"{API}/index.json", f"{API}/entries.ndjson", f"{API}/schema/entry.json"
OPENAPI = f"{API}/openapi.json"
BULK_SIZE = 100  # entries to a file, at most twice as many; each is one line of about 100 KB


class ApiIndex(Collection[bytes]):
    """The index of all entries, and the schema of their documents."""

    name = "api-index"

    def part(self, site: Site, entry: JudgedEntry) -> bytes:
        """Return the record of an entry as it stands in the index."""
        record = IndexEntryOut(
            **entry_head(entry, site.addresses),
            symptoms=tuple(symptom.text for symptom in entry.loaded.entry.symptoms),
            json=site.addresses.absolute(site.addresses.json(entry.id)),
        )
        return indented(record, 2)

    def shards(self, site: Site, parts: Parts[bytes]) -> Iterator[Shard]:
        """Yield the index and the schema."""
        del site
        yield Shard("index", parts.ids, files=(API_INDEX,))
        yield Shard("schema", files=(SCHEMA,))

    def render(self, site: Site, shard: Shard, parts: Parts[bytes]) -> Iterator[SiteFile]:
        """Yield the index or the schema."""
        if shard.name == "schema":
            schema = EntryOut.model_json_schema(mode="serialization")
            head = {"$id": site.addresses.absolute(SCHEMA), **schema}
            yield SiteFile.text(SCHEMA, _pretty({**head, "$schema": "https://json-schema.org/draft/2020-12/schema"}))
            return
        records = (record for _id, record in parts.all())
        yield SiteFile(API_INDEX, with_entries(_index(site).model_dump_json(indent=2) + "\n", records))


class ApiBulk(Collection[None]):
    """The documents of all entries, one a line, in files of bounded size."""

    name = "api-bulk"

    def shards(self, site: Site, parts: Parts[None]) -> Iterator[Shard]:
        """Yield each file."""
        del parts
        for number, (file, entries) in enumerate(zip(bulk_files(site), _pieces(site), strict=True), 1):
            reads = tuple(site.addresses.json(entry.id) for entry in entries)
            yield Shard(str(number), files=(file,), reads=reads, number=number)

    def render(self, site: Site, shard: Shard, parts: Parts[None]) -> Iterator[SiteFile]:
        """Yield a file, from the published documents."""
        del parts
        lines = (to_json(from_json(site.published(uri))) + b"\n" for uri in shard.reads)
        yield SiteFile(shard.files[0], lines if shard.reads else (b"\n",))


def _pieces(site: Site) -> Sequence[Sequence[EntryRef]]:
    """Return the entries of each file, cut so that a new entry changes the file in which it is."""
    return cut_stably(site.catalogue.entries, BULK_SIZE, lambda entry: entry.id)


def bulk_files(site: Site) -> tuple[str, ...]:
    """Return the files with the documents of all entries."""
    numbers = range(2, len(_pieces(site)) + 1)
    return (BULK, *(BULK.replace(".", f"-{number}.") for number in numbers))


def _index(site: Site) -> IndexOut:
    """Return the index without its entries."""
    catalogue, absolute = site.catalogue, site.addresses.absolute
    tables = table_files(tuple(entry.id for entry in catalogue.entries))
    return IndexOut(
        schema_version=SCHEMA_VERSION,
        modified=max((entry.modified for entry in catalogue.entries), default=None),
        licence=catalogue.site.licence,
        entry_schema=absolute(SCHEMA),
        openapi=absolute(OPENAPI),
        bulk=absolute(BULK),
        bulk_files=tuple(map(absolute, bulk_files(site))),
        tables={
            name: TableOut(**{form: tuple(map(absolute, uris)) for form, uris in forms.items()})
            for name, forms in tables.items()
        },
        entries=(),
    )


def _pretty(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
