"""Pages of entries and domains; and how a page is rendered into the layout of its language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from babel.support import NullTranslations

from generator.content.model import Cause, Recovery, Text
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.judge.grades import grade_of, run_behind, source_of
from generator.judge.version_table import stated_rows
from generator.publish.output import SiteFile
from generator.render import labels
from generator.render.addresses import Addresses, base_of, file_of, relative
from generator.render.asking import asked_of
from generator.render.backing import backing_of
from generator.render.cause_blocks import CauseBlock, cause_blocks, loose_steps
from generator.render.claims import claim_values, with_programs
from generator.render.environments import names_of
from generator.render.fits import cause_fit, stated_fit, tested_fit, wording_fit
from generator.render.frame.layout import Layout
from generator.render.frame.slim import without_gaps
from generator.render.issues import feedback_links
from generator.render.kept import Kept, KeptInMemory
from generator.render.linked_data import linked_data
from generator.render.locales import offer_of, translations, with_territory
from generator.render.lookup_causes import questions_of
from generator.render.result_matrix import result_matrix_of
from generator.render.share_image import SIZE
from generator.render.templates import PageContext, render
from generator.render.weight import WeighedPage, fit_to_budget

DESCRIPTION_LENGTH = 160
HEADING = re.compile(r'<h2 id="([^"]*)"')
EMPTY_LINES = re.compile(r"\n{3,}")
FENCE = re.compile(r"^(`{3,})", re.MULTILINE)

# Sections of an entry's page that are always there or not, in page order: anchor → heading.
SECTIONS: tuple[tuple[str, str], ...] = (
    ("which", labels.N_("Which one is yours?")),
    ("cause", labels.N_("Cause and cure")),
    ("related", labels.N_("Related errors")),
    ("backing", labels.N_("What backs this page")),
    ("record", labels.N_("At a glance")),
    ("versions", labels.N_("Versions")),
    ("wordings", labels.N_("Wordings")),
    ("dead-ends", labels.N_("Dead ends")),
    ("reproduction", labels.N_("Programs that raise it")),
    ("claims", labels.N_("Myths, tested")),
    ("sources", labels.N_("Sources")),
    ("history", labels.N_("History")),
    ("downloads", labels.N_("Downloads")),
)


def _nothing_published(uri: str) -> bytes:
    message = f"{uri} was asked for while nothing is published: give Site a way to read published files"
    raise LookupError(message)


@dataclass(frozen=True, slots=True)
class Site:
    """What every view needs: the judged content, the layouts and the addresses."""

    catalogue: Catalogue
    addresses: Addresses
    layouts: Mapping[str, Layout]
    published: Callable[[str], bytes] = _nothing_published
    """Returns the bytes of a file that was rendered before, by uri: see `Shard.reads`."""
    kept: Kept = field(default_factory=KeptInMemory, compare=False)
    """What the planning of shards keeps for the next build."""
    images: bool = False
    """Whether pages have pictures for those who share them."""
    content: Path | None = None
    """The content folder, whose licence is packed with the index; None where the package is left out."""
    interface_texts: Mapping[str, NullTranslations] = field(init=False, repr=False, compare=False)
    environment_names: Mapping[str, str] = field(init=False, repr=False, compare=False)
    """Id of an environment → what it is called: no two are called alike."""

    def __post_init__(self) -> None:
        texts = {code: translations(code, self.catalogue.texts) for code in self.locales}
        object.__setattr__(self, "interface_texts", texts)
        object.__setattr__(self, "environment_names", names_of(self.catalogue.environments.values()))

    def page(self, locale: str, path: str) -> PageContext:
        """Return the words for one page in one language."""
        return PageContext(self.catalogue, self.addresses, locale, path, self.texts(locale), self.environment_names)

    def texts(self, locale: str) -> NullTranslations:
        """Return the interface texts in a language."""
        return self.interface_texts[locale]

    @property
    def locales(self) -> tuple[str, ...]:
        """Return the locale codes, the default first."""
        return self.catalogue.site.locale_codes


# It stands before the body: were the body to say so itself, it would be shown narrow first.
WIDE = '<li class="fb-wide" hidden></li>'
BESIDE = '<li class="fb-beside" hidden></li>'  # the body has a side column of its own


@dataclass(frozen=True, slots=True)
class PageHead:
    """What stands around a body: title, description and the same page's path in each language."""

    title: str
    description: str
    paths: Mapping[str, str]
    canonical: str
    more_meta: str = ""
    """Further elements for the head, as HTML."""
    kind: str = "website"
    """What it is to OpenGraph: `website` or `article`."""
    wide: bool = False
    """Whether the body takes the room of the table of contents, which is empty."""
    image: str = ""
    """The path of the picture that stands beside a link to it."""
    beside: bool = False
    """Whether the body has a side column, which takes that room on wide screens."""


@dataclass(frozen=True, slots=True)
class Framed:
    """A page of which only the body and the table of contents are open."""

    site: Site
    locale: str
    path: str
    head: PageHead
    around: Mapping[str, str]

    @classmethod
    def of(cls, site: Site, locale: str, path: str, head: PageHead) -> Framed:
        """Render what stands around the body of a page."""
        around = {
            "base": base_of(path),
            "title": escape(head.title),
            "description": escape(head.description),
            "canonical": escape(head.canonical),
            "alternates": _alternates(site, head.paths)
            + graph_kind(locale, head)
            + image_tags(site, head)
            + head.more_meta,
            "languages": language_links(
                site, locale, {code: relative(path, target) for code, target in head.paths.items()}
            ),
        }
        return cls(site, locale, path, head, around)

    def fill(self, body: str, toc: Iterable[tuple[str, str]] = ()) -> SiteFile:
        """Return the page with a body and its table of contents: anchor and title of each section."""
        items = "".join(_toc_item(anchor, title) for anchor, title in toc) + BESIDE * self.head.beside
        values = {**self.around, "toc": WIDE if self.head.wide else items, "body": body}
        return SiteFile.text(file_of(self.path), self.site.layouts[self.locale].fill(values))


def render_into_layout(
    site: Site, locale: str, path: str, head: PageHead, body: str, toc: Iterable[tuple[str, str]] = ()
) -> SiteFile:
    """Put a body and its head into the page layout of its language."""
    return Framed.of(site, locale, path, head).fill(body, toc)


def _alternates(site: Site, paths: Mapping[str, str]) -> str:
    if len(paths) < 2:
        return ""
    links = [(code, path) for code, path in paths.items()]
    links.append(("x-default", paths[site.locales[0]]))
    return "".join(
        f'<link rel="alternate" hreflang="{code}" href="{escape(site.addresses.absolute(path))}">'
        for code, path in links
    )


def graph_kind(locale: str, head: PageHead) -> str:
    """Return what OpenGraph is told of a page besides what stands in the layout: its kind and its other languages."""
    others = [with_territory(code) for code in head.paths if code != locale]
    return f'<meta property="og:type" content="{head.kind}">' + "".join(
        f'<meta property="og:locale:alternate" content="{other}">' for other in others
    )


def image_tags(site: Site, head: PageHead) -> str:
    """Return what is said of a page's picture, where it has one."""
    if not (site.images and head.image):
        return ""
    width, height = SIZE
    said = {
        "image": site.addresses.absolute(head.image),
        "image:width": width,
        "image:height": height,
    }
    tags = (f'<meta property="og:{name}" content="{escape(str(value))}">' for name, value in said.items())
    return "".join(tags) + '<meta name="twitter:card" content="summary_large_image">'


def language_links(site: Site, own: str, links: Mapping[str, str]) -> str:
    """Return the items of the language switch: the page in its other languages."""
    shown = [locale for locale in site.catalogue.site.locales if locale.code != own and locale.code in links]
    # A reader of another language has chosen it, or followed a link in it: nothing is offered there.
    offers = {} if own != site.locales[0] else {one.code: offer_of(one.name, site.texts(one.code)) for one in shown}
    return "".join(
        f'<li><a href="{escape(links[code])}" hreflang="{code}" lang="{code}"'
        f'{_offer(offers.get(code))} class="md-select__link">{escape(name)}</a></li>'
        for code, name in ((one.code, one.name) for one in shown)
    )


def _offer(words: str | None) -> str:
    return f' data-offer="{escape(words)}"' if words else ""


def _toc_item(anchor: str, title: str) -> str:
    return (
        f'<li class="md-nav__item"><a href="#{anchor}" class="md-nav__link">'
        f'<span class="md-ellipsis">{escape(title)}</span></a></li>'
    )


def entry_pages(site: Site, entry: JudgedEntry) -> Iterator[SiteFile]:
    """Yield an entry's page and Markdown in every language, and its programs."""
    values = _entry_values(site, entry)
    paths = {code: site.addresses.entry(entry.id, code) for code in site.locales}
    findings = [item.anchor for item in with_programs(entry) if item.role == "claim"]
    pages = [_entry_page(site, entry, code, paths, values) for code in paths]
    collapsed = fit_to_budget(pages, findings)
    yield from (page.file(collapsed) for page in pages)
    for locale, path in paths.items():
        markdown = render("entry.md", site.page(locale, path), **values)
        yield SiteFile.text(site.addresses.markdown(entry.id, locale), _tidy(markdown))
    for snippet in entry.loaded.snippets.values():
        yield SiteFile.whole(site.addresses.program(entry.id, snippet.name), snippet.content)


def _entry_page(
    site: Site, entry: JudgedEntry, locale: str, paths: Mapping[str, str], values: Mapping[str, Any]
) -> WeighedPage:
    """Render an entry's page, in which parts can be collapsed."""
    path = paths[locale]
    page = site.page(locale, path)
    title = page.plain(entry.loaded.entry.title)
    description = clip(page.plain(entry.loaded.entry.summary), DESCRIPTION_LENGTH)
    head = PageHead(
        title=clip(f"{title} · {entry.loaded.entry.symptoms[0].text}", 90),
        description=description,
        paths=paths,
        canonical=site.addresses.absolute(path),
        more_meta=linked_data(page, entry, description),
        kind="article",
        image=site.addresses.share_image(path),
        beside=True,
    )
    html = render("entry.html", page, **values, feedback=feedback_links(page, entry))
    frame = Framed.of(site, locale, path, head)
    titles = {anchor: page.texts.gettext(title) for anchor, title in SECTIONS}

    def fill(body: str) -> SiteFile:
        found = frozenset(HEADING.findall(body))
        return frame.fill(body, ((anchor, title) for anchor, title in titles.items() if anchor in found))

    return WeighedPage(without_gaps(html), fill)


def _entry_values(site: Site, entry: JudgedEntry) -> dict[str, Any]:
    def cause_title(cause: str) -> Text:
        found: Cause = next(item for item in entry.loaded.entry.causes if item.id == cause)
        return found.title

    blocks = cause_blocks(entry)
    return {
        "entry": entry,
        "has_programs": bool(with_programs(entry)),
        "site": site.catalogue.site,
        "stated": stated_rows(entry.loaded.entry),
        "cause_title": cause_title,
        "blocks": blocks,
        "loose": loose_steps(entry),
        "questions": questions_of(site.catalogue, entry),
        "asked": asked_of(site.catalogue, entry, blocks),
        "restarts": _restarts(blocks),
        "backing": backing_of(entry),
        "matrix": result_matrix_of(entry),
        "bar_parts": lambda words: _bar_parts(words, entry),
        "tested_fit": tested_fit,
        "stated_fit": stated_fit,
        "wording_fit": wording_fit,
        "cause_fit": cause_fit,
        **label_values(),
        **claim_values(),
    }


def _restarts(blocks: Iterable[CauseBlock]) -> list[tuple[Recovery, list[int]]]:
    """Return what must be restarted, and for which causes by number, in the order of the causes."""
    found: dict[Recovery, list[int]] = {}
    for block in blocks:
        found.setdefault(block.recovery, []).append(block.number)
    return list(found.items())


def _bar_parts(page: PageContext, entry: JudgedEntry) -> list[dict[str, str]]:
    bar = entry.loaded.entry.bar
    parts = bar.parts if bar else ()
    return [{"number": part.number, "label": page.plain(part.label)} for part in parts]


def label_values() -> dict[str, Any]:
    """Return the words that templates look up."""
    return {
        "badges": labels.BADGES,
        "label_for": labels.label_for,
        "grades": labels.GRADES,
        "grade_of": grade_of,
        "run_behind": run_behind,
        "source_of": source_of,
        "restart_words": labels.RESTARTS,
        "traceback_lines": labels.TRACEBACK_LINES,
        "reason_text": labels.reason_text,
        "need_names": labels.NEEDS,
        "kind_names": labels.KINDS,
        "lifecycles": labels.LIFECYCLES,
        "recoveries": labels.RECOVERIES,
        "reported": labels.REPORTED,
        "row_status": labels.ROW_STATUS,
        "results": labels.RESULTS,
        "relations": labels.RELATIONS,
        "source_kinds": labels.SOURCE_KINDS,
        "modes": labels.MODES,
    }


def clip(text: str, width: int) -> str:
    """Return a text on one line of at most so many characters."""
    text = " ".join(text.split())
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def _tidy(markdown: str) -> str:
    """Leave at most one empty line between blocks, outside code blocks."""
    parts: list[str] = []
    at = 0
    while fence := FENCE.search(markdown, at):
        closing = markdown.find(f"\n{fence[1]}\n", fence.end())
        end = closing + 1 + len(fence[1]) if closing >= 0 else len(markdown)
        parts += _without_empty_lines(markdown[at : fence.start()]), markdown[fence.start() : end]
        at = end
    return "".join((*parts, _without_empty_lines(markdown[at:])))


def _without_empty_lines(markdown: str) -> str:
    text = "\n".join(map(str.rstrip, markdown.split("\n")))
    return EMPTY_LINES.sub("\n\n", text)
