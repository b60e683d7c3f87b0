"""The look-up page, and the box that it shares with the home page: what is pasted is matched in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, zip_longest
from urllib.parse import urlsplit

from markupsafe import Markup

from faultbook.signatures import Compact, Signature
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.publish.output import SiteFile
from generator.render.entry import PageHead, Site, label_values, stamp
from generator.render.issues import new_issue
from generator.render.labels import N_
from generator.render.templates import render

TITLE = N_("Find an error")
DESCRIPTION = N_(
    "Paste a GPU error message, a traceback or a whole log and see which entry it belongs to. "
    "It is looked up in the browser: nothing is sent."
)
EXAMPLES = 5
SHORT = 90  # characters of an example that takes no more than two lines on a phone
LONG_LIST = 24  # wordings, from which on the list below the box is folded
# A link on the page must not tell another site what was looked up with ?q=.
NO_REFERRER = '<meta name="referrer" content="no-referrer">'


def find_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the look-up page in every language: the box, and below it every wording as a plain list."""
    paths = {code: site.addresses.find(code) for code in site.locales}
    wordings = sum(len(entry.loaded.entry.symptoms) for entry in site.catalogue.entries)
    for locale, path in paths.items():
        gettext = site.texts(locale).gettext
        values = {
            "site": site.catalogue.site,
            "box": Markup(find_box(site, locale, path)),  # noqa: S704 - rendered by a template, which escapes
            "wordings": wordings,
            "is_long": wordings > LONG_LIST,
        }
        address = site.addresses.absolute(path)
        head = PageHead(gettext(TITLE), gettext(DESCRIPTION), paths, address, more_meta=NO_REFERRER, wide=True)
        yield stamp(site, locale, path, head, render("find.html", site.words(locale, path), **values))


def find_box(site: Site, locale: str, path: str) -> str:
    """Render the box for a page."""
    repository = site.catalogue.site.repository
    return render(
        "find_box.html",
        site.words(locale, path),
        examples=examples(site.catalogue),
        new_issue=new_issue(repository) if repository else "",
        issue_host=urlsplit(repository).hostname if repository else "",
        **label_values(),
    )


def examples(catalogue: Catalogue) -> list[str]:
    """Return messages to try, one of an entry, of each domain in turn; short ones where there are enough."""
    by_domain = [[_example(entry) for entry in catalogue.of_domain(domain)] for domain in catalogue.site.domains]
    by_length = [sorted(texts, key=lambda text: len(text) > SHORT) for texts in by_domain]
    in_turn = [text for text in chain.from_iterable(zip_longest(*by_length)) if text]
    return sorted(in_turn, key=lambda text: len(text) > SHORT)[:EXAMPLES]


def _example(entry: JudgedEntry) -> str:
    """Return what a run of the entry printed, or else a wording that is its own, if possible one without a gap."""
    symptoms = entry.loaded.entry.symptoms
    own = [Signature(symptom.signature) for symptom in symptoms if not symptom.shared]
    for item in entry.of_role("reproduce"):
        seen = item.verdict.observation
        line = seen.exception.first_line if seen and seen.exception else ""
        if item.verdict.word == "confirmed" and any(signature.spans(Compact(line)) for signature in own):
            return line
    wordings = [symptom.text for symptom in symptoms if not symptom.shared] or [symptoms[0].text]
    return next((text for text in wordings if "<" not in text), wordings[0])
