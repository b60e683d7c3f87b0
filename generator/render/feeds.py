"""An Atom feed for each language (RFC 4287): what is new and what has changed, from the entries' own history."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from generator.content.model import Change
from generator.judge.catalogue import Catalogue, JudgedEntry
from generator.publish.output import SiteFile
from generator.render.entry import Site
from generator.render.labels import N_
from generator.render.prose import render_line, render_text
from generator.render.templates import Words

NAMESPACE = "http://www.w3.org/2005/Atom"
LONGEST = 100  # items; whoever asks for older ones has the sitemap
NO_DAY = date(1970, 1, 1)  # a feed says when it changed, also one without items
NEW = N_("New: %(title)s")
CHANGED = N_("Changed: %(title)s")


@dataclass(frozen=True, slots=True)
class News:
    """What one day's lines in the history of an entry say. The first of its days is when it was new."""

    entry: JudgedEntry
    day: date
    changes: tuple[Change, ...]
    is_new: bool


def news_in(catalogue: Catalogue) -> list[News]:
    """Return what is new and what has changed, the newest first: one item for an entry and a day."""
    found: list[News] = []
    for entry in catalogue.entries:
        history = sorted(entry.loaded.entry.history, key=lambda change: change.date)
        for day, changes in groupby(history, key=lambda change: change.date):
            found.append(News(entry, day, tuple(changes), day == history[0].date))
    return sorted(found, key=lambda news: (-news.day.toordinal(), news.entry.id))[:LONGEST]


def feed_files(site: Site) -> Iterator[SiteFile]:
    """Yield the feed of each language."""
    news = news_in(site.catalogue)
    for locale in site.locales:
        path = site.addresses.feed(locale)
        root = _feed(site.words(locale, path), news)
        ET.indent(root, "")
        yield SiteFile.text(path, f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}')


def _feed(words: Words, news: list[News]) -> ET.Element:
    site, addresses, locale = words.catalogue.site, words.addresses, words.locale
    gettext = words.texts.gettext
    home = addresses.absolute(addresses.prefix(locale))
    feed = ET.Element("feed", {"xmlns": NAMESPACE, "xml:lang": locale})
    _add(feed, "id", addresses.absolute(words.path))
    _add(feed, "title", f"{site.name[locale]} · {gettext(N_('New and changed entries'))}")
    _add(feed, "subtitle", words.plain(site.description))
    _add(feed, "updated", _moment(max((item.day for item in news), default=NO_DAY)))
    _add(_add(feed, "author"), "name", site.name[locale])
    _add(feed, "rights", site.licence.name)
    _add(feed, "icon", addresses.absolute("assets/favicon.svg"))
    _link(feed, "self", addresses.absolute(words.path), "application/atom+xml", locale)
    _link(feed, "alternate", home, "text/html", locale)
    for item in news:
        _item(feed, words, item)
    return feed


def _item(feed: ET.Element, words: Words, news: News) -> None:
    """Add an item. Its id is a promise: the permalink, with the day. Neither changes when texts or pages do."""
    entry, addresses = news.entry, words.addresses
    item = _add(feed, "entry")
    pattern = words.texts.gettext(NEW if news.is_new else CHANGED)
    _add(item, "id", f"{addresses.absolute(addresses.permalink(entry.loaded.slug, words.locale))}#{news.day}")
    _add(item, "title", pattern % {"title": words.plain(entry.loaded.entry.title)})
    _add(item, "published", _moment(news.day))
    _add(item, "updated", _moment(news.day))
    for locale in (words.locale, *(code for code in addresses.site.locale_codes if code != words.locale)):
        _link(item, "alternate", addresses.absolute(addresses.entry(entry.id, locale)), "text/html", locale)
    markdown = addresses.absolute(addresses.markdown(entry.id, words.locale))
    _link(item, "alternate", markdown, "text/markdown", words.locale)
    ET.SubElement(item, "category", term=entry.loaded.domain, label=words.plain(_domain(words, entry)))
    _add(item, "content", _content(words, news), type="html")


def _domain(words: Words, entry: JudgedEntry) -> dict[str, str]:
    return words.catalogue.site.domains[entry.loaded.domain]


def _content(words: Words, news: News) -> str:
    """Return what changed, the error as printed and what it means, as HTML whose links work anywhere."""
    authored = news.entry.loaded.entry
    lines = [] if news.is_new else [render_line(it.text[words.locale], words.entry_address) for it in news.changes]
    symptom = ET.Element("p")
    _add(symptom, "code", authored.symptoms[0].text)
    summary = render_text(authored.summary[words.locale], words.entry_address)
    return "".join((*(f"<p>{line}</p>" for line in lines), ET.tostring(symptom, encoding="unicode"), summary)).strip()


def _moment(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


def _add(parent: ET.Element, name: str, text: str = "", **attributes: str) -> ET.Element:
    made = ET.SubElement(parent, name, attributes)
    made.text = text or None
    return made


def _link(parent: ET.Element, rel: str, address: str, kind: str, locale: str) -> None:
    ET.SubElement(parent, "link", rel=rel, type=kind, hreflang=locale, href=address)
