"""Content that was loaded and judged, and the site that its pages are rendered for: for tests of what renders them."""

from dataclasses import dataclass, replace
from pathlib import Path

from generator.content.loader import Content, load_content
from generator.judge.catalogue import JudgedEntry, catalogue_of, judge_content, ref_of
from generator.render.addresses import Addresses, file_of
from generator.render.collection import PartsInMemory, gather
from generator.render.entry import Site
from generator.render.frame.layout import Layout

LAYOUT = (
    '<html lang="{locale}"><head><title>@@title@@</title><meta name="description" content="@@description@@">'
    '<link rel="canonical" href="@@canonical@@">@@alternates@@</head><body data-base="@@base@@"><ul>@@languages@@</ul>'
    '<nav>@@toc@@</nav><article class="md-content md-typeset">@@body@@</article></body></html>'
)


@dataclass(frozen=True)
class Judged:
    """A content folder with its verdicts."""

    content: Content
    entries: tuple[JudgedEntry, ...]
    site: Site

    def grown(self, count, **changes):
        """Return the site with copies of its first entry, `demo/first-entry-0` and so on, and which each is a copy of.

        `changes`: for fields of the references, a value, or a function that makes it from the copy's number.
        """
        (first, *_others) = self.site.catalogue.entries
        refs = []
        for number in range(count):
            own = {key: value(number) if callable(value) else value for key, value in changes.items()}
            aliases = tuple(f"{alias}{number}" for alias in first.aliases)
            refs.append(replace(first, **{"id": f"{first.id}-{number}", "aliases": aliases, **own}))
        known = self.site.catalogue
        catalogue = catalogue_of(self.content, self.content.site, (*known.entries, *refs), known.environments)
        return replace(self.site, catalogue=catalogue)

    def parts(self, collection, site):
        """Return the parts of a site's entries; those of copies are those of the first entry."""
        made = gather(collection, self.site, self.entries)
        (first, *_others) = made.ids or (None,)
        of = {ref.id: ref.id if ref.id in made.parts else first for ref in site.catalogue.entries if first}
        return PartsInMemory(
            {entry_id: made.parts[own] for entry_id, own in of.items()},
            {entry_id: made.labelled[own] for entry_id, own in of.items()},
        )

    def rendered(self, collection, site):
        """Return the text of every file of a collection, by path."""
        parts = self.parts(collection, site)
        files = (file for shard in collection.shards(site, parts) for file in collection.render(site, shard, parts))
        return {file.uri.removesuffix("index.html"): file.content.decode() for file in files}


def judged(root: Path, address: str | None = None, **settings) -> Judged:
    """Load a content folder and judge it by its committed evidence. `settings`: further fields of the site."""
    content = load_content(root, address=address)
    assert content.site is not None, content.problems
    entries = judge_content(content, content.committed)
    layouts = {code: Layout.parse(code, LAYOUT.replace("{locale}", code)) for code in content.site.locale_codes}
    catalogue = catalogue_of(content, content.site, map(ref_of, entries), content.committed.environments)
    return Judged(content, entries, Site(catalogue, Addresses(content.site), layouts, **settings))


def write_site(folder: Path, files) -> Path:
    """Write rendered files, by path, to a folder."""
    for path, text in files.items():
        target = folder / file_of(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return folder
