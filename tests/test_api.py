"""The JSON API: the documents of entries line by line, and the index that names their files."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from collected import collected

from generator.render.api import BULK_SIZE, ApiBulk, ApiIndex
from generator.render.api_document import entry_document, entry_file
from generator.render.collection import PartsInMemory

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
