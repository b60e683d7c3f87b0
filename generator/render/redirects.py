"""Redirects: what stands at an address that the site had once and that links may still lead to."""

from __future__ import annotations

from collections.abc import Iterator

from generator.publish.output import SiteFile
from generator.render.addresses import file_of, relative
from generator.render.entry import Site
from generator.render.labels import N_
from generator.render.manifests import ICON
from generator.render.templates import render

# Old path → where it leads, and what that page is called; both paths without the folder of a language.
MOVED = {
    "browse/map/": ("browse/", N_("All errors")),
    "find/": ("", N_("Find an error")),
    "found/": ("myths/", N_("Myths, tested")),
}


def redirect_pages(site: Site) -> Iterator[SiteFile]:
    """Yield a page for each old address, in every language. Neither the sitemap nor the navigation names them."""
    for old, (new, name) in MOVED.items():
        for code in site.locales:
            prefix = site.addresses.prefix(code)
            title = site.texts(code).gettext(name)
            yield redirect(site, code, prefix + old, prefix + new, title)


def redirect(site: Site, locale: str, path: str, target: str, title: str, anchor: str = "") -> SiteFile:
    """Return the page at an old path, which leads to the page, or the place on a page, that took its place."""
    place = f"#{anchor}" if anchor else ""
    # Without an icon a browser asks the host's root for one, which belongs to another site below a sub-path.
    values = {"link": relative(path, target) + place, "icon": relative(path, ICON), "title": title}
    values["address"] = site.addresses.absolute(target)
    return SiteFile.text(file_of(path), render("redirect.html", site.page(locale, path), **values))
