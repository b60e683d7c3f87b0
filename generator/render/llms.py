"""`llms.txt` and `llms-full.txt` of each language: the site for language models (llmstxt.org)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render.entry import Site, label_values
from generator.render.templates import Words, render

BETWEEN = "\n\n---\n\n"


def llms_files(site: Site, files: Mapping[str, SiteFile]) -> Iterator[SiteFile]:
    """Yield the overview of each language, and the Markdown of all entries in one file. `files`: the site's, by uri."""
    for locale in site.locales:
        path = site.addresses.llms(locale)
        words = site.words(locale, path)
        values = {"site": site.catalogue.site, "catalogue": site.catalogue, "name_of": _name, **label_values()}
        yield SiteFile.text(path, render("llms.md", words, full=False, **values))
        about = render("llms.md", words, full=True, **values)
        downloads = (files[site.addresses.markdown(entry.id, locale)] for entry in site.catalogue.entries)
        texts = (about, *(file.content.decode() for file in downloads))
        yield SiteFile.text(site.addresses.llms_full(locale), BETWEEN.join(text.strip() for text in texts))


def _name(words: Words, entry: JudgedEntry) -> str:
    """Return what a link to an entry says. Readers of the format end it at the first bracket."""
    return words.plain(entry.loaded.entry.title).replace("[", "(").replace("]", ")")
