"""The page for people who raise errors in their own code: from a message or a code to the link, and how to write it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.publish.output import SiteFile
from generator.render.collection import Collection, Listed, Parts, Shard
from generator.render.entry import PageHead, Site, render_into_layout
from generator.render.labels import N_
from generator.render.not_found import name_lists
from generator.render.templates import render

TITLE = N_("Link to an entry")
DESCRIPTION = N_(
    "Type your message or code, and get the permanent link to its page with lines for Python, C++ and Rust."
)
SECTIONS = (
    ("form", N_("How a link is formed")),
    ("snippets", N_("In your code")),
    ("manners", N_("Good manners")),
    ("feeds", N_("Feeds")),
)
# Kind of block, title and code for each language of programs; LINK stands for the link.
SNIPPETS = (
    ("python", "Python", 'error = RuntimeError("what happened")\nerror.add_note("LINK")\nraise error'),
    ("cuda", "C++", 'throw std::runtime_error(std::string("what happened") +\n    "\\nLINK");'),
    ("text", "Rust", 'return Err(format!("{what}\\n{}",\n    "LINK").into());'),
)


class Linking(Collection[None]):
    """The page."""

    name = "linking"

    def shards(self, site: Site, parts: Parts[None]) -> Iterator[Shard]:
        """Yield the one shard. Its facts: the lists of names."""
        del parts
        paths = {code: site.addresses.linking(code) for code in site.locales}
        yield Shard("linking", pages=(Listed(paths),), facts=name_lists(site))

    def render(self, site: Site, shard: Shard, parts: Parts[None]) -> Iterator[SiteFile]:
        """Yield the page in every language."""
        del parts
        [listed] = shard.pages
        for locale, path in listed.paths.items():
            page = site.page(locale, path)
            title, description = (page.texts.gettext(text) for text in (TITLE, DESCRIPTION))
            head = PageHead(title, description, listed.paths, site.addresses.absolute(path))
            base = site.addresses.absolute(site.addresses.permalinks(site.locales[0]))
            values = {"base": base, "snippets": SNIPPETS, "lists": shard.facts}
            toc = [(anchor, page.texts.gettext(text)) for anchor, text in SECTIONS]
            yield render_into_layout(site, locale, path, head, render("linking.html", page, **values), toc)
