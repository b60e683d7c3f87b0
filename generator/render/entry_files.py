"""Every file that is an entry's own: its pages, its Markdown, its JSON, its programs."""

from __future__ import annotations

from collections.abc import Iterator

from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render.answers import answer_files
from generator.render.api_document import entry_file
from generator.render.badge import badge_files
from generator.render.collection import Listed
from generator.render.entry import Site, entry_pages
from generator.render.lookup import fits_file
from generator.render.myth_pages import myth_pages
from generator.render.runs import run_pages


def entry_files(site: Site, entry: JudgedEntry) -> Iterator[SiteFile]:
    """Yield the files of an entry. Of other entries, the site has references to those that it names."""
    yield from entry_pages(site, entry)
    yield from run_pages(site, entry)
    yield from myth_pages(site, entry)
    yield entry_file(entry, site.addresses)
    yield fits_file(site, entry)
    yield from badge_files(site, entry)
    yield from answer_files(site, entry)


def entry_paths(site: Site) -> Iterator[Listed]:
    """Yield the pages of every entry, for the sitemap."""
    for entry in site.catalogue.entries:
        yield Listed({code: site.addresses.entry(entry.id, code) for code in site.locales}, entry.modified)
        if entry.has_programs:
            yield Listed({code: site.addresses.runs(entry.id, code) for code in site.locales}, entry.modified)
        for claim in entry.myths:
            paths = {code: site.addresses.myth(entry.slug, claim, code) for code in site.locales}
            yield Listed(paths, entry.modified)
