"""The JSON API: the documents of entries line by line, and the index that names their files."""

import csv
import hashlib
import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from collected import collected

from generator.render.api import BULK_SIZE, ApiBulk, ApiIndex
from generator.render.api_document import entry_document, entry_file
from generator.render.api_form import EntryOut, IndexOut
from generator.render.collection import PartsInMemory
from generator.render.tables import ENTRIES as TABLE_SIZE
from generator.render.tables import TABLES, Tables, table_files

CONTENT = Path(__file__).resolve().parents[1] / "content"
NONE = PartsInMemory({})


@pytest.fixture(scope="module")
def ours():
    return collected(CONTENT)


def _documents(site, *ids):
    """Return a site with made entries, whose documents say no more than their id and a text."""
    [some, *_others] = site.catalogue.entries
    entries = tuple(replace(some, id=entry_id) for entry_id in sorted(ids))
    written = {
        site.addresses.json(entry_id): json.dumps({"id": entry_id, "text": "a: b, {c}\n显存"}, indent=2).encode()
        for entry_id in ids
    }
    return replace(site, catalogue=replace(site.catalogue, entries=entries), published=written.__getitem__)


def _bulk(site):
    collection = ApiBulk()
    return {
        file.uri: file.content.decode()
        for shard in collection.shards(site, NONE)
        for file in collection.render(site, shard, NONE)
    }


def test_every_line_is_the_published_document_of_an_entry(ours):
    written = {file.uri: file.content for file in (entry_file(entry, ours.site.addresses) for entry in ours.entries)}
    [(uri, text)] = _bulk(replace(ours.site, published=written.__getitem__)).items()

    assert uri == "api/v1/entries.ndjson"
    assert text.splitlines() == [entry_document(entry, ours.site.addresses).model_dump_json() for entry in ours.entries]
    assert [json.loads(line) for line in text.splitlines()] == list(map(json.loads, written.values()))


def test_many_entries_are_in_several_files_and_the_index_names_them(ours):
    ids = [f"cuda/made-{number:03}" for number in range(3 * BULK_SIZE)]
    site = _documents(ours.site, *ids)
    files = _bulk(site)
    parts = PartsInMemory({entry_id: b'\n  {"id": "%b"}' % entry_id.encode() for entry_id in ids})
    collection = ApiIndex()
    [shard, _schema] = collection.shards(site, parts)
    [file] = collection.render(site, shard, parts)
    index = json.loads(file.content)

    assert len(files) >= 3
    assert max(text.count("\n") for text in files.values()) <= 2 * BULK_SIZE
    assert [json.loads(line)["id"] for text in files.values() for line in text.splitlines()] == ids
    assert index["bulk_files"] == [site.addresses.absolute(uri) for uri in files]
    assert index["bulk"] == index["bulk_files"][0] == site.addresses.absolute("api/v1/entries.ndjson")
    assert [entry["id"] for entry in index["entries"]] == ids


def test_a_new_entry_changes_one_file_of_documents(ours):
    ids = [f"cuda/made-{number:03}" for number in range(5 * BULK_SIZE)]
    before, after = (_bulk(_documents(ours.site, *some)) for some in (ids, [*ids, "cuda/made-250-new"]))

    assert len(before) > 3
    assert len(set(after.values()) - set(before.values())) in (1, 2)  # two where the file is cut by it


def test_without_entries_there_is_an_empty_file(ours):
    assert _bulk(_documents(ours.site)) == {"api/v1/entries.ndjson": "\n"}


def _fields(schema):
    """Yield each field of a JSON Schema and of what it is made of: its name, and what is said of it."""
    for name, model in ((schema["title"], schema), *schema.get("$defs", {}).items()):
        for field, about in model.get("properties", {}).items():
            yield f"{name}.{field}", about.get("description", "")


@pytest.mark.parametrize("model", [EntryOut, IndexOut, *TABLES.values()])
def test_every_field_is_described(model):
    fields = dict(_fields(model.model_json_schema(mode="serialization")))

    assert len(fields) > 2
    assert [name for name, text in fields.items() if not text.strip().endswith((".", ".)"))] == []


def _tables(ours):
    return {
        file.uri.removeprefix("api/v1/"): file.content
        for shard in ours.shards(Tables())
        for file in Tables().render(ours.site, shard, ours.parts(Tables()))
    }


def test_tables_hold_every_claim_and_run_with_the_verdicts_of_the_documents(ours):
    files = _tables(ours)
    documents = [entry_document(entry, ours.site.addresses) for entry in ours.entries]
    claims = {(entry.id, claim.id, claim.role): claim for entry in documents for claim in entry.claims}
    runs = {
        (*key, verdict.environment): verdict
        for key, claim in claims.items()
        for verdict in claim.verdicts
        if verdict.observation
    }
    read = {name: pq.read_table(io.BytesIO(files[f"{name}.parquet"])).to_pylist() for name in TABLES}

    assert {(row["entry"], row["claim"], row["role"]): row["verdict"] for row in read["claims"]} == {
        key: claim.verdict for key, claim in claims.items()
    }
    assert {(row["entry"], row["claim"], row["role"], row["environment"]) for row in read["runs"]} == set(runs)
    for row in read["runs"]:
        verdict = runs[row["entry"], row["claim"], row["role"], row["environment"]]
        seen = verdict.observation
        assert (row["verdict"], row["reason"]) == (verdict.verdict, verdict.reason)
        assert (row["date"].isoformat(), row["seconds"], row["exit_code"]) == (seen.date, seen.seconds, seen.exit_code)
    assert {row["environment"] for row in read["runs"]} <= {row["environment"] for row in read["environments"]}


def test_csv_and_parquet_say_the_same(ours):
    files = _tables(ours)
    for name in TABLES:
        (head, *lines) = csv.reader(io.StringIO(files[f"{name}.csv"].decode(), newline=""))
        rows = pq.read_table(io.BytesIO(files[f"{name}.parquet"])).to_pylist()
        said = [["" if value is None else str(value) for value in row.values()] for row in rows]
        assert head == list(rows[0])
        assert lines == [[{"True": "true", "False": "false"}.get(value, value) for value in row] for row in said]


def test_tables_are_the_same_bytes_in_another_process(ours):
    script = (
        "import hashlib, pathlib, sys; sys.path.insert(0, 'tests');"
        "from collected import collected; from generator.render.tables import Tables;"
        f"from generator.render.collection import files_of; ours = collected(pathlib.Path({str(CONTENT)!r}));"
        "files = b''.join(file.content for file in files_of(Tables(), ours.site, ours.entries));"
        "print(hashlib.sha256(files).hexdigest())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=CONTENT.parent, capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == hashlib.sha256(b"".join(_tables(ours).values())).hexdigest()


def test_a_table_of_many_entries_is_cut_and_the_index_names_its_files(ours):
    [some, *_others] = ours.parts(Tables()).parts.values()
    parts = PartsInMemory({f"cuda/made-{number:04}": some for number in range(3 * TABLE_SIZE)})
    shards = list(Tables().shards(ours.site, parts))
    files = [uri for shard in shards for uri in shard.files]

    assert max(len(shard.entries) for shard in shards) <= 2 * TABLE_SIZE
    assert sorted(files) == sorted(
        uri for forms in table_files(parts.ids).values() for uris in forms.values() for uri in uris
    )
    assert "api/v1/runs-2.parquet" in files


def test_a_table_without_rows_has_its_columns(ours):
    site = replace(ours.site, catalogue=replace(ours.site.catalogue, entries=(), environments={}))
    for shard in Tables().shards(site, NONE):
        as_csv, as_parquet = Tables().render(site, shard, NONE)
        names = pq.read_table(io.BytesIO(as_parquet.content)).column_names
        assert as_csv.content.decode() == ",".join(names) + "\n"
