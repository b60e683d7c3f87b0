"""Pictures for those who share a page: one of each entry, and of each status code that entries show, by language.

Each is a shard of its own, whose key is made of what the picture shows: one that shows the same is not drawn again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar, NamedTuple

from generator.content.model import Text
from generator.judge.catalogue import JudgedEntry
from generator.judge.grades import GRADES, Grade
from generator.judge.permalinks import Permalink
from generator.judge.summary import Badge
from generator.publish.output import SiteFile
from generator.render import labels, prose
from generator.render.backing import backing_of
from generator.render.codes import code_book
from generator.render.collection import Collection, Parts, Shard
from generator.render.entry import Site
from generator.render.prose import plain
from generator.render.share_image import Card, Part, draw, drawn_with
from generator.store import digest_of

OF_CODE = "code "  # begins the name of a code's shard
ENTRIES = ("%(num)s entry", "%(num)s entries")
WORDS = (labels.N_("Error"), labels.N_("Status code"))


class Shown(NamedTuple):
    """What a picture shows of an entry."""

    title: Text
    symptom: str
    domain: str
    badge: Badge
    grades: tuple[tuple[Grade, int], ...]


class ShareImages(Collection[Shown]):
    """The pictures of all entries, and of codes that entries show."""

    name = "share-images"
    shows_references: ClassVar[bool] = False

    def made_with(self, page_key: str) -> str:
        """Return a hash of what draws them, which no other change of code touches."""
        del page_key
        return digest_of(drawn_with(), Path(__file__).read_bytes(), Path(prose.__file__).read_bytes())

    def part(self, site: Site, entry: JudgedEntry) -> Shown:
        """Return what a picture shows of an entry."""
        del site
        authored = entry.loaded.entry
        badge, grades = entry.summary.badge, backing_of(entry).grades
        return Shown(authored.title, authored.symptoms[0].text, entry.loaded.domain, badge, grades)

    def shards(self, site: Site, parts: Parts[Shown]) -> Iterator[Shard]:
        """Yield one for each entry and for each name of a code that entries show; none where there are no pictures."""
        if not site.images:
            return
        words = _words(site)
        for entry_id in parts.ids:
            yield Shard(entry_id, (entry_id,), facts=(words,))
        for item in site.catalogue.permalinks.values():
            if item.kind == "code" and item.entries:
                yield Shard(OF_CODE + item.name, item.entries, facts=(words, *_printed(site, item)))

    def render(self, site: Site, shard: Shard, parts: Parts[Shown]) -> Iterator[SiteFile]:
        """Yield the picture in each language."""
        addresses = site.addresses
        for locale in site.locales:
            if shard.name.startswith(OF_CODE):
                name = shard.name.removeprefix(OF_CODE)
                card = _card_of_code(site, locale, shard, [shown for _id, shown in parts.of(shard.entries)])
                path = addresses.permalink(name, locale)
            else:
                [(entry_id, shown)] = parts.of(shard.entries)
                card, path = _card_of_entry(site, locale, shown), addresses.entry(entry_id, locale)
            yield SiteFile.whole(addresses.share_image(path), draw(card))


def _words(site: Site) -> str:
    """Return a hash of all words and tones on pictures that no entry brings."""
    settings = site.catalogue.site
    used = (*labels.BADGES.values(), *labels.GRADES.values())
    texts = [site.texts(code) for code in site.locales]
    words = [one.gettext(word) for one in texts for word in (*WORDS, *(label.text for label in used))]
    counts = [one.ngettext(*ENTRIES, number) for one in texts for number in (1, 2)]
    return digest_of(repr(settings.name), repr(settings.domains), repr(used), *words, *counts)


def _printed(site: Site, item: Permalink) -> tuple[str, ...]:
    """Return a code's name, what is printed of it, and its library in each language."""
    if not item.codes:
        return item.name, item.name, *("" for _code in site.locales)
    code = item.codes[0]
    title = code_book(site.catalogue.libraries).libraries[code.library].texts.title
    name = code.name if item.name == code.permalink else item.name
    printed = f"{code.name} ({code.number})" + (f": {code.message}" if code.message else "")
    return name, printed, *(plain(title[locale]) for locale in site.locales)


def _card_of_entry(site: Site, locale: str, shown: Shown) -> Card:
    texts, settings = site.texts(locale), site.catalogue.site
    label = labels.BADGES[shown.badge]
    return Card(
        site=plain(settings.name[locale]),
        kind=f"{texts.gettext('Error')} · {plain(settings.domains[shown.domain][locale])}",
        headline=plain(shown.title[locale]),
        text=shown.symptom,
        verdict=texts.gettext(label.text),
        tone=label.tone,
        bar=bar_of(site, locale, dict(shown.grades)),
    )


def _card_of_code(site: Site, locale: str, shard: Shard, shown: list[Shown]) -> Card:
    texts = site.texts(locale)
    _words, name, printed, *libraries = shard.facts
    library = libraries[site.locales.index(locale)]
    label = labels.BADGES[shown[0].badge]
    grades: Counter[Grade] = Counter()
    for one in shown:
        grades.update(dict(one.grades))
    number = len(shown)
    verdict = texts.ngettext(*ENTRIES, number) % {"num": number}
    return Card(
        site=plain(site.catalogue.site.name[locale]),
        kind=" · ".join(filter(None, (texts.gettext("Status code"), library))),
        headline=name,
        text=printed,
        verdict=texts.gettext(label.text) if number == 1 else verdict,
        tone=label.tone if number == 1 else "wait",
        bar=bar_of(site, locale, grades),
    )


def bar_of(site: Site, locale: str, grades: Mapping[Grade, int]) -> tuple[Part, ...]:
    """Return the parts of a bar: how many claims have each grade, the strongest first."""
    texts = site.texts(locale)
    return tuple(
        Part(grade, grades[grade], texts.gettext(labels.GRADES[grade].text)) for grade in GRADES if grades.get(grade)
    )
