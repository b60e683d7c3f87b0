"""Pages that are stamped into the plate: entries and domains; and how a page is stamped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from babel.support import NullTranslations

from generator.content.model import Cause, Recovery, Text
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.judge.grades import grade_of, run_behind, source_of
from generator.judge.version_table import stated_rows
from generator.publish.output import SiteFile
from generator.render import labels
from generator.render.addresses import Addresses, base_of, file_of, relative
from generator.render.backing import backing_of, matrix_of
from generator.render.cause_blocks import CauseBlock, cause_blocks, loose_steps
from generator.render.claims import alike_of, otherwise_of, with_programs
from generator.render.fits import cause_fit, stated_fit, tested_fit, wording_fit
from generator.render.frame.layout import Plate
from generator.render.frame.slim import without_gaps
from generator.render.issues import feedback_links
from generator.render.linked_data import linked_data
from generator.render.locales import translations, with_territory
from generator.render.lookup_causes import questions_of, which
from generator.render.templates import Words, render
from generator.render.weight import Folds, within_the_aim

DESCRIPTION_LENGTH = 160

# Sections of an entry's page that are always there or not, in page order: anchor → heading.
SECTIONS: tuple[tuple[str, str], ...] = (
    ("which", labels.N_("Which one is yours?")),
    ("cause", labels.N_("Cause and cure")),
    ("related", labels.N_("Related errors")),
    ("backing", labels.N_("What backs this page")),
    ("results", labels.N_("Versions and results")),
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


@dataclass(frozen=True, slots=True)
class Site:
    """What every view needs: the judged content, the plates and the addresses."""

    catalogue: Catalogue
    addresses: Addresses
    plates: Mapping[str, Plate]

    def words(self, locale: str, path: str) -> Words:
        """Return the words for one page in one language."""
        return Words(self.catalogue, self.addresses, locale, path)

    def texts(self, locale: str) -> NullTranslations:
        """Return the interface texts in a language."""
        return translations(locale, self.catalogue.texts)

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
    beside: bool = False
    """Whether the body has a side column, which takes that room on wide screens."""


def stamp(
    site: Site, locale: str, path: str, head: PageHead, body: str, toc: Iterable[tuple[str, str]] = ()
) -> SiteFile:
    """Stamp a body into the plate of its language."""
    values = {
        "base": base_of(path),
        "title": escape(head.title),
        "description": escape(head.description),
        "canonical": escape(head.canonical),
        "alternates": _alternates(site, head.paths) + graph_kind(locale, head) + head.more_meta,
        "languages": language_links(site, {code: relative(path, target) for code, target in head.paths.items()}),
        "toc": WIDE if head.wide else "".join(_toc_item(anchor, title) for anchor, title in toc) + BESIDE * head.beside,
        "body": body,
    }
    return SiteFile.text(file_of(path), site.plates[locale].stamp(values))


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
    """Return what OpenGraph is told of a page besides what stands in the plate: its kind and its other languages."""
    others = [with_territory(code) for code in head.paths if code != locale]
    return f'<meta property="og:type" content="{head.kind}">' + "".join(
        f'<meta property="og:locale:alternate" content="{other}">' for other in others
    )


def language_links(site: Site, links: Mapping[str, str]) -> str:
    """Return the items of the language switch."""
    names = {locale.code: locale.name for locale in site.catalogue.site.locales}
    return "".join(
        f'<li class="md-select__item"><a href="{escape(link)}" hreflang="{code}" lang="{code}"'
        f' class="md-select__link">{escape(names[code])}</a></li>'
        for code, link in links.items()
    )


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
    yield from within_the_aim(
        lambda folds: [_entry_page(site, entry, code, paths, values, folds) for code in paths], findings
    )
    for locale, path in paths.items():
        markdown = render("entry.md", site.words(locale, path), **values)
        yield SiteFile.text(site.addresses.markdown(entry.id, locale), _tidy(markdown))
    for snippet in entry.loaded.snippets.values():
        yield SiteFile(site.addresses.program(entry.id, snippet.name), snippet.content)


def _entry_page(
    site: Site,
    entry: JudgedEntry,
    locale: str,
    paths: Mapping[str, str],
    values: Mapping[str, Any],
    folds: Folds,
) -> SiteFile:
    path = paths[locale]
    words = site.words(locale, path)
    description = clip(
        f"{words.plain(entry.loaded.entry.title)}: {words.plain(entry.loaded.entry.summary)}", DESCRIPTION_LENGTH
    )
    head = PageHead(
        title=clip(f"{words.plain(entry.loaded.entry.title)} · {entry.loaded.entry.symptoms[0].text}", 90),
        description=description,
        paths=paths,
        canonical=site.addresses.absolute(path),
        more_meta=linked_data(words, entry, description),
        kind="article",
        beside=True,
    )
    body = render("entry.html", words, **values, feedback=feedback_links(words, entry), folds=folds)
    return stamp(site, locale, path, head, without_gaps(body), _toc(site, locale, body))


def _toc(site: Site, locale: str, body: str) -> Iterator[tuple[str, str]]:
    gettext = site.texts(locale).gettext
    return ((anchor, gettext(title)) for anchor, title in SECTIONS if f'<h2 id="{anchor}"' in body)


def _entry_values(site: Site, entry: JudgedEntry) -> dict[str, Any]:
    def cause_title(cause: str) -> Text:
        found: Cause = next(item for item in entry.loaded.entry.causes if item.id == cause)
        return found.title

    blocks = cause_blocks(entry)
    return {
        "entry": entry,
        "has_programs": bool(with_programs(entry)),
        "alike_of": alike_of,
        "otherwise_of": otherwise_of,
        "site": site.catalogue.site,
        "stated": stated_rows(entry.loaded.entry),
        "cause_title": cause_title,
        "blocks": blocks,
        "loose": loose_steps(entry),
        "questions": questions_of(entry, which(site.catalogue)),
        "restarts": _restarts(blocks),
        "backing": backing_of(entry),
        "matrix": matrix_of(entry),
        "bar_parts": lambda words: _bar_parts(words, entry),
        "tested_fit": tested_fit,
        "stated_fit": stated_fit,
        "wording_fit": wording_fit,
        "cause_fit": cause_fit,
        **label_values(),
    }


def _restarts(blocks: Iterable[CauseBlock]) -> list[tuple[Recovery, list[int]]]:
    """Return what must be restarted, and for which causes by number, in the order of the causes."""
    found: dict[Recovery, list[int]] = {}
    for block in blocks:
        found.setdefault(block.recovery, []).append(block.number)
    return list(found.items())


def _bar_parts(words: Words, entry: JudgedEntry) -> list[dict[str, str]]:
    bar = entry.loaded.entry.bar
    parts = bar.parts if bar else ()
    return [{"number": part.number, "label": words.plain(part.label)} for part in parts]


def label_values() -> dict[str, Any]:
    """Return the words that templates look up."""
    return {
        "badges": labels.BADGES,
        "label_of": labels.label_of,
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


def domain_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the index page of each domain that has entries, in every language."""
    for domain, title in site.catalogue.site.domains.items():
        entries = site.catalogue.of_domain(domain)
        paths = {code: site.addresses.domain(domain, code) for code in site.locales}
        for locale, path in paths.items() if entries else ():
            words = site.words(locale, path)
            body = render("domain.html", words, title=title, entries=entries, **label_values())
            description = clip(
                "; ".join(words.plain(entry.loaded.entry.title) for entry in entries), DESCRIPTION_LENGTH
            )
            head = PageHead(words.plain(title), description, paths, site.addresses.absolute(path))
            yield stamp(site, locale, path, head, body)


def entry_list(site: Site, locale: str, path: str) -> str:
    """Render the list of all entries for a hand-written page."""
    return render("entries.html", site.words(locale, path), site=site.catalogue.site, **label_values())


def clip(text: str, width: int) -> str:
    """Return a text on one line of at most so many characters."""
    text = " ".join(text.split())
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def _tidy(markdown: str) -> str:
    """Leave at most one empty line between blocks, outside code blocks."""
    lines: list[str] = []
    fence = ""
    for line in markdown.splitlines():
        marks = line[: len(line) - len(line.lstrip("`"))]
        if not fence and len(marks) >= 3:
            fence = marks
        elif fence and line == fence:
            fence = ""
        elif not fence and not line.strip() and lines and not lines[-1].strip():
            continue
        lines.append(line if fence else line.rstrip())
    return "\n".join(lines)
