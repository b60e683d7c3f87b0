"""Files that are made from the site's settings and interface texts alone."""

from __future__ import annotations

from collections.abc import Iterator

from generator.publish.output import SiteFile
from generator.render.collection import Collection, Parts, Shard
from generator.render.entry import Site
from generator.render.manifests import manifest_files
from generator.render.reader_parts import reader_scripts
from generator.render.sitemap import robots_file


class Static(Collection[None]):
    """The scripts that fill parts of entries' pages, the web manifests, and robots.txt."""

    name = "static"

    def shards(self, site: Site, parts: Parts[None]) -> Iterator[Shard]:
        """Yield one shard."""
        del parts
        named = (site.addresses.rows_script, site.addresses.manifest)
        yield Shard("", files=(*(path(code) for path in named for code in site.locales), "robots.txt"))

    def render(self, site: Site, shard: Shard, parts: Parts[None]) -> Iterator[SiteFile]:
        """Yield the files."""
        del shard, parts
        yield from reader_scripts(site)
        yield from manifest_files(site)
        yield robots_file(site.addresses)
