"""An Atom feed for each language (RFC 4287): what is new and what has changed, from the entries' own history."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from generator.content.model import Text
from generator.judge.catalogue import EntryRef, JudgedEntry
from generator.publish.output import SiteFile
from generator.render.collection import Collection, Parts, Shard
from generator.render.entry import Site
from generator.render.labels import N_
from generator.render.prose import render_line, render_text
from generator.render.templates import PageContext

NAMESPACE = "http://www.w3.org/2005/Atom"
LONGEST = 100  # items; whoever asks for older ones has the sitemap
NO_DAY = "1970-01-01"  # a feed says when it changed, also one without items
NEW = N_("New: %(title)s")
CHANGED = N_("Changed: %(title)s")


class News(NamedTuple):
    """What one day's lines in the history of an entry say. The first of its days is when it was new."""

    day: str
    """YYYY-MM-DD."""
    lines: tuple[Text, ...]
    """What has changed; nothing of an item that is new as a whole."""
    is_new: bool


class Item(NamedTuple):
    """An item of a feed: news of an entry."""

    entry: EntryRef
    news: News


class Feeds(Collection[tuple[News, ...]]):
    """The feed of each language: the newest items of all entries."""

    name = "feeds"

    def part(self, site: Site, entry: JudgedEntry) -> tuple[News, ...]:
        """Return what is new and what has changed of an entry, one item for a day, the newest first."""
        del site
        history = sorted(entry.loaded.entry.history, key=lambda change: change.date)
        by_day = groupby(history, key=lambda change: change.date)
        first, *later = ((day.isoformat(), tuple(change.text for change in changes)) for day, changes in by_day)
        new = News(first[0], (), is_new=True)
        return (*(News(day, lines, is_new=False) for day, lines in reversed(later)), new)[:LONGEST]

    def labels(self, part: tuple[News, ...]) -> tuple[str, ...]:
        """Return the days."""
        return tuple(news.day for news in part)

    def shards(self, site: Site, parts: Parts[tuple[News, ...]]) -> Iterator[Shard]:
        """Yield the feeds. Facts: the day and the entry of each item, the newest day first, then by id."""
        found = [(day, entry_id) for entry_id in parts.ids for day in parts.labels(entry_id)]
        newest = sorted(found, key=itemgetter(0), reverse=True)[:LONGEST]
        entries = dict.fromkeys(entry_id for _day, entry_id in newest)
        files = tuple(site.addresses.feed(locale) for locale in site.locales)
        yield Shard("", tuple(entries), files=files, facts=tuple(map(" ".join, newest)))

    def render(self, site: Site, shard: Shard, parts: Parts[tuple[News, ...]]) -> Iterator[SiteFile]:
        """Yield the feed of each language."""
        found = {(news.day, entry_id): news for entry_id, part in parts.of(shard.entries) for news in part}
        keys = [(day, entry_id) for day, entry_id in map(str.split, shard.facts)]
        items = [Item(site.catalogue.by_id[entry_id], found[day, entry_id]) for day, entry_id in keys]
        for locale, path in zip(site.locales, shard.files, strict=True):
            root = _feed(site.page(locale, path), items)
            ET.indent(root, "")
            text = ET.tostring(root, encoding="unicode")
            yield SiteFile.text(path, f'<?xml version="1.0" encoding="utf-8"?>\n{text}')


def _feed(page: PageContext, items: Sequence[Item]) -> ET.Element:
    site, addresses, locale = page.catalogue.site, page.addresses, page.locale
    gettext = page.texts.gettext
    home = addresses.absolute(addresses.prefix(locale))
    feed = ET.Element("feed", {"xmlns": NAMESPACE, "xml:lang": locale})
    _add(feed, "id", addresses.absolute(page.path))
    _add(feed, "title", f"{site.name[locale]} · {gettext(N_('New and changed entries'))}")
    _add(feed, "subtitle", page.plain(site.description))
    _add(feed, "updated", _moment(max((item.news.day for item in items), default=NO_DAY)))
    _add(_add(feed, "author"), "name", site.name[locale])
    _add(feed, "rights", site.licence.name)
    _add(feed, "icon", addresses.absolute("assets/favicon.svg"))
    _link(feed, "self", addresses.absolute(page.path), "application/atom+xml", locale)
    _link(feed, "alternate", home, "text/html", locale)
    for item in items:
        _item(feed, page, item)
    return feed


def _item(feed: ET.Element, page: PageContext, item: Item) -> None:
    """Add an item. Its id is a promise: the permalink, with the day. Neither changes when texts or pages do."""
    (entry, news), addresses = item, page.addresses
    made = _add(feed, "entry")
    pattern = page.texts.gettext(NEW if news.is_new else CHANGED)
    _add(made, "id", f"{addresses.absolute(addresses.permalink(entry.slug, page.locale))}#{news.day}")
    _add(made, "title", pattern % {"title": page.plain(entry.title)})
    _add(made, "published", _moment(news.day))
    _add(made, "updated", _moment(news.day))
    for locale in (page.locale, *(code for code in addresses.site.locale_codes if code != page.locale)):
        _link(made, "alternate", addresses.absolute(addresses.entry(entry.id, locale)), "text/html", locale)
    markdown = addresses.absolute(addresses.markdown(entry.id, page.locale))
    _link(made, "alternate", markdown, "text/markdown", page.locale)
    ET.SubElement(made, "category", term=entry.domain, label=page.plain(addresses.site.domains[entry.domain]))
    _add(made, "content", _content(page, item), type="html")


def _content(page: PageContext, item: Item) -> str:
    """Return what changed, the error as printed and what it means, as HTML whose links work anywhere."""
    entry, news = item
    lines = [render_line(text[page.locale], page.entry_address) for text in news.lines]
    symptom = ET.Element("p")
    _add(symptom, "code", entry.symptom)
    summary = render_text(entry.summary[page.locale], page.entry_address)
    return "".join((*(f"<p>{line}</p>" for line in lines), ET.tostring(symptom, encoding="unicode"), summary)).strip()


def _moment(day: str) -> str:
    return f"{day}T00:00:00Z"


def _add(parent: ET.Element, name: str, text: str = "", **attributes: str) -> ET.Element:
    made = ET.SubElement(parent, name, attributes)
    made.text = text or None
    return made


def _link(parent: ET.Element, rel: str, address: str, kind: str, locale: str) -> None:
    ET.SubElement(parent, "link", rel=rel, type=kind, hreflang=locale, href=address)
