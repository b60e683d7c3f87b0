"""The files of look-up: `lookup.json` for everyone, and the same cut into small scripts for the browser.

The browser's `index.js` holds what the matcher reads; titles and texts lie in `cards-<locale>-<n>.js`, CARDS to a file,
so that a look-up among ten thousand entries loads only the few that it shows. `fits/<entry>.js` has the version rows of
an entry, for a reader who told their versions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render.addresses import API
from generator.render.collection import Collection, Parts, Shard, cut
from generator.render.entry import Site
from generator.render.fits import version_fits
from generator.render.lookup_cards import code_card, entry_card
from generator.render.lookup_records import (
    CARDS,
    browser_index,
    index_record,
    lookup_document,
    lookup_record,
    lookup_text,
)
from generator.render.record_files import indented, with_entries
from generator.render.scripts import call, safe

LOOKUP_FILE = f"{API}/lookup.json"
FOLDER = "lookup"
INDEX_FILE = f"{FOLDER}/index.js"


class Lookup(Collection[bytes]):
    """`lookup.json`, and the cards that the browser shows. The part of an entry is its record in `lookup.json`."""

    name = "lookup"

    def part(self, site: Site, entry: JudgedEntry) -> bytes:
        """Return the record of an entry as it stands in the file."""
        return indented(lookup_record(site.catalogue, entry), 1)

    def shards(self, site: Site, parts: Parts[bytes]) -> Iterator[Shard]:
        """Yield `lookup.json` and each file of cards, those of the codes behind those of the entries."""
        yield Shard("file", parts.ids, files=(LOOKUP_FILE,))
        chunks = cut(parts.ids, CARDS["entries"]) if parts.ids else []
        for number, ids in enumerate(chunks):
            yield Shard(f"cards {number}", tuple(ids), files=_card_files(site, number))
        codes = sum(len(library.codes) for library in site.catalogue.libraries)
        for number in range(-(-codes // CARDS["codes"])):
            yield Shard(f"codes {number} {len(chunks)}", files=_card_files(site, len(chunks) + number))

    def render(self, site: Site, shard: Shard, parts: Parts[bytes]) -> Iterator[SiteFile]:
        """Yield `lookup.json`, or a file of cards in every language."""
        kind, *numbers = shard.name.split(" ")
        if kind == "file":
            empty = lookup_text(lookup_document(site.catalogue, ()))
            records = (record for _id, record in parts.all())
            yield SiteFile(LOOKUP_FILE, with_entries(empty, records))
        elif kind == "cards":
            given = [json.loads(record) for _id, record in parts.of(shard.entries)]
            for locale, file in zip(site.locales, shard.files, strict=True):
                cards = {record["id"]: entry_card(record, locale) for record in given}
                yield SiteFile.text(file, call("faultbookCards", int(numbers[0]), cards))
        else:
            yield from _code_cards(site, shard, *map(int, numbers))


class LookupIndex(Collection[bytes]):
    """What the browser's matcher and the page need before anything is found."""

    name = "lookup-index"

    def part(self, site: Site, entry: JudgedEntry) -> bytes:
        """Return the record of an entry as it stands in the file."""
        record = index_record(lookup_record(site.catalogue, entry))
        return safe(json.dumps(record, ensure_ascii=False, separators=(",", ":"))).encode()

    def shards(self, site: Site, parts: Parts[bytes]) -> Iterator[Shard]:
        """Yield the one file."""
        del site
        yield Shard("index", parts.ids, files=(INDEX_FILE,))

    def render(self, site: Site, shard: Shard, parts: Parts[bytes]) -> Iterator[SiteFile]:
        """Yield the one file."""
        del shard
        empty = call("faultbookLookup", browser_index(lookup_document(site.catalogue, ())))
        records = (record for _id, record in parts.all())
        yield SiteFile(INDEX_FILE, with_entries(empty, records))


def fits_file(site: Site, entry: JudgedEntry) -> SiteFile:
    """Return the script with the version rows of an entry."""
    rows = version_fits(entry, site.environment_names)
    return SiteFile.text(f"{FOLDER}/fits/{entry.id}.js", call("faultbookFits", entry.id, rows))


def _card_files(site: Site, number: int) -> tuple[str, ...]:
    return tuple(f"{FOLDER}/cards-{locale}-{number}.js" for locale in site.locales)


def _code_cards(site: Site, shard: Shard, place: int, before: int) -> Iterator[SiteFile]:
    """Yield a file of codes' cards in every language: its place among those of codes, and how many stand before."""
    codes = [(library, code) for library in site.catalogue.libraries for code in library.codes]
    given = cut(codes, CARDS["codes"])[place]
    for locale, file in zip(site.locales, shard.files, strict=True):
        cards = {code.name: code_card(library, code, locale) for library, code in given}
        yield SiteFile.text(file, call("faultbookCards", before + place, cards))
