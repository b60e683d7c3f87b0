"""Lists of all entries: what stands on which page when they are long, and what a page is made from."""

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from collected import collected
from hypothesis import given
from hypothesis import strategies as some
from selectolax.lexbor import LexborHTMLParser

from generator.evidence.store import Evidence as Recorded
from generator.render import browse
from generator.render.addresses import file_of
from generator.render.browse import Browse
from generator.render.browse_newest import Newest
from generator.render.browse_recovery import Recoveries
from generator.render.browse_verdict import Verdicts
from generator.render.browse_versions import Versions
from generator.render.collection import PartsInMemory
from generator.render.domains import Domains
from generator.render.entry_files import entry_paths
from generator.render.evidence import Evidence
from generator.render.home import MYTHS, Home, home_parts
from generator.render.myths import Myths
from generator.render.sections import paged, sections_of

CONTENT = Path(__file__).resolve().parents[1] / "content"
LONG = [Domains(), Evidence(), Myths(), Browse(), Recoveries(), Verdicts(), Versions(), Newest()]
SHORT = [Domains(4), Evidence(10, 40), Myths(7), Browse(), Recoveries(6), Verdicts(6), Versions(5), Newest()]
CUT = [(long, short) for long, short in zip(LONG, SHORT, strict=True) if not isinstance(long, Browse | Newest)]


def names(value):
    return getattr(value, "name", None)


@pytest.fixture(scope="module")
def real():
    return collected(CONTENT)


@pytest.fixture(scope="module")
def never_ran():
    return collected(CONTENT, Recorded())


@pytest.fixture(scope="module")
def short(real):
    """Return every page of lists that are cut after a few items."""
    return {uri: LexborHTMLParser(text) for one in SHORT for uri, text in real.files(one).items()}


def links_to_entries(files, domains):
    """Count the links that lead to an entry."""
    found = Counter()
    for uri, text in files.items():
        for node in LexborHTMLParser(text).css("a[href]"):
            path = urlsplit(urljoin(f"/{uri}", node.attributes["href"])).path.lstrip("/")
            domain, _slash, rest = path.removeprefix("zh/").partition("/")
            if domain in domains and rest and not rest.startswith("page/"):
                found[path, urlsplit(node.attributes["href"]).fragment] += 1
    return found


# --- cutting -----------------------------------------------------------------------------------

LISTS = some.dictionaries(
    some.sampled_from("abcde"), some.dictionaries(some.sampled_from("pqrstuvw"), some.integers(1, 6)), max_size=4
)


@given(LISTS, some.integers(1, 9))
def test_everything_stands_on_one_page_in_its_order_and_no_page_is_too_long(lists, size):
    pages = paged(lists, size)
    placed = [(section.name, entry) for page in pages for section in page for entry in section.entries]
    lengths = [[lists[section.name][entry] for section in page for entry in section.entries] for page in pages]

    assert placed == [(name, entry) for name, items in lists.items() for entry in items]
    assert all(sum(items) <= size or len(items) == 1 for items in lengths)
    if sum(map(sum, lengths)) <= size:
        assert len(pages) == 1


def test_pages_are_not_short_and_one_more_entry_changes_few_of_them():
    entries = {f"demo/{number:04}": 1 + number % 7 for number in range(2000)}
    before = paged({"runs": entries}, 100)
    lengths = [sum(entries[entry] for entry in section.entries) for (section,) in before]

    assert 8000 / 100 < len(before) < 8000 / 100 * 2
    assert min(lengths[:-1]) >= 25
    for place in range(0, 2000, 100):
        more = dict(sorted({**entries, f"demo/{place:04}-more": 3}.items()))
        after = paged({"runs": more}, 100)
        kept = {section.entries for (section,) in before} & {section.entries for (section,) in after}
        assert len(before) - len(kept) <= 3, place


@given(LISTS, some.integers(1, 9))
def test_the_first_page_has_every_section_and_says_where_it_begins(lists, size):
    first, *rest = paged(lists, size)

    assert [section.name for section in first] == list(lists)
    assert all(section.entries for page in rest for section in page)
    for section in first:
        assert section.total == sum(lists[section.name].values())
        assert bool(section.entries) == (section.page == 1 and section.total > 0)
        if section.page > 1:
            assert section.name in {one.name for one in rest[section.page - 2]}


# --- what a page is made from ------------------------------------------------------------------


@pytest.mark.parametrize("collection", [*LONG, *SHORT], ids=names)
def test_a_page_is_made_from_the_entries_of_its_shard_alone(real, collection):
    parts = real.parts(collection)
    shards = real.shards(collection)

    assert len({shard.name for shard in shards}) == len(shards)
    for shard in shards:
        own = {entry_id: parts.parts[entry_id] for entry_id in shard.entries if entry_id in parts.parts}
        alone = replace(real.site, catalogue=real.site.catalogue.only(shard.entries))
        made = [file.uri for file in collection.render(alone, shard, PartsInMemory(own))]
        assert made == [file_of(path) for page in shard.pages for path in page.paths.values()]
        assert list(collection.render(alone, shard, PartsInMemory(own))) == list(
            collection.render(real.site, shard, parts)
        )


@pytest.mark.parametrize("collection", [*LONG, Home()], ids=names)
def test_a_text_that_changes_leaves_the_plan_as_it_is(real, collection):
    """Nothing is counted again, so only the shards that show the entry are made again."""
    changed = tuple(replace(one, title={"en": "Other", "zh": "其他"}) for one in real.site.catalogue.entries)
    other = replace(real.site, catalogue=replace(real.site.catalogue, entries=changed))
    parts = real.parts(collection)

    assert list(collection.shards(other, parts)) == list(collection.shards(real.site, parts))


@pytest.mark.parametrize("collection", [Evidence(), Home()], ids=names)
def test_an_environment_that_gets_another_name_changes_every_page_that_shows_it(real, collection):
    records = real.site.catalogue.environments
    renamed = {name: record.model_copy(update={"name": f"other-{record.name}"}) for name, record in records.items()}
    other = replace(real.site, catalogue=replace(real.site.catalogue, environments=renamed))
    parts = real.parts(collection)
    before, after = list(collection.shards(real.site, parts)), list(collection.shards(other, parts))

    assert {shard.name for shard in before} == {shard.name for shard in after}
    facts = {shard.name: shard.facts for shard in before}
    assert all(facts[shard.name] != shard.facts for shard in after)


# --- long lists --------------------------------------------------------------------------------


@pytest.mark.parametrize(("whole", "pieces"), CUT, ids=names)
def test_a_list_that_is_cut_has_the_same_entries_and_claims_each_on_one_page(real, whole, pieces):
    domains = set(real.site.catalogue.site.domains)
    shown = [links_to_entries(real.files(one), domains) for one in (whole, pieces)]

    assert len(real.files(pieces)) > len(real.files(whole))
    assert shown[0] == shown[1]


def test_only_so_many_changes_are_the_newest(real):
    def changes(newest):
        page = LexborHTMLParser(real.files(newest)["browse/newest/index.html"])
        return [" ".join(node.text().split()) for node in page.css("ul.fb-ways > li")]

    everything = changes(Newest(1000))
    assert len(everything) > 100
    for size in (1, 7, 60, 100):
        assert changes(Newest(size)) == everything[:size]


def test_every_link_from_page_to_page_leads_somewhere(short, real):
    domains = set(real.site.catalogue.site.domains)
    elsewhere = {"", "api", "e", "codes", "start", "assets", *domains}
    of_entries = {path for listed in entry_paths(real.site) for path in listed.paths.values()}
    dead, followed = [], 0
    for uri, page in short.items():
        for node in page.css("a[href]"):
            target = urlsplit(urljoin(f"/{uri}", node.attributes["href"]))
            path = target.path.lstrip("/")
            if target.netloc or path.removeprefix("zh/").partition("/")[0] in elsewhere:
                continue
            followed += 1
            if path in of_entries:
                continue
            found = short.get(file_of(path))
            if found is None or (target.fragment and found.css_first(f'[id="{target.fragment}"]') is None):
                dead.append((uri, node.attributes["href"]))

    assert followed > 1000
    assert dead == []


def test_every_page_of_a_list_leads_to_all_others(short):
    numbered = {uri: page.css_first(".fb-pager") for uri, page in short.items()}
    further = [uri for uri in numbered if "/page/" in uri]

    assert {uri.split("/")[0] for uri in further} >= {"cuda", "pytorch", "evidence", "myths", "browse", "zh"}
    for uri in further:
        first = f"{uri.partition('page/')[0]}index.html"
        links = {urljoin(f"/{first}", node.attributes["href"])[1:] for node in numbered[first].css("a")}
        assert f"{uri.removesuffix('index.html')}" in links
        back = [urljoin(f"/{uri}", node.attributes["href"])[1:] for node in numbered[uri].css("a")]
        assert first.removesuffix("index.html") in back
        assert len(back) == len(links)


def test_a_page_of_runs_has_few_runs_or_one_entry_and_only_the_first_has_the_record(short):
    pages = {uri: page for uri, page in short.items() if page.css_first(".fb-runs")}

    assert len(pages) > 60
    for uri, page in pages.items():
        assert len(page.css(".fb-runs tr[data-find]")) <= 40 or len(page.css(".fb-runs tbody")) == 1, uri
        assert (page.css_first(".fb-record") is None) == ("/page/" in uri)
        if not uri.startswith("zh/"):
            said = page.css_first(".fb-filter").attributes["data-count"]
            assert said.endswith("on this page") == bool(page.css(".fb-pager")), uri


def test_a_domain_has_tables_of_its_own_and_the_first_page_counts_all(real, short):
    whole = LexborHTMLParser(real.files(Evidence())["evidence/index.html"])
    overview = short["evidence/index.html"]
    tables = {uri: page for uri, page in short.items() if uri.startswith("evidence/domain/")}
    rows = [row.attributes["data-entry"] for page in tables.values() for row in page.css("tr[data-entry]")]

    assert overview.css_first(".fb-where").html == whole.css_first(".fb-where").html
    assert overview.css_first(".fb-filter") is None
    assert sorted(rows) == [entry.id for entry in real.site.catalogue.entries]
    assert all(len(page.css("tr[data-entry]")) <= 10 for page in tables.values())
    assert all(page.css_first(".fb-filter") for page in tables.values())
    jax = short["evidence/domain/jax/index.html"]
    columns = len(jax.css("thead th[data-kind]"))
    cells = [row.css("td") for row in jax.css("tr[data-entry]")]
    assert 0 < columns < len(overview.css("thead th[data-kind]"))
    assert all(any(row[column].css("a") for row in cells) for column in range(columns)), "only where something ran"


# --- what is counted ---------------------------------------------------------------------------


@pytest.mark.parametrize("collection", [*LONG, *SHORT], ids=names)
def test_there_are_pages_without_any_run(real, never_ran, collection):
    files = never_ran.files(collection)

    assert next(iter(real.files(collection))) in files
    if collection.name == "evidence":
        assert set(files) == {"evidence/index.html", "zh/evidence/index.html"}
        assert "Nothing has been run yet." in files["evidence/index.html"]
        assert "fb-matrix" not in files["evidence/index.html"]


def test_versions_keep_what_was_tested_apart_from_what_is_stated(real):
    shards = {shard.name.rpartition(" ")[0]: shard for shard in real.shards(Versions()) if shard.number == 1}
    packages = [package for package in shards if package and " " not in package]
    versions = {package: json.loads(shards[package].facts[1])["versions"] for package in packages}
    tested, stated = sections_of(shards["torch"])
    torch = versions["torch"]

    assert torch == sorted(torch, key=lambda text: [int(part) for part in text.split(".")], reverse=True)
    assert "2.11.0" in torch
    assert "0.10.2" in versions["jax"]
    assert stated.name == ""
    assert "pytorch/cuda-out-of-memory" in stated.entries
    page = LexborHTMLParser(real.files(Versions())["browse/versions/torch/index.html"])
    assert {re.match(r"[\w-]+", node.text()).group() for node in page.css("#stated ~ ul ul li")} == {"torch"}
    rows = page.css(".fb-tested th[scope=row]")
    assert len(rows) == tested.total > 50
    assert [node.attributes["id"] for node in page.css(".fb-tested thead th[id]")] == torch
    assert {len(node.parent.css("td")) for node in rows} == {len(torch)}


def test_every_entry_is_under_each_recovery_that_a_cause_of_it_needs(real):
    (shard,) = real.shards(Recoveries())
    found = [(entry, section.name) for section in sections_of(shard) for entry in section.entries]
    needed = {
        (entry.id, entry.loaded.entry.recovery_of(cause))
        for entry in real.entries
        for cause in entry.loaded.entry.causes
    }

    assert len(found) == len(set(found))
    assert {place for place in found if place[1] != "late"} == needed
    assert len(needed) > len(real.entries)
    assert "reboot" in {recovery for _entry, recovery in needed}


def test_the_page_of_ways_counts_what_the_lists_hold(real, monkeypatch):
    monkeypatch.setattr(browse, "FEW", 0)
    page = LexborHTMLParser(real.files(Browse())["browse/index.html"])
    said = {
        node.css_first("a").attributes["href"]: int(node.css_first(".fb-note").text().split()[0])
        for head in ("domains", "recovery", "verdict", "versions")
        for node in page.css(f"#{head} + ul li")
        if node.css_first(".fb-note")
    }
    held = Counter({f"../{entry.domain}/": 0 for entry in real.site.catalogue.entries})
    held.update(f"../{entry.domain}/" for entry in real.site.catalogue.entries)
    for collection, path in ((Recoveries(), "recovery"), (Verdicts(), "verdict")):
        for section in sections_of(real.shards(collection)[0]):
            held[f"{path}/#{section.name}"] += section.total
    for shard in real.shards(Versions())[1:]:
        held[f"versions/{shard.name.rpartition(' ')[0]}/"] += len(shard.entries)

    assert len(said) > 20
    assert said == {link: held[link] for link in said}


def test_the_page_of_ways_lists_every_error_by_domain_while_they_are_few(real, monkeypatch):
    page = LexborHTMLParser(real.files(Browse())["browse/index.html"])
    listed = [[link.text() for link in group.css("a")] for group in page.css("ul.fb-names--titles")]

    assert sorted(len(titles) for titles in listed) == sorted(
        Counter(entry.domain for entry in real.site.catalogue.entries).values()
    )
    assert all(titles == sorted(titles, key=str.lower) for titles in listed)
    jumps = {link.attributes["href"]: link for link in page.css(".fb-choose a")}
    groups = {f"#{group.id}": group.next.next for group in page.css("h2.fb-group-of")}
    assert {link: int(jump.css_first(".fb-note").text()) for link, jump in jumps.items() if link != "#ways"} == {
        link: len(titles.css("li")) for link, titles in groups.items()
    }
    assert page.css_first("#ways #recovery")
    monkeypatch.setattr(browse, "FEW", len(real.site.catalogue.entries) - 1)
    many = LexborHTMLParser(real.files(Browse())["browse/index.html"])
    assert not many.css(".fb-names--titles, .fb-choose")
    assert len(many.css("#domains + ul li")) == len(groups)


def test_the_home_page_shows_what_its_shard_holds_and_reads_nothing_else(real):
    home = Home()
    parts = real.parts(home)
    (shard,) = real.shards(home)
    own = PartsInMemory({entry_id: parts.parts[entry_id] for entry_id in shard.entries})
    alone = replace(real.site, catalogue=real.site.catalogue.only(shard.entries))
    shown = LexborHTMLParser(home_parts(alone, shard, own, "en", ""))

    assert home_parts(alone, shard, own, "zh", "zh/") == home_parts(real.site, shard, parts, "zh", "zh/")
    assert len(shown.css(".fb-myth")) == len(shard.entries) == MYTHS
    assert json.loads(shard.facts[0])["domains"].keys() == {entry.domain for entry in real.site.catalogue.entries}
