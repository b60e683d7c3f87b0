"""The web manifest of each language: what a browser needs to put the site on a start screen."""

from __future__ import annotations

import json
from collections.abc import Iterator

from generator.publish.output import SiteFile
from generator.render.addresses import relative
from generator.render.entry import Site

ICON = "assets/favicon.svg"
# Material's blue grey, the palette's primary colour, and the background of its light scheme.
THEME_COLOUR, BACKGROUND = "#546d78", "#ffffff"


def manifest_files(site: Site) -> Iterator[SiteFile]:
    """Yield the manifest of each language. Its addresses are relative: it is right below any sub-path."""
    for locale in site.locales:
        path, home = site.addresses.manifest(locale), site.addresses.prefix(locale)
        manifest = {
            "name": site.catalogue.site.name[locale],
            "description": site.page(locale, path).plain(site.catalogue.site.description),
            "lang": locale,
            "start_url": relative(path, home),
            "scope": relative(path, ""),
            "display": "minimal-ui",
            "theme_color": THEME_COLOUR,
            "background_color": BACKGROUND,
            "icons": [{"src": relative(path, ICON), "type": "image/svg+xml", "sizes": "any", "purpose": "any"}],
        }
        yield SiteFile.text(path, json.dumps(manifest, ensure_ascii=False, indent=1))
