"""All files for programs, each with what it is: for the page of all data, and for the OpenAPI description."""

from __future__ import annotations

from dataclasses import dataclass

from generator.render.addresses import API
from generator.render.api import API_INDEX, OPENAPI, SCHEMA, bulk_files
from generator.render.citation import CITATION
from generator.render.entry import Site
from generator.render.labels import N_
from generator.render.lookup import LOOKUP_FILE
from generator.render.tables import TABLES, table_files

JSON, NDJSON, CSV, PARQUET = "application/json", "application/x-ndjson", "text/csv", "application/vnd.apache.parquet"
ATOM, TEXT, MARKDOWN, YAML = "application/atom+xml", "text/plain", "text/markdown", "application/yaml"
ENTRY_PATH = f"{API}/entries/{{domain}}/{{slug}}.json"


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file, or a kind of files where its path has names in braces."""

    path: str
    media: str
    what: str
    """What it holds, in English, marked for translation."""
    counts: str = ""
    """Which of the counts says how many things are in it."""
    model: str = ""
    """What each thing in it is, by the name of a model."""
    number: int = 1
    """Which piece it is of a file that is cut."""

    @property
    def is_kind(self) -> bool:
        """Tell whether there are many of it."""
        return "{" in self.path


def api_files(site: Site) -> tuple[DataFile, ...]:
    """Return the files below `api/`."""
    what = {
        "claims": N_("Every claim of every entry: its verdict, and what backs it."),
        "runs": N_(
            "Every claim with every run of its program, a row each: where, when, how it ended, and what that means."
        ),
        "environments": N_("Every environment in which programs ran: packages, driver, GPUs."),
    }
    whole = N_("Every entry in full, in all languages, with programs, runs and verdicts, one a line.")
    ids = tuple(entry.id for entry in site.catalogue.entries)
    media = {"csv": CSV, "parquet": PARQUET}
    tables = (
        DataFile(path, media[form], what[name], name, TABLES[name].__name__, number)
        for name, forms in table_files(ids).items()
        for form, paths in forms.items()
        for number, path in enumerate(paths, 1)
    )
    return (
        DataFile(
            API_INDEX, JSON, N_("Of each entry what one needs to choose it; where all else is."), "entries", "IndexOut"
        ),
        *(
            DataFile(path, NDJSON, whole, "entries", "EntryOut", number)
            for number, path in enumerate(bulk_files(site), 1)
        ),
        DataFile(ENTRY_PATH, JSON, N_("One entry in full, as a document of its own."), "entries", "EntryOut"),
        *tables,
        DataFile(
            LOOKUP_FILE,
            JSON,
            N_("What finds an entry or a status code in a text: literal wordings and their signs."),
            "wordings",
        ),
        DataFile(SCHEMA, JSON, N_("The JSON Schema of an entry’s document.")),
        DataFile(OPENAPI, JSON, N_("All these files as an OpenAPI 3.1 description.")),
    )


def other_files(site: Site, locale: str) -> tuple[DataFile, ...]:
    """Return what else programs read, in one language."""
    addresses = site.addresses
    return (
        DataFile(addresses.feed(locale), ATOM, N_("New and changed entries, as an Atom feed.")),
        DataFile(
            addresses.llms(locale),
            TEXT,
            N_("The site for language models: how to read it, and every entry with a link to its Markdown."),
        ),
        DataFile(addresses.llms_full(locale), TEXT, N_("The Markdown of all entries.")),
        DataFile(
            addresses.prefix(locale) + "{domain}/{slug}/index.md", MARKDOWN, N_("One entry as Markdown."), "entries"
        ),
        DataFile(
            "sitemap.xml", "application/xml", N_("Every page with its languages and the day on which it changed.")
        ),
        DataFile(CITATION, YAML, N_("How to cite the data, for GitHub, Zotero and others (Citation File Format).")),
    )
