"""Parts of pages that are the same on every entry's page: scripts put them in, which a browser fetches once."""

from __future__ import annotations

import json
from collections.abc import Iterator

from generator.publish.output import SiteFile
from generator.render.entry import Site
from generator.render.frame.slim import without_gaps
from generator.render.templates import render

PUT_IN = 'document.querySelector("details.fb-mine").insertAdjacentHTML("beforeend", {html});\n'


def reader_scripts(site: Site) -> Iterator[SiteFile]:
    """Yield the script that fills "Which row is mine?", in every language. It stands before reader.js."""
    for locale in site.locales:
        path = site.addresses.rows_script(locale)
        html = without_gaps(render("reader_rows.html", site.page(locale, path)))
        yield SiteFile.text(path, PUT_IN.format(html=json.dumps(html, ensure_ascii=False)))
