"""`llms.txt` and `llms-full.txt` of each language, in pieces where they are long: the site for language models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from generator.judge.catalogue import EntryRef
from generator.publish.output import SiteFile
from generator.render.collection import PAGE_SIZE, Collection, Parts, Shard, cut, cut_stably
from generator.render.entry import Site, label_values
from generator.render.templates import PageContext, render

BETWEEN = b"\n\n---\n\n"
FULL = 100  # entries in one piece of `llms-full.txt`, about


class Piece(NamedTuple):
    """A piece of a file that is cut: its number, and the ids of its first and its last entry."""

    number: int
    first: str
    last: str


class Llms(Collection[None]):
    """The overview (llmstxt.org): what the site is, each entry with a link to its Markdown, and the other data."""

    name = "llms"

    def shards(self, site: Site, parts: Parts[None]) -> Iterator[Shard]:
        """Yield one shard for each piece. Facts of the first: the pieces of both files, where they are cut."""
        del parts
        catalogue = site.catalogue
        entries = [entry for domain in catalogue.site.domains for entry in catalogue.of_domain(domain)]
        pieces = cut(entries, PAGE_SIZE)
        facts = (_described(pieces), _described(_full_pieces(site)))
        for number, piece in enumerate(pieces, 1):
            ids = tuple(entry.id for entry in piece)
            files = tuple(site.addresses.llms(locale, number) for locale in site.locales)
            shown = facts if number == 1 else ()
            yield Shard(str(number), ids, files=files, facts=shown, number=number, total=len(pieces))

    def render(self, site: Site, shard: Shard, parts: Parts[None]) -> Iterator[SiteFile]:
        """Yield one piece in every language."""
        del parts
        entries = [site.catalogue.by_id[entry_id] for entry_id in shard.entries]
        domains = site.catalogue.site.domains
        by_domain = [(domains[name], list(found)) for name, found in groupby(entries, key=lambda entry: entry.domain)]
        values: dict[str, Any] = {"site": site.catalogue.site, "by_domain": by_domain, "name_of": _name}
        for name, fact in zip(("pieces", "full"), shard.facts, strict=bool(shard.facts)):
            values[name] = [_piece(piece) for piece in fact.split()]
        for locale, path in zip(site.locales, shard.files, strict=True):
            text = render("llms.md", site.page(locale, path), is_first=shard.number == 1, **values, **label_values())
            yield SiteFile.text(path, text)


class LlmsFull(Collection[None]):
    """The published Markdown of all entries."""

    name = "llms-full"

    def shards(self, site: Site, parts: Parts[None]) -> Iterator[Shard]:
        """Yield one shard for each piece."""
        del parts
        pieces = _full_pieces(site)
        for number, piece in enumerate(pieces, 1):
            files = tuple(site.addresses.llms_full(locale, number) for locale in site.locales)
            reads = tuple(site.addresses.markdown(entry.id, code) for code in site.locales for entry in piece)
            yield Shard(str(number), files=files, reads=reads, number=number, total=len(pieces))

    def render(self, site: Site, shard: Shard, parts: Parts[None]) -> Iterator[SiteFile]:
        """Yield one piece in every language."""
        del parts
        count = len(shard.reads) // len(site.locales)
        for place, (locale, path) in enumerate(zip(site.locales, shard.files, strict=True)):
            about = render("llms_about.md", site.page(locale, path), site=site.catalogue.site)
            yield SiteFile(path, _joined(site, about, shard.reads[place * count : (place + 1) * count]))


def _joined(site: Site, about: str, downloads: Iterable[str]) -> Iterator[bytes]:
    yield about.strip().encode()
    for uri in downloads:
        yield BETWEEN + site.published(uri).strip()
    yield b"\n"


def _full_pieces(site: Site) -> list[Sequence[EntryRef]]:
    return cut_stably(site.catalogue.entries, FULL, lambda entry: entry.id)


def _described(pieces: Sequence[Sequence[EntryRef]]) -> str:
    """Return the pieces as a fact; nothing of a file that is not cut."""
    cuts = enumerate(pieces, 1) if len(pieces) > 1 else ()
    return " ".join(f"{number}:{piece[0].id}:{piece[-1].id}" for number, piece in cuts)


def _piece(fact: str) -> Piece:
    number, first, last = fact.split(":")
    return Piece(int(number), first, last)


def _name(page: PageContext, entry: EntryRef) -> str:
    """Return what a link to an entry says. Readers of the format end it at the first bracket."""
    return page.plain(entry.title).replace("[", "(").replace("]", ")")
