"""The list of all wordings below the look-up box, cut where it is long, and the messages that the box offers to try."""

from itertools import pairwise

import pytest
from judged import judged
from selectolax.lexbor import LexborHTMLParser

from generator.render import find
from generator.render.collection import Parts, PartsInMemory
from generator.render.find import EXAMPLES, SHORT, Find, Wordings, examples_of, find_box

TEXTS = ("ValueError: invalid literal for int() with base 10: <word>",)
LONG = "x" * (SHORT + 1)


@pytest.fixture(scope="module")
def small(tmp_path_factory, good_content):
    root = good_content(tmp_path_factory.mktemp("wordings"))
    settings = root / "site.yaml"
    more = "  demo: {en: Demonstrations, zh: 示例}\n  other: {en: Others, zh: 其他}\n"
    settings.write_text(settings.read_text("utf-8").replace("  demo: {en: Demonstrations, zh: 示例}\n", more), "utf-8")
    return judged(root)


def in_two_domains(number):
    return f"{'demo' if number % 2 else 'other'}/entry-{number:03}"


def parts_of(texts):
    """Return parts with these messages to try, by id."""
    parts = {entry_id: Wordings(TEXTS, text) for entry_id, text in texts.items()}
    return PartsInMemory(parts, {entry_id: Find().labels(part) for entry_id, part in parts.items()})


def content_of(html):
    return LexborHTMLParser(html).css_first(".md-content")


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_a_long_list_has_pages_and_every_wording_stands_on_one(prefix, small, monkeypatch):
    monkeypatch.setattr(find, "PAGE_SIZE", 20)
    site = small.grown(50, id=in_two_domains)
    files = small.rendered(Find(), site)
    paths = [f"{prefix}find/", f"{prefix}find/page/2/", f"{prefix}find/page/3/"]
    pages = [content_of(files[path]) for path in paths]

    assert sorted(files) == sorted(path for each in ("", "zh/") for path in (p.replace(prefix, each, 1) for p in paths))
    shown = [len(page.css(".fb-wordings li code")) for page in pages]
    assert shown == [20, 20, 11]
    links = [node.attributes["href"].strip("./") for page in pages for node in page.css(".fb-wordings__title a")]
    assert sorted(link.removeprefix("zh/") for link in links) == [entry.id for entry in site.catalogue.entries]
    assert pages[0].css_first("#symptoms .fb-note").text() == "51"
    assert [len(page.css("form.fb-find")) for page in pages] == [1, 0, 0], "the box stands on the first page"
    for path, page in zip(paths, pages, strict=True):
        headings = [int(node.tag[1]) for node in page.css("h1, h2, h3")]
        assert all(after - before <= 1 for before, after in pairwise(headings)), path
        assert len(page.css(".fb-pager")[0].css("a")) == 2


def test_an_entry_decides_its_own_page_of_wordings_and_the_number_on_the_first(small, monkeypatch):
    monkeypatch.setattr(find, "PAGE_SIZE", 20)
    site = small.grown(50)
    parts = small.parts(Find(), site)
    more = Wordings(TEXTS * 2, parts.parts["demo/first-entry-9"].example)
    changed = PartsInMemory(
        {**parts.parts, "demo/first-entry-9": more}, {**parts.labelled, "demo/first-entry-9": Find().labels(more)}
    )
    before, after = (
        [(shard.entries, shard.facts) for shard in Find().shards(site, found)] for found in (parts, changed)
    )

    assert before[0] != after[0]
    assert before[1:-1] == after[1:-1]


def test_examples_are_short_ones_of_each_domain_in_turn(small):
    site = small.grown(8, id=in_two_domains)
    ids = [entry.id for entry in site.catalogue.entries if entry.id != "demo/first-entry"]
    texts = {entry_id: f"error in {entry_id}" for entry_id in ids} | {"demo/first-entry": LONG, "demo/entry-001": LONG}

    assert examples_of(site.catalogue, parts_of(texts)) == [
        f"error in {name}" for name in ("demo/entry-003", "other/entry-000", "demo/entry-005", "other/entry-002")
    ] + ["error in demo/entry-007"]


def test_long_examples_are_offered_where_there_are_too_few_short_ones(small):
    site = small.grown(3, id=in_two_domains)
    texts = {entry.id: LONG + entry.id for entry in site.catalogue.entries} | {"other/entry-002": "short"}

    found = examples_of(site.catalogue, parts_of(texts))

    assert found[0] == "short"
    assert sorted(found[1:]) == sorted(text for text in texts.values() if text != "short")


class Watched(Parts):
    """Parts that remember which were read."""

    def __init__(self, parts):
        self.parts = parts
        self.read = []

    @property
    def ids(self):
        return self.parts.ids

    def labels(self, entry_id):
        return self.parts.labels(entry_id)

    def of(self, ids):
        found = list(ids)
        self.read += found
        return self.parts.of(found)


def test_examples_are_chosen_without_reading_all_parts(small):
    site = small.grown(300, id=in_two_domains)
    watched = Watched(small.parts(Find(), site))

    assert len(examples_of(site.catalogue, watched)) == EXAMPLES
    assert 0 < len(watched.read) <= 2 * 2 * EXAMPLES


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_the_box_offers_the_examples_that_it_is_given(locale, small):
    box = LexborHTMLParser(find_box(small.site, ["an <error>", "another"], locale, "")).body

    assert [button.text() for button in box.css("button.fb-example")] == ["an <error>", "another"]
