"""The page from which the package that users install is installed, and beside it the package: a wheel.

pip reads the page itself: `pip install --no-index --find-links <address> faultbook` takes the wheel that it links to.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from urllib.parse import quote, urlsplit

from generator.distribution.carried import Carried, carried
from generator.distribution.wheel import LICENCE, Wheel, wheel_of
from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render.collection import Collection, Listed, Parts, Shard, rough
from generator.render.entry import PageHead, Site, render_into_layout
from generator.render.labels import N_
from generator.render.lookup_records import lookup_document
from generator.render.templates import render
from generator.store import digest_of

TITLE = N_("Install faultbook")
DESCRIPTION = N_(
    "The package that looks GPU errors up in the terminal: offline, from one file, with this site’s index."
)
SECTIONS = (
    ("install", N_("Install")),
    ("commands", N_("What it does")),
    ("offline", N_("Without a network")),
)


class Downloads(Collection[Carried]):
    """The page and the wheel, unless that is left out. The part of an entry is what the wheel carries of it."""

    name = "downloads"

    def part(self, site: Site, entry: JudgedEntry) -> Carried:
        """Return what the wheel carries of an entry."""
        return carried(site.catalogue, entry)

    def shards(self, site: Site, parts: Parts[Carried]) -> Iterator[Shard]:
        """Yield the one shard. Its facts: the licence that is packed."""
        paths = {code: site.addresses.downloads(code) for code in site.locales}
        if not parts.ids:
            return
        if site.content:
            yield Shard("downloads", parts.ids, pages=(Listed(paths),), facts=(_licence(site),))
        else:
            yield Shard("page", pages=(Listed(paths),))

    def render(self, site: Site, shard: Shard, parts: Parts[Carried]) -> Iterator[SiteFile]:
        """Yield the wheel, and the page in every language."""
        values: dict[str, object] = {}
        if shard.entries:
            assert site.content
            wheel = wheel_of(lookup_document(site.catalogue, ()), lambda: parts.of(shard.entries), site.content)
            yield SiteFile(site.addresses.downloads(site.locales[0]) + wheel.name, wheel.pieces())
            values = _values(site, wheel)
        [listed] = shard.pages
        for locale, path in listed.paths.items():
            page = site.page(locale, path)
            title, description = (page.texts.gettext(text) for text in (TITLE, DESCRIPTION))
            head = PageHead(title, description, listed.paths, site.addresses.absolute(path))
            body = render("downloads.html", page, **{"wheel": None, **values})
            toc = [(anchor, page.texts.gettext(text)) for anchor, text in (SECTIONS if values else ())]
            yield render_into_layout(site, locale, path, head, body, toc)


def _values(site: Site, wheel: Wheel) -> dict[str, object]:
    folder = site.addresses.absolute(site.addresses.downloads(site.locales[0]))
    entry, code = _examples(site)
    return {
        "install": f"--no-index --find-links {folder}{trusted(folder)} faultbook",
        "wheel": wheel.name,
        "file": f"{site.addresses.downloads(site.locales[0])}{quote(wheel.name)}",
        "size": rough(wheel.size),
        "digest": wheel.digest,
        "day": wheel.day,
        "entry": entry,
        "code": code,
        "licence": site.catalogue.site.licence,
    }


def trusted(address: str) -> str:
    """Return the option without which pip takes nothing from a server that has no certificate."""
    parts = urlsplit(address)
    name = parts.hostname or ""
    try:
        is_here = ipaddress.ip_address(name).is_loopback
    except ValueError:
        is_here = name == "localhost"
    return f" --trusted-host {parts.netloc}" if parts.scheme == "http" and not is_here else ""


def _examples(site: Site) -> tuple[str, str]:
    """Return the name of an entry with programs, and of a status code: those that people ask about most."""
    catalogue = site.catalogue
    often = [catalogue.by_id[entry_id] for entry_id in catalogue.site.often if catalogue.find(entry_id)]
    found = (*often, *catalogue.entries)
    entry = next((ref.slug for ref in found if ref.has_programs), found[0].slug)
    return entry, next((code for ref in found for code in ref.codes), entry)


def _licence(site: Site) -> str:
    """Return a hash of the text of the content's licence."""
    assert site.content
    path = site.content / LICENCE
    return digest_of(path.read_bytes()) if path.is_file() else ""
