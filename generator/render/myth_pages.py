"""The page of each myth: what people say or try, what is so instead, and the shortest proof of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.content.model import Statement
from generator.evidence.records import Observation
from generator.judge.catalogue import JudgedEntry
from generator.judge.verdicts import JudgedClaim
from generator.publish.output import SiteFile
from generator.render.claims import claim_values, title_of
from generator.render.entry import DESCRIPTION_LENGTH, PageHead, Site, clip, label_values, render_into_layout
from generator.render.findings import SECTIONS, Finding, finding_of, written
from generator.render.frame.slim import without_gaps
from generator.render.labels import GRADES, N_
from generator.render.prose import first_sentences, plain, printable
from generator.render.redirects import redirect
from generator.render.templates import PageContext, render

PUT_TO_THE_TEST = {decided[0]: section for section, decided in SECTIONS.items() if section != "upheld"}
TRACEBACK = "Traceback (most recent call last):"
MARKS = re.compile(r"^ {4}[ ~^]*\^[~^]*$")  # below a line of a traceback: where a line is broken they point at nothing
LINES = 12  # of an output
MOST = 700  # characters of a reply
LONG_STATEMENT = 240
RUNS = N_("%(versions)s; %(runs)s runs")
ONE_RUN = N_("%(versions)s; 1 run")
PROOF = N_("Program and output: %(link)s")
SOURCE = N_("Source and details: %(link)s")


@dataclass(frozen=True, slots=True)
class Printed:
    """The lines of an output that matter."""

    text: str
    left_out: int
    """How many lines were printed besides."""


def myth_pages(site: Site, entry: JudgedEntry) -> Iterator[SiteFile]:
    """Yield the page of each of an entry's myths in every language.

    At the address of a statement or fix that is no myth, or is one no more, or none yet, a redirect leads to its place
    in the entry: what somebody linked to may have proved true since, or wait for a further run.
    """
    slug = entry.loaded.slug
    for item in entry.judged:
        section = PUT_TO_THE_TEST.get(item.role)
        if section is None:
            continue
        paths = {code: site.addresses.myth(slug, item.claim.id, code) for code in site.locales}
        finding = finding_of(entry, item, section) if item.is_myth else None
        if finding:
            yield from _pages(site, entry, item, finding, paths)
        else:
            for code, path in paths.items():
                title, target = plain(title_of(entry, item)[code]), site.addresses.entry(entry.id, code)
                yield redirect(site, code, path, target, title, item.anchor)


def _pages(
    site: Site, entry: JudgedEntry, item: JudgedClaim, finding: Finding, paths: Mapping[str, str]
) -> Iterator[SiteFile]:
    observation = item.verdict.observation if item.verdict.ran else None
    values = {
        "entry": entry,
        "item": item,
        "finding": finding,
        "printed": printed(observation) if observation else None,
        "written": written,
        "is_statement": isinstance(item.claim, Statement),
        **label_values(),
        **claim_values(),
    }
    for locale, path in paths.items():
        page = site.page(locale, path)
        label, statement = page.texts.gettext(finding.label.text), page.plain(finding.title)
        head = PageHead(
            title=clip(f"{statement} · {label}", 90),
            description=clip(f"{label}: {page.plain(finding.truth)}", DESCRIPTION_LENGTH),
            paths=paths,
            canonical=site.addresses.absolute(path),
            kind="article",
            image=site.addresses.share_image(path),
        )
        address = site.addresses.absolute(path)
        own = {"address": address, "reply": reply(page, finding, address), "picture": head.image if site.images else ""}
        body = render("myth.html", page, **values, **own)
        yield render_into_layout(site, locale, path, head, without_gaps(body))


def printed(observation: Observation) -> Printed:
    """Return the last lines of what a program printed; of an uncaught exception, its last traceback without marks."""
    out, error = _lines(printable(observation.stdout)), printable(observation.stderr)
    whole, raised = [*out, *_lines(error)], _lines(error)
    if observation.exception and TRACEBACK in error:
        raised = [line for line in _lines(TRACEBACK + error.rpartition(TRACEBACK)[2]) if not MARKS.match(line)]
    said = [*out[-LINES:], *_shortened(raised, observation)]
    return Printed("\n".join(said), len(whole) - len(said))


def _shortened(lines: list[str], observation: Observation) -> list[str]:
    """Return the end of what stands on stderr; of a death by a signal, its begin: a dump of the stack follows."""
    return lines[:LINES] if observation.signal else lines[-LINES:]


def _lines(text: str) -> list[str]:
    return text.rstrip().split("\n") if text.strip() else []


def reply(page: PageContext, finding: Finding, address: str) -> str:
    """Return a myth as Markdown for an issue or a forum, of at most `MOST` characters: what is so, and the link."""
    gettext = page.texts.gettext
    statement = page.source(finding.title)
    if len(statement) > LONG_STATEMENT:
        statement = clip(page.plain(finding.title), LONG_STATEMENT)
    quoted = f"> {' '.join(statement.split())}"
    backing = gettext(GRADES[finding.grade].text)
    if finding.versions:
        values = {"versions": written(finding.versions), "runs": finding.runs}
        backing += gettext(N_(": ")) + gettext(ONE_RUN if finding.runs == 1 else RUNS) % values
    ran = gettext(N_(" (%(what)s)")) % {"what": backing}
    verdict = f"**{gettext(finding.label.text)}**{ran}"
    link = gettext(PROOF if finding.environment else SOURCE) % {"link": address}
    room = MOST - len("\n\n".join((quoted, verdict + gettext(N_(": ")), link)))
    truth = first_sentences(page.source(finding.truth), room)
    if len(truth) > room:
        truth = clip(page.plain(finding.truth), room)
    return f"{quoted}\n\n{verdict}{gettext(N_(': '))}{truth}\n\n{link}"
