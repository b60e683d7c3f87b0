"""Names below `/e/` at a size that our own content does not have: pages in stable groups, long lists in pages."""

import re
import shutil
from dataclasses import replace
from pathlib import Path
from posixpath import normpath
from urllib.parse import quote, urljoin

import pytest
from coded import add_codes
from judged import judged, write_site
from selectolax.lexbor import LexborHTMLParser
from selenium.webdriver.support.ui import WebDriverWait

from generator.render import codes, permalink_index, permalinks
from generator.render.codes import Codes
from generator.render.not_found import NAMES, NotFound
from generator.render.permalink_index import PermalinkIndex
from generator.render.permalinks import Permalinks
from tools.browser import served

ROOT = Path(__file__).resolve().parents[1]
CODE = "CUDNN_STATUS_BAD_PARAM"
MANY = 120  # entries that show it, besides the first


@pytest.fixture(scope="module")
def small(tmp_path_factory, good_content):
    return judged(add_codes(good_content(tmp_path_factory.mktemp("names"))))


@pytest.fixture(scope="module")
def grown(small):
    return small.grown(MANY)


@pytest.fixture(scope="module")
def pages(small, grown):
    """Return the pages of names, their index and the tables of codes, by path."""
    collections = (Permalinks(), PermalinkIndex(), Codes())
    return {path: html for collection in collections for path, html in small.rendered(collection, grown).items()}


def body(html):
    return LexborHTMLParser(html).css_first(".md-content")


def links(path, html):
    """Return the paths that a page's content links to, with their fragments."""
    found = (node.attributes["href"] for node in body(html).css("a[href]"))
    return [urljoin(f"https://x/{path}", link).removeprefix("https://x/") for link in found if "://" not in link]


def inside(found):
    return {link.partition("#")[0] for link in found}


# --- groups ----------------------------------------------------------------------------------------


def made_from(collection, site, parts):
    """Return what the shards of a collection are made from."""
    return {(shard.entries, shard.facts) for shard in collection.shards(site, parts)}


def test_a_further_entry_changes_few_groups_of_names(small):
    before, after = small.grown(700), small.grown(701)
    shards = [made_from(Permalinks(), site, small.parts(Permalinks(), site)) for site in (before, after)]

    assert len(shards[0]) > 30
    # Its own names, and the pages of the three codes that it shows too: these list more entries.
    assert 1 <= len(shards[1] - shards[0]) <= 8


def test_a_group_is_of_bounded_size_and_every_name_stands_in_one(small):
    site = small.grown(700)
    shards = list(Permalinks().shards(site, small.parts(Permalinks(), site)))
    names = [fact.split()[0] for shard in shards for fact in shard.facts if fact.split()[1] == "1"]

    assert max(len(shard.pages) for shard in shards) <= 2 * permalinks.GROUP
    assert sorted(names) == sorted(site.catalogue.permalinks)
    assert len({shard.name for shard in shards}) == len(shards)


def test_a_site_without_names_has_an_index_and_no_pages_of_names(small):
    site = replace(small.site, catalogue=small.site.catalogue.only(()))

    assert list(Permalinks().shards(site, small.parts(Permalinks(), site))) == []
    assert set(small.rendered(PermalinkIndex(), site)) == {"e/", "zh/e/"}


# --- a name that leads to many entries -------------------------------------------------------------


@pytest.mark.parametrize("name", [CODE, "DEMO_STATUS_BAD_WORD"])
@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_a_code_that_many_entries_show_has_several_pages(name, prefix, pages, grown):
    first = f"{prefix}e/{name}/"
    paths = [first, f"{first}page/2/", f"{first}page/3/"]
    assert f"{first}page/4/" not in pages
    listed = []
    for path in paths:
        section = body(pages[path]).css_first(f"section[lang={'zh' if prefix else 'en'}]")
        shown = [node.attributes["href"] for node in section.css("a.md-button, .fb-shown a")]
        assert len(shown) <= permalinks.ENTRIES
        current = section.css_first(".fb-pager [aria-current]").text()
        assert current == str(paths.index(path) + 1)
        assert set(paths) - {path} <= inside(links(path, pages[path]))
        listed += [urljoin(f"/{path}", link) for link in shown]

    assert sorted(listed) == sorted(f"/{prefix}{entry.id}/" for entry in grown.catalogue.entries)


def test_tables_show_the_first_entries_of_a_code_and_lead_to_all(pages):
    for path, row in (("codes/cudnn/", f"#{CODE}"), ("e/2000/", "tbody tr")):
        shown = body(pages[path]).css_first(row)
        entries = [link for link in shown.css("a") if "demo/" in link.attributes["href"]]
        way = next(link for link in shown.css("a") if link.text() == f"{MANY + 1} entries")
        assert len(entries) == codes.FEW
        assert normpath(f"{path}{way.attributes['href']}") == f"e/{CODE}"


def test_every_link_between_pages_of_names_leads_to_one(pages):
    for path, html in pages.items():
        own = {link for link in inside(links(path, html)) if re.match(r"(zh/)?(e|codes)/", link)}
        assert own <= pages.keys(), path


def test_the_key_of_a_table_changes_with_the_entries_that_it_counts(small):
    def facts(count):
        site = small.grown(count)
        found = {shard.name: shard.facts for shard in Codes().shards(site, small.parts(Codes(), site))}
        numbers = [
            shard.facts
            for shard in Permalinks().shards(site, small.parts(Permalinks(), site))
            if any(fact.startswith("2000 ") for fact in shard.facts)
        ]
        return found["cudnn"], numbers

    assert all(old != new for old, new in zip(facts(MANY), facts(MANY + 1), strict=True))


# --- the index ---------------------------------------------------------------------------------


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_a_long_index_has_pages_and_each_group_is_found(prefix, small, monkeypatch):
    monkeypatch.setattr(permalink_index, "LONGEST_INDEX", 50)
    site = small.grown(MANY)
    index = small.rendered(PermalinkIndex(), site)
    paths = [path for path in index if path.startswith(f"{prefix}e/")]
    named = [link for path in paths for link in links(path, index[path]) if re.fullmatch(rf"{prefix}e/[^/#]+/", link)]

    assert len(paths) == -(-len(site.catalogue.permalinks) // 50)
    assert sorted(named) == sorted(f"{prefix}e/{name}/" for name in site.catalogue.permalinks)
    for path in paths:
        ways = [link for link in links(path, index[path]) if "#" in link]
        assert len(ways) == 6
        for way in ways:
            target, _hash, anchor = way.partition("#")
            assert body(index[target]).css_first(f"h2#{anchor}"), way
        assert set(paths) - {path} <= inside(links(path, index[path]))
    (by_number,) = (
        link for link in links(f"{prefix}codes/", small.rendered(Codes(), site)[f"{prefix}codes/"]) if "#" in link
    )
    assert by_number == f"{paths[-1]}#numbers"


def test_an_entrys_title_decides_one_page_of_the_index(small, monkeypatch):
    monkeypatch.setattr(permalink_index, "LONGEST_INDEX", 50)
    site = small.grown(MANY)
    shards = list(PermalinkIndex().shards(site, small.parts(PermalinkIndex(), site)))

    assert [("demo/first-entry-7" in shard.entries) for shard in shards].count(True) == 1


# --- lists of names for the 404 page -----------------------------------------------------------------


@pytest.fixture(scope="module")
def not_found(small, tmp_path_factory):
    """Write the 404 page of a site whose names take two lists, with a page for a name of each."""
    site = small.grown(NAMES, codes=(), aliases=())
    folder = write_site(tmp_path_factory.mktemp("404"), small.rendered(NotFound(), site))
    shutil.copytree(ROOT / "site_overrides/assets", folder / "assets")
    return write_site(folder, {f"e/first-entry-{number}/": "<p>here</p>" for number in (3, NAMES - 1)})


def test_long_lists_of_names_are_cut_and_the_page_loads_each(not_found):
    lists = sorted(file.name for file in (not_found / "e").iterdir() if file.is_file())
    page = LexborHTMLParser((not_found / "404.html").read_text(encoding="utf-8"))

    assert lists == ["names-2.js", "names.js"]
    scripts = [node.attributes["src"] for node in page.css("script")]
    assert scripts == ["/e/names.js", "/e/names-2.js", "/assets/repair.js"]


@pytest.mark.browser
@pytest.mark.parametrize("number", [3, NAMES - 1])
@pytest.mark.parametrize("path", ["e/FIRST-entry-{})", "demo/first-entry-{}."])
def test_a_name_of_any_list_corrects_an_address(number, path, not_found, driver):
    with served(not_found) as address:
        driver.get(f"{address}404.html")
        again = "const again = document.createElement('script'); again.src = '/assets/repair.js'"
        wrong = f"{address}{quote(path.format(number))}"
        driver.execute_script(
            f"history.replaceState(null, '', arguments[0]); {again}; document.head.append(again)", wrong
        )
        right = f"e/first-entry-{number}/" if path.startswith("e/") else f"demo/first-entry-{number}/"
        WebDriverWait(driver, 20).until(lambda page: page.current_url == address + right)
