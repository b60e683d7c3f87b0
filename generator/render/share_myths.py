"""Pictures of myths, for those who share one: the statement struck through, and what is so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar, NamedTuple

from generator.content.model import Text
from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render import labels, prose
from generator.render.collection import Collection, Parts, Shard
from generator.render.entry import Site
from generator.render.findings import FALSE, Finding, findings_of, written
from generator.render.prose import first_sentences, plain
from generator.render.share_image import Card, draw, drawn_with
from generator.store import digest_of

KIND = labels.N_("Myths, tested")
TRUTH = 240  # columns of what is so: four lines of the smallest size


class Myth(NamedTuple):
    """What a picture shows of a myth."""

    id: str
    is_quoted: bool
    title: Text
    truth: Text
    word: str
    """Its verdict, an interface text."""
    tone: str
    ran: str
    """The package and its versions; "" where a source decides."""
    backing: str
    """What decided, an interface text."""


class MythImages(Collection[tuple[Myth, ...]]):
    """The pictures of all myths, those of an entry together."""

    name = "share-myths"
    shows_references: ClassVar[bool] = False

    def made_with(self, page_key: str) -> str:
        """Return a hash of what draws them, which no other change of code touches."""
        del page_key
        return digest_of(drawn_with(), Path(__file__).read_bytes(), Path(prose.__file__).read_bytes())

    def part(self, site: Site, entry: JudgedEntry) -> tuple[Myth, ...] | None:
        """Return what pictures show of an entry's myths."""
        del site
        return tuple(_myth(one) for one in findings_of(entry) if one.section in FALSE) or None

    def shards(self, site: Site, parts: Parts[tuple[Myth, ...]]) -> Iterator[Shard]:
        """Yield one for each entry with myths; none where there are no pictures."""
        if site.images:
            words = _words(site)
            yield from (Shard(entry_id, (entry_id,), facts=(words,)) for entry_id in parts.ids)

    def render(self, site: Site, shard: Shard, parts: Parts[tuple[Myth, ...]]) -> Iterator[SiteFile]:
        """Yield the picture of each myth in each language."""
        addresses = site.addresses
        for entry_id, myths in parts.of(shard.entries):
            for myth in myths:
                for locale in site.locales:
                    path = addresses.myth(entry_id.partition("/")[2], myth.id, locale)
                    yield SiteFile.whole(addresses.share_image(path), draw(_card(site, locale, path, myth)))


def _myth(one: Finding) -> Myth:
    is_quoted = one.section == "refuted"
    return Myth(
        one.id,
        is_quoted,
        one.title,
        one.truth,
        one.label.text,
        one.label.tone,
        written(one.versions),
        labels.GRADES[one.grade].text,
    )


def _words(site: Site) -> str:
    """Return a hash of all words on pictures that no myth brings, the site's address among them."""
    ours = (KIND, *(label.text for label in (*labels.VERDICTS.values(), *labels.GRADES.values())))
    words = [site.texts(code).gettext(word) for code in site.locales for word in ours]
    return digest_of(repr(site.catalogue.site.name), site.addresses.absolute(""), *words)


def _card(site: Site, locale: str, path: str, myth: Myth) -> Card:
    texts = site.texts(locale)
    statement = plain(myth.title[locale])
    if myth.is_quoted:
        statement = f"“{statement.replace('“', '‘').replace('”', '’')}”"
    return Card(
        site=plain(site.catalogue.site.name[locale]),
        kind=" · ".join((texts.gettext(myth.backing), myth.ran)) if myth.ran else texts.gettext(KIND),
        headline=statement,
        text=plain(first_sentences(myth.truth[locale], TRUTH)),
        verdict=texts.gettext(myth.word),
        tone=myth.tone,
        is_struck=True,
        address=site.addresses.absolute(path).partition("://")[2],
    )
