"""The look-up page, and the box that it shares with the home page: what is pasted is matched in the browser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby, islice, zip_longest
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from markupsafe import Markup

from faultbook.signatures import Compact, Signature
from generator.content.model import Text
from generator.judge.catalogue import Catalogue, EntryRef, JudgedEntry
from generator.publish.output import SiteFile
from generator.render.collection import PAGE_SIZE, Collection, Listed, Parts, Shard, numbered, pager
from generator.render.entry import PageHead, Site, label_values, render_into_layout
from generator.render.issues import new_issue
from generator.render.labels import N_
from generator.render.templates import render

TITLE = N_("Find an error")
DESCRIPTION = N_(
    "Paste a GPU error message, a traceback or a whole log and see which entry it belongs to. "
    "It is looked up in the browser: nothing is sent."
)
ALL_WORDINGS = N_("All wordings")
OF_WORDINGS = N_("Every wording that an entry is known by, and the entry behind it.")
EXAMPLES = 5
SHORT = 90  # characters of an example that takes no more than two lines on a phone
IS_SHORT, IS_LONG = "short", "long"
LONG_LIST = 24  # wordings, from which on the list below the box is folded
# A link on the page must not tell another site what was looked up with ?q=.
NO_REFERRER = '<meta name="referrer" content="no-referrer">'


class Wordings(NamedTuple):
    """The wordings of an entry, and the message that the box offers to try."""

    texts: tuple[str, ...]
    example: str


class Find(Collection[Wordings]):
    """The look-up page: the box, and below it every wording as a plain list, cut into pages where that is long."""

    name = "find"

    def part(self, site: Site, entry: JudgedEntry) -> Wordings:
        """Return the wordings of an entry."""
        del site
        return Wordings(tuple(symptom.text for symptom in entry.loaded.entry.symptoms), _example(entry))

    def labels(self, part: Wordings) -> tuple[str, ...]:
        """Return the number of wordings, and whether the example is a short one."""
        return (str(len(part.texts)), IS_SHORT if len(part.example) <= SHORT else IS_LONG)

    def shards(self, site: Site, parts: Parts[Wordings]) -> Iterator[Shard]:
        """Yield one shard for each page. Facts of the first page: the number of all wordings, and the examples."""
        counts = {entry_id: int(parts.labels(entry_id)[0]) for entry_id in parts.ids}
        pieces = list(_pieces(site.catalogue, counts))
        paths = {code: site.addresses.find(code) for code in site.locales}
        entries = site.catalogue.by_id
        newest = max((entry.modified for entry in entries.values()), default=None)
        facts = (str(sum(counts.values())), *examples_of(site.catalogue, parts))
        for number, ids in enumerate(pieces, 1):
            is_first = number == 1
            modified = newest if is_first else max(entries[entry_id].modified for entry_id in ids)
            listed = Listed(numbered(paths, number), modified)
            yield Shard(str(number), ids, (listed,), facts=facts if is_first else (), number=number, total=len(pieces))

    def render(self, site: Site, shard: Shard, parts: Parts[Wordings]) -> Iterator[SiteFile]:
        """Yield one page in every language; the box stands on the first."""
        wordings = {entry_id: part.texts for entry_id, part in parts.of(shard.entries)}
        values = {"domains": _by_domain(site.catalogue, shard.entries), "wordings": wordings}
        for locale, path in shard.pages[0].paths.items():
            page = _first_page if shard.number == 1 else _further_page
            yield page(site, shard, locale, path, {**values, "pager": pager(site, shard, locale, path)})


def _first_page(site: Site, shard: Shard, locale: str, path: str, values: Mapping[str, Any]) -> SiteFile:
    total, *examples = shard.facts
    box = Markup(find_box(site, examples, locale, path))  # noqa: S704 - rendered by a template, which escapes
    page, gettext = site.page(locale, path), site.texts(locale).gettext
    body = render("find.html", page, box=box, total=int(total), is_long=int(total) > LONG_LIST, **values)
    paths, address = shard.pages[0].paths, site.addresses.absolute(path)
    head = PageHead(gettext(TITLE), gettext(DESCRIPTION), paths, address, more_meta=NO_REFERRER, wide=True)
    return render_into_layout(site, locale, path, head, body)


def _further_page(site: Site, shard: Shard, locale: str, path: str, values: Mapping[str, Any]) -> SiteFile:
    gettext = site.texts(locale).gettext
    body = render("wordings.html", site.page(locale, path), **values)
    paths, address = shard.pages[0].paths, site.addresses.absolute(path)
    head = PageHead(gettext(ALL_WORDINGS), gettext(OF_WORDINGS), paths, address, wide=True)
    return render_into_layout(site, locale, path, head, body)


def _pieces(catalogue: Catalogue, counts: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield the entries of each page, by domain: as many as have PAGE_SIZE wordings together, and at least one."""
    piece: list[str] = []
    filled = 0
    for domain in catalogue.site.domains:
        for entry in catalogue.of_domain(domain):
            if piece and filled + counts[entry.id] > PAGE_SIZE:
                yield tuple(piece)
                piece, filled = [], 0
            piece.append(entry.id)
            filled += counts[entry.id]
    yield tuple(piece)


def _by_domain(catalogue: Catalogue, ids: Iterable[str]) -> list[tuple[str, Text, list[EntryRef]]]:
    entries = [catalogue.by_id[entry_id] for entry_id in ids]
    return [
        (domain, catalogue.site.domains[domain], list(found))
        for domain, found in groupby(entries, key=lambda entry: entry.domain)
    ]


def find_box(site: Site, examples: Iterable[str], locale: str, path: str) -> str:
    """Render the box for a page. `examples`: messages to try, see `examples_of`."""
    repository = site.catalogue.site.repository
    return render(
        "find_box.html",
        site.page(locale, path),
        examples=list(examples),
        new_issue=new_issue(repository) if repository else "",
        issue_host=urlsplit(repository).hostname if repository else "",
        **label_values(),
    )


def examples_of(catalogue: Catalogue, parts: Parts[Wordings]) -> list[str]:
    """Return messages to try, one of an entry, of each domain in turn; short ones where there are enough.

    Only the parts of the first few entries of each domain are read.
    """
    first = {domain: list(_first_examples(catalogue, domain, parts)) for domain in catalogue.site.domains}
    texts = {entry_id: part.example for entry_id, part in parts.of(chain.from_iterable(first.values()))}
    in_turn = [texts[entry_id] for entry_id in chain.from_iterable(zip_longest(*first.values())) if entry_id]
    return sorted(in_turn, key=lambda text: len(text) > SHORT)[:EXAMPLES]


def _first_examples(catalogue: Catalogue, domain: str, parts: Parts[Wordings]) -> Iterator[str]:
    """Yield the first entries of a domain with a short example, and then those with a long one, EXAMPLES of each."""
    ids = [entry.id for entry in catalogue.of_domain(domain)]
    for length in (IS_SHORT, IS_LONG):
        yield from islice((entry_id for entry_id in ids if parts.labels(entry_id)[1] == length), EXAMPLES)


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
