"""The page of everything that programs can fetch: files with counts and sizes, examples, fields, versions, licence."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import chain

from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render.addresses import API
from generator.render.api import BULK, bulk_files
from generator.render.api_form import SCHEMA_CHANGES, EntryOut, IndexOut
from generator.render.citation import CITATION
from generator.render.collection import Collection, Listed, Parts, Shard
from generator.render.data_fields import Model, models_of
from generator.render.data_files import api_files, other_files
from generator.render.entry import PageHead, Site, render_into_layout
from generator.render.labels import N_
from generator.render.tables import TABLES
from generator.render.templates import render

TITLE = N_("Data")
DESCRIPTION = N_(
    "Everything that programs can fetch: claims, runs and entries as JSON, CSV and Parquet, with every field described."
)
COUNTED = ("claims", "runs", "wordings")
SECTIONS = (
    ("examples", N_("Examples")),
    ("files", N_("Files")),
    ("fields", N_("Fields")),
    ("versions", N_("Versions of the format")),
    ("licence", N_("Licence and citation")),
)


class Data(Collection[Counter[str]]):
    """The page. The part of an entry says how much of it there is."""

    name = "data"

    def part(self, site: Site, entry: JudgedEntry) -> Counter[str]:
        """Return how many claims, runs and wordings an entry has."""
        del site
        runs = sum(verdict.observation is not None for item in entry.judged for verdict in item.verdicts)
        return Counter(claims=len(entry.judged), runs=runs, wordings=len(entry.loaded.entry.symptoms))

    def labels(self, part: Counter[str]) -> tuple[str, ...]:
        """Return the counts."""
        return tuple(f"{name} {count}" for name, count in part.items())

    def shards(self, site: Site, parts: Parts[Counter[str]]) -> Iterator[Shard]:
        """Yield the one shard. Its facts: the counts, and in the end the sizes of the files that it lists."""
        counts = Counter(dict.fromkeys(COUNTED, 0))
        counts.update(entries=len(parts.ids), environments=len(site.catalogue.environments))
        for label in chain.from_iterable(map(parts.labels, parts.ids)):
            name, _space, count = label.partition(" ")
            counts[name] += int(count)
        paths = {code: site.addresses.data(code) for code in site.locales}
        yield Shard("data", pages=(Listed(paths),), facts=(json.dumps(counts),), measures=_measured(site))

    def render(self, site: Site, shard: Shard, parts: Parts[Counter[str]]) -> Iterator[SiteFile]:
        """Yield the page in every language."""
        del parts
        counts, *sizes = map(json.loads, shard.facts)
        values = {
            "counts": counts,
            "sizes": dict(zip(shard.measures, *sizes, strict=True)) if sizes else {},
            "files": api_files(site),
            "models": models_of_documents(),
            "rows": models_of_tables(),
            "changes": SCHEMA_CHANGES,
            "licence": site.catalogue.site.licence,
            "api": site.addresses.absolute(API),
            "bulk": site.addresses.absolute(BULK),
            "bulk_path": BULK,
            "number_of_files": len(bulk_files(site)),
            "citation": CITATION,
        }
        [listed] = shard.pages
        for locale, path in listed.paths.items():
            page = site.page(locale, path)
            title, description = (page.texts.gettext(text) for text in (TITLE, DESCRIPTION))
            head = PageHead(title, description, listed.paths, site.addresses.absolute(path))
            body = render("data.html", page, others=other_files(site, locale), **values)
            toc = [(anchor, page.texts.gettext(text)) for anchor, text in SECTIONS]
            yield render_into_layout(site, locale, path, head, body, toc)


def _measured(site: Site) -> tuple[str, ...]:
    """Return the files whose sizes the page shows, in any language."""
    found = chain(api_files(site), *(other_files(site, locale) for locale in site.locales))
    return tuple(dict.fromkeys(file.path for file in found if not file.is_kind and file.path != "sitemap.xml"))


def models_of_tables() -> tuple[Model, ...]:
    """Return what a row of each table is."""
    return tuple(models_of(row)[0] for row in TABLES.values())


def models_of_documents() -> tuple[Model, ...]:
    """Return the models of an entry's document, and then those that the index has besides."""
    found = {model.name: model for top in (EntryOut, IndexOut) for model in models_of(top)}
    return tuple(found.values())
