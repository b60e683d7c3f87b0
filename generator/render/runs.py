"""The page of an entry's programs and of what they printed, wherever they ran: what its own page shows folded."""

from __future__ import annotations

from collections.abc import Iterator

from generator.content.model import Role
from generator.judge.catalogue import JudgedEntry
from generator.judge.verdicts import JudgedClaim
from generator.publish.output import SiteFile
from generator.render.claims import change_of, claim_values, per_claim, title_of, with_programs
from generator.render.entry import SECTIONS, PageHead, Site, clip, label_values, render_into_layout
from generator.render.fits import wording_fit
from generator.render.frame.slim import without_gaps
from generator.render.labels import N_
from generator.render.result_matrix import result_matrix_of
from generator.render.templates import render

TITLE = N_("Programs and outputs")
HEADINGS = {**dict(SECTIONS), "results": N_("Versions and results"), "workarounds": N_("Workarounds")}
PARTS: tuple[tuple[str, Role], ...] = (
    ("reproduction", "reproduce"),
    ("workarounds", "workaround"),
    ("dead-ends", "dead-end"),
    ("claims", "claim"),
)  # the section of the entry's page → the role of what stands in it
Section = tuple[str, str, list[JudgedClaim]]


def run_pages(site: Site, entry: JudgedEntry) -> Iterator[SiteFile]:
    """Yield the page in every language, for an entry that has programs."""
    sections = _sections(entry)
    matrix = result_matrix_of(entry)
    paths = {code: site.addresses.runs(entry.id, code) for code in site.locales}
    values = {
        "entry": entry,
        "sections": sections,
        "matrix": matrix,
        "title_of": title_of,
        "change_of": per_claim(lambda item: change_of(entry, item)),
        "wording_fit": wording_fit,
        **label_values(),
        **claim_values(),
    }
    for locale, path in paths.items() if sections else ():
        page, gettext = site.page(locale, path), site.texts(locale).gettext
        heading = gettext(TITLE)
        head = PageHead(
            title=clip(f"{heading} · {entry.loaded.entry.symptoms[0].text}", 90),
            description=f"{heading}{gettext(N_(': '))}{page.plain(entry.loaded.entry.title)}",
            paths=paths,
            canonical=site.addresses.absolute(path),
        )
        body = render("runs.html", page, **values)
        toc = [(anchor, gettext(title)) for anchor, title, _items in sections]
        if matrix:
            toc.insert(0, ("results", gettext(HEADINGS["results"])))
        toc.append(("wordings", gettext(HEADINGS["wordings"])))
        if entry.loaded.entry.sources:
            toc.append(("sources", gettext(HEADINGS["sources"])))
        yield render_into_layout(site, locale, path, head, without_gaps(body), toc)


def _sections(entry: JudgedEntry) -> list[Section]:
    items = sorted(with_programs(entry), key=lambda item: item.verdict.observation is None)  # what ran comes first
    found = ((anchor, HEADINGS[anchor], [item for item in items if item.role == role]) for anchor, role in PARTS)
    return [section for section in found if section[2]]
