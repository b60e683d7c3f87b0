"""The list of all wordings, cut where it is long."""

from itertools import pairwise

import pytest
from judged import judged
from selectolax.lexbor import LexborHTMLParser

from generator.render import wordings
from generator.render.collection import PartsInMemory
from generator.render.wordings import Wordings

TEXTS = ("ValueError: invalid literal for int() with base 10: <word>",)


@pytest.fixture(scope="module")
def small(tmp_path_factory, good_content):
    root = good_content(tmp_path_factory.mktemp("wordings"))
    settings = root / "site.yaml"
    more = "  demo: {en: Demonstrations, zh: 示例}\n  other: {en: Others, zh: 其他}\n"
    settings.write_text(settings.read_text("utf-8").replace("  demo: {en: Demonstrations, zh: 示例}\n", more), "utf-8")
    return judged(root)


def in_two_domains(number):
    return f"{'demo' if number % 2 else 'other'}/entry-{number:03}"


def content_of(html):
    return LexborHTMLParser(html).css_first(".md-content")


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_a_long_list_has_pages_and_every_wording_stands_on_one(prefix, small, monkeypatch):
    monkeypatch.setattr(wordings, "PAGE_SIZE", 20)
    site = small.grown(50, id=in_two_domains)
    files = small.rendered(Wordings(), site)
    paths = [f"{prefix}browse/wordings/{page}" for page in ("", "page/2/", "page/3/")]
    pages = [content_of(files[path]) for path in paths]

    assert sorted(files) == sorted(path for each in ("", "zh/") for path in (p.replace(prefix, each, 1) for p in paths))
    shown = [len(page.css(".fb-wordings li code")) for page in pages]
    assert shown == [20, 20, 11]
    links = [node.attributes["href"].strip("./") for page in pages for node in page.css(".fb-wordings__title a")]
    assert sorted(link.removeprefix("zh/") for link in links) == [entry.id for entry in site.catalogue.entries]
    assert pages[0].css_first("h1 .fb-note").text() == "51"
    for path, page in zip(paths, pages, strict=True):
        headings = [int(node.tag[1]) for node in page.css("h1, h2, h3")]
        assert all(after - before <= 1 for before, after in pairwise(headings)), path
        assert len(page.css(".fb-pager")[0].css("a")) == 2


def test_an_entry_decides_its_own_page_of_wordings_and_the_number_on_the_first(small, monkeypatch):
    monkeypatch.setattr(wordings, "PAGE_SIZE", 20)
    site = small.grown(50)
    parts = small.parts(Wordings(), site)
    more = TEXTS * 2
    changed = PartsInMemory(
        {**parts.parts, "demo/first-entry-9": more}, {**parts.labelled, "demo/first-entry-9": Wordings().labels(more)}
    )
    before, after = (
        [(shard.entries, shard.facts) for shard in Wordings().shards(site, found)] for found in (parts, changed)
    )

    assert before[0] != after[0]
    assert before[1:-1] == after[1:-1]
