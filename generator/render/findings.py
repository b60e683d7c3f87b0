"""What we found: the popular statements that runs refuted, the popular fixes that failed, and what proved true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.content.model import Role
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.judge.verdicts import JudgedClaim, Word
from generator.publish.output import SiteFile
from generator.render.entry import PageHead, Site, label_values, stamp
from generator.render.labels import N_
from generator.render.templates import render

TITLE = N_("What we found")
DESCRIPTION = N_(
    "Popular statements and fixes for GPU errors that were put to a run and did not hold, each with the program, "
    "its output and what is so instead."
)


@dataclass(frozen=True, slots=True)
class Found:
    """A claim of an entry that has a verdict."""

    entry: JudgedEntry
    item: JudgedClaim


def found_in(catalogue: Catalogue, role: Role, word: Word) -> tuple[Found, ...]:
    """Return every claim in a role with a verdict, what runs showed before what sources say."""
    found = [
        Found(entry, item)
        for entry in catalogue.entries
        for item in entry.judged
        if item.role == role and item.verdict.word == word
    ]
    return tuple(sorted(found, key=lambda one: not one.item.verdict.ran))


def found_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the page of what was found, in every language."""
    catalogue = site.catalogue
    refuted, upheld = (found_in(catalogue, "claim", word) for word in ("refuted", "upheld"))
    values = {
        "refuted": refuted,
        "failed": found_in(catalogue, "dead-end", "confirmed"),
        "upheld": upheld,
        "ran": [sum(one.item.verdict.ran for one in found) for found in (refuted, upheld)],
        "judged": sum(not one.item.verdict.ran for one in (*refuted, *upheld)),
        **label_values(),
    }
    paths = {code: site.addresses.found(code) for code in site.locales}
    for locale, path in paths.items():
        gettext = site.texts(locale).gettext
        head = PageHead(gettext(TITLE), gettext(DESCRIPTION), paths, site.addresses.absolute(path))
        yield stamp(site, locale, path, head, render("found.html", site.words(locale, path), **values))
