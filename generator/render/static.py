"""Files that are made from the site's settings and interface texts alone."""

from __future__ import annotations

from collections.abc import Iterator

from generator.publish.output import SiteFile
from generator.render.citation import citation_file
from generator.render.collection import Collection, Parts, Shard
from generator.render.entry import Site
from generator.render.manifests import manifest_files
from generator.render.reader_parts import reader_scripts
from generator.render.redirects import redirect_pages
from generator.render.sitemap import robots_file


class Static(Collection[None]):
    """Scripts that fill parts of entries, web manifests, redirects of old addresses, robots.txt, CITATION.cff."""

    name = "static"

    def shards(self, site: Site, parts: Parts[None]) -> Iterator[Shard]:
        """Yield one shard."""
        del parts
        yield Shard("", files=tuple(file.uri for file in _files(site)))

    def render(self, site: Site, shard: Shard, parts: Parts[None]) -> Iterator[SiteFile]:
        """Yield the files."""
        del shard, parts
        return _files(site)


def _files(site: Site) -> Iterator[SiteFile]:
    yield from reader_scripts(site)
    yield from manifest_files(site)
    yield from redirect_pages(site)
    yield robots_file(site.addresses)
    yield citation_file(site.catalogue.site)
