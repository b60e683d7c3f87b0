"""What search in the browser needs, for each language: an index in shards, cards to show, and a directory of both.

Scripts, not JSON, because a page opened from a file may load scripts only. A shard or a card file is named by a hash of
what it holds, so that files of two builds never mix; the directory, `index.js`, is the only one with a fixed name.

The directory names the first shard of each group of terms; where a group has more, its first shard names them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render.collection import Collection, Parts, Shard, cut
from generator.render.entry import Site
from generator.render.scripts import call, call_written
from generator.render.search_cards import code_cards, interface, own_pages
from generator.render.search_index import digest, shards, written
from generator.render.search_plan import Index, Plan, Searched, labels_of, plan_of, searched
from generator.render.search_terms import STOP

FOLDER = "search"
CARDS = 4  # to a file, of entries; of status codes, which say little, more
CODE_CARDS = 64


class Search(Collection[Searched]):
    """The files of search. Shards are rendered in the process that planned them, or in processes forked from it."""

    name = "search"

    def __init__(self) -> None:
        self._plan: Plan | None = None

    def part(self, site: Site, entry: JudgedEntry) -> Searched:
        """Return what each term says of an entry, what is shown of it, and its recoveries, which are a filter."""
        return searched(site, entry)

    def labels(self, part: Searched) -> tuple[str, ...]:
        """Return digests of the weights in each language, digests of the cards, then the recoveries."""
        return labels_of(part)

    def shards(self, site: Site, parts: Parts[Searched]) -> Iterator[Shard]:
        """Yield the cards of each block of entries and of the codes, each group of terms, and the directories."""
        self._plan = plan = plan_of(site, parts)
        for ids in plan.entries:
            yield Shard(f"cards {ids[0]}", tuple(ids))
        if site.catalogue.libraries:
            yield Shard("codes")
        for locale, index in plan.indexes.items():
            for group in index.groups.values():
                yield Shard(f"terms {locale} {group.first}", facts=(group.digest,))
            yield Shard(f"directory {locale}", files=(directory_of(locale),), facts=_facts(site, plan, locale))

    def render(self, site: Site, shard: Shard, parts: Parts[Searched]) -> Iterator[SiteFile]:
        """Yield the files of a shard."""
        kind, *words = shard.name.split(" ")
        plan = self._plan
        assert plan, "shards are planned before they are rendered"
        if kind == "cards":
            found = [part for _id, part in parts.of(shard.entries)]
            for place, locale in enumerate(site.locales):
                yield from _card_files(locale, [part.cards[place] for part in found], CARDS)
        elif kind == "codes":
            for locale in site.locales:
                yield from _card_files(locale, code_cards(site, locale), CODE_CARDS)
        elif kind == "terms":
            locale, first = words
            yield from _terms_files(locale, plan.indexes[locale], first)
        else:
            yield _directory(site, plan, words[0])


def directory_of(locale: str) -> str:
    """Return the path of a language's directory: what is loaded first."""
    return f"{FOLDER}/{locale}/index.js"


def _facts(site: Site, plan: Plan, locale: str) -> tuple[str, ...]:
    """Return what decides the bytes of a directory."""
    place = site.locales.index(locale)
    groups = [group.digest for group in plan.indexes[locale].groups.values()]
    cards = ["\n".join((marks.cards[place], *marks.recoveries)) for marks in plan.marks.values()]
    filtered = [f"{entry.id} {entry.badge} {entry.codes}" for entry in site.catalogue.entries]
    pages = [title for title, _path in own_pages(site, locale)]
    return tuple(digest("\n".join(listed)) for listed in (groups, cards, filtered, pages))


def _directory(site: Site, plan: Plan, locale: str) -> SiteFile:
    """Return the directory of a language. `blocks` says which file has the card of a document.

    Of each block: the number of its first document, the place of its first file in `cards`, how many cards are in one.
    """
    place = site.locales.index(locale)
    cards: list[str] = []
    blocks: list[tuple[int, int, int]] = []
    documents = 0
    of_entries = [([plan.marks[entry_id].cards[place] for entry_id in ids], CARDS) for ids in plan.entries]
    of_codes = ([digest(card) for card in code_cards(site, locale)], CODE_CARDS)
    for digests, size in (*of_entries, of_codes):
        if digests:
            blocks.append((documents, len(cards), size))
            cards.extend(_card_name(few) for few in cut(digests, size))
            documents += len(digests)
    directory = {
        "shards": [(group.first, _name(group.digest)) for group in plan.indexes[locale].groups.values()],
        "cards": cards,
        "blocks": blocks,
        "entries": len(plan.marks),
        "documents": documents,
        "stop": sorted(STOP),
        **interface(site, locale, [marks.recoveries for marks in plan.marks.values()]),
    }
    return SiteFile.text(directory_of(locale), call("faultbookSearch", directory))


def _terms_files(locale: str, index: Index, beginning: str) -> Iterator[SiteFile]:
    """Yield the shards of a group. The first is named by all that is in them, and names the others."""
    group = index.groups[beginning]
    first, *others = [(next(iter(shard)), written(shard)) for shard in shards(index.terms(group))]
    more = [(term, _name(digest(content)), content) for term, content in others]
    named = json.dumps([(term, name) for term, name, _content in more], ensure_ascii=False)
    yield _script(locale, _name(group.digest), f'{{"more":{named},"terms":{first[1]}}}')
    for _term, name, content in more:
        yield _script(locale, name, f'{{"terms":{content}}}')


def _card_files(locale: str, cards: Sequence[str], size: int) -> Iterator[SiteFile]:
    for few in cut(cards, size):
        yield _script(locale, _card_name(map(digest, few)), f"[{','.join(few)}]")


def _card_name(cards: Iterable[str]) -> str:
    """Return the name of a file with cards, from their digests."""
    return _name(digest("\n".join(cards)))


def _name(held: str) -> str:
    """Return the name of a file from a digest of what it holds."""
    return held[:12]


def _script(locale: str, name: str, content: str) -> SiteFile:
    return SiteFile.text(f"{FOLDER}/{locale}/{name}.js", call_written("faultbookSearchPart", json.dumps(name), content))
