"""Myths: their lists, their pages, what one copies of them, and the addresses that stay."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from urllib.parse import urljoin

import pytest
from collected import collected
from selectolax.lexbor import LexborHTMLParser

from generator.evidence.store import Evidence as Recorded
from generator.judge.catalogue import judge_loaded, ref_of
from generator.render.entry_files import entry_files, entry_paths
from generator.render.findings import FALSE, findings_of, written
from generator.render.myth_pages import LINES, MOST, myth_pages, printed
from generator.render.myths import Myths
from generator.render.prose import first_sentences

CONTENT = Path(__file__).resolve().parents[1] / "content"


@pytest.fixture(scope="module")
def real():
    return collected(CONTENT)


@pytest.fixture(scope="module")
def pages(real):
    """Return what stands at the address of each myth, by path."""
    files = (file for entry in real.entries for file in myth_pages(real.site, entry))
    return {file.uri.removesuffix("index.html"): file.content.decode() for file in files}


@pytest.fixture(scope="module")
def myths(real):
    """Return every myth with its entry."""
    return [(entry, one) for entry in real.entries for one in findings_of(entry) if one.section in FALSE]


def linked(files):
    """Count the links of lists to pages of myths."""
    found = Counter()
    for uri, text in files.items():
        for node in LexborHTMLParser(text).css(".fb-myth__said a"):
            found[urljoin(f"/{uri}", node.attributes["href"]).lstrip("/")] += 1
    return found


# --- lists -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [7, 100])
def test_each_myth_stands_once_in_the_list_of_all_and_once_in_that_of_its_domain(real, myths, size):
    files = real.files(Myths(size))
    addresses = real.site.addresses
    every = {addresses.myth(entry.loaded.slug, one.id, code) for entry, one in myths for code in real.site.locales}

    domains = {uri: text for uri, text in files.items() if re.match(r"(zh/)?myths/(?!page/)[a-z]+/", uri)}
    whole = {uri: text for uri, text in files.items() if uri not in domains}
    assert len(every) == 2 * len(myths) > 400
    assert linked(whole) == linked(domains) == dict.fromkeys(every, 1)


def test_what_people_ask_about_most_comes_first_and_then_what_has_most_wordings_and_codes(real):
    (page, *_further) = [text for uri, text in real.files(Myths()).items() if uri == "myths/index.html"]
    slugs = [path.split("/")[1] for path in linked({"myths/index.html": page})]
    order = list(dict.fromkeys(slugs))
    often = [entry_id.partition("/")[2] for entry_id in real.site.catalogue.site.often]
    named = [slug for slug in order if slug in often]
    reach = {
        entry.loaded.slug: len(entry.loaded.entry.symptoms) + len(entry.loaded.entry.codes) for entry in real.entries
    }

    assert named == order[: len(named)] == sorted(named, key=often.index)
    others = [reach[slug] for slug in order[len(named) :]]
    assert others == sorted(others, reverse=True)
    assert len(set(others)) > 2


def test_the_list_says_how_many_there_are_of_each_kind_and_of_each_domain(real, myths):
    page = LexborHTMLParser(real.files(Myths())["myths/index.html"])
    counted = Counter(one.section for _entry, one in myths)
    heads = {node.attributes["id"]: int(node.css_first(".fb-note").text()) for node in page.css("h2[id]")}
    domains = Counter(entry.loaded.domain for entry in real.entries for _one in findings_of(entry))
    by_domain, by_verdict = (
        {
            node.attributes["href"].rpartition("#")[2].strip("/"): int(node.css_first(".fb-note").text())
            for node in nav.css("a")
            if node.css_first(".fb-note")
        }
        for nav in page.css(".fb-choose")
    )

    assert by_domain == domains
    assert {name: by_verdict[name] for name in FALSE} == counted
    assert heads.items() <= by_verdict.items()
    assert set(by_verdict) == {"refuted", "failed", "upheld"}


def test_what_is_true_is_one_click_away(real_site):
    listed = LexborHTMLParser((real_site / "myths/index.html").read_bytes())
    [link] = [node.attributes["href"] for node in listed.css(".fb-choose a") if "#upheld" in node.attributes["href"]]
    path, _mark, anchor = link.partition("#")

    assert LexborHTMLParser((real_site / "myths" / path / "index.html").read_bytes()).css_first(f"h2#{anchor}")


def test_few_pages_of_lists_show_one_entry(real):
    shards = real.shards(Myths(7))
    for entry in real.entries:
        showing = [shard for shard in shards if entry.id in shard.entries]
        assert len(showing) <= 6, "two lists of three sections"
    assert len(shards) > 60


# --- pages -------------------------------------------------------------------------------------


def test_every_myth_has_a_page_which_derives_from_ids_alone(real, myths, pages):
    for entry, one in myths:
        for code, prefix in (("en", ""), ("zh", "zh/")):
            path = f"{prefix}myths/{entry.loaded.slug}/{one.id}/"
            assert real.site.addresses.myth(entry.loaded.slug, one.id, code) == path
            assert LexborHTMLParser(pages[path]).css_first("h1 s")
    listed = {path for one in entry_paths(real.site) for path in one.paths.values() if "myths/" in path}
    assert listed == {path for path, text in pages.items() if "http-equiv" not in text}


def test_what_was_put_to_the_test_and_is_no_myth_redirects_to_its_place_in_the_entry(real, pages):
    upheld = [(entry, one) for entry in real.entries for one in findings_of(entry) if one.section == "upheld"]

    assert len(upheld) > 20
    for entry, one in upheld:
        path = real.site.addresses.myth(entry.loaded.slug, one.id, "zh")
        assert f'url=../../../{entry.id}/#{one.anchor}"' in pages[path]


def test_what_was_never_put_to_the_test_redirects_to_its_place_in_the_entry():
    never = collected(CONTENT, Recorded())
    entry = next(entry for entry in never.entries if entry.id == "pytorch/mat1-mat2-shapes")

    assert not any(item.verdict.source for item in entry.judged)
    places = {file.uri: file.content.decode() for file in myth_pages(never.site, entry)}
    assert len(places) == 2 * len(entry.loaded.entry.popular) > 0
    for claim in entry.loaded.entry.popular:
        assert f"/{entry.id}/#" in places[f"zh/myths/{entry.loaded.slug}/{claim}/index.html"]
    assert ref_of(entry).myths == ()


def test_a_page_shows_the_program_whole_and_the_lines_that_matter(myths, pages):
    ran = 0
    for entry, one in myths:
        page = LexborHTMLParser(pages[f"myths/{entry.loaded.slug}/{one.id}/"])
        item = next(item for item in entry.judged if item.anchor == one.anchor)
        if one.environment is None:
            assert item.verdict.source in [node.attributes["href"] for node in page.css("a[href]")]
            continue
        ran += 1
        assert page.css_first(".highlight code").text().strip() == item.snippet.text.strip()
        shown = page.css_first(".fb-terminal code").text()
        assert shown.startswith(f"$ {item.snippet.command}")
        assert len(shown.split("\n")) <= 1 + 2 * LINES
        error = item.verdict.observation.exception
        if error and error.line:
            assert error.line.split("\n")[-1].strip() in shown
    assert ran > 200


def test_of_a_long_output_the_end_is_shown_with_how_many_lines_are_left_out(real):
    observation = next(
        item.verdict.observation for entry in real.entries for item in entry.judged if item.verdict.observation
    )
    traceback = "Traceback (most recent call last):\n  File\n    y = x + 1\n{}ValueError: x"
    marked, traceback = traceback.format("        ~~^~~\n"), traceback.format("")
    lines = "".join(f"{number}\n" for number in range(100))
    raised = next(
        item.verdict.observation.exception
        for entry in real.entries
        for item in entry.judged
        if item.verdict.observation and item.verdict.observation.exception
    )
    long = observation.model_copy(
        update={"stdout": lines, "stderr": f"{lines}{marked}\n", "exception": raised, "signal": None}
    )
    killed = long.model_copy(update={"exception": None, "signal": "SIGABRT", "stderr": lines})

    assert printed(long).text.split("\n") == [*map(str, range(100 - LINES, 100)), *traceback.split("\n")]
    assert printed(long).left_out == 100 - LINES + 100 + 1
    assert printed(killed).text.split("\n")[LINES:] == [*map(str, range(LINES))]


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_a_reply_is_short_and_says_what_is_so_and_where_to_read_on(real, myths, pages, prefix):
    for entry, one in myths:
        path = f"{prefix}myths/{entry.loaded.slug}/{one.id}/"
        page = LexborHTMLParser(pages[path])
        reply = page.css_first(".fb-reply code").text()
        assert page.css_first(".fb-share button").attributes["data-clipboard-text"] == reply
        assert len(reply) <= MOST, path
        assert reply.startswith("> ")
        assert reply.endswith(real.site.addresses.absolute(path))
        assert len(reply.split("\n\n")[1]) > len("**refuted**: ")
        assert reply.count("`") % 2 == 0, path


def test_an_edit_of_an_entry_changes_its_own_pages_alone(real, pages):
    entry = next(entry for entry in real.entries if entry.id == "pytorch/cuda-out-of-memory")
    first = entry.loaded.entry.claims[0]
    claims = (first.model_copy(update={"text": {"en": "Other.", "zh": "其他。"}}), *entry.loaded.entry.claims[1:])
    loaded = replace(entry.loaded, entry=entry.loaded.entry.model_copy(update={"claims": claims}))
    after = {file.uri for file in entry_files(real.site, entry)}

    assert {uri for uri in after if "myths/" in uri} == {
        f"{path}index.html" for path in pages if f"myths/{entry.loaded.slug}/" in path
    }
    edited = judge_loaded(loaded, Recorded())
    assert {file.uri for file in myth_pages(real.site, edited)} <= after


# --- words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("One. Two. Three.", 9, "One. Two."),
        ("One. Two. Three.", 8, "One."),
        ("A sentence that is too long. Next.", 5, "A sentence that is too long."),
        ("第一句。第二句。", 16, "第一句。第二句。"),
        ("第一句。第二句。", 15, "第一句。"),
        ("No end", 3, "No end"),
    ],
)
def test_so_many_sentences_are_taken_as_fit(text, width, shown):
    assert first_sentences(text, width) == shown


@pytest.mark.parametrize(
    ("versions", "words"),
    [
        (None, ""),
        (("torch", ("2.1.2",)), "torch 2.1.2"),
        (("torch", tuple("12345")), "torch 1, 2, 3, 4, 5"),
        (("torch", tuple("123456")), "torch 1, 2 … 6"),
    ],
)
def test_versions_that_ran_are_named_and_are_no_range(versions, words):
    assert written(versions) == words


def test_versions_runs_and_what_came_out_otherwise_are_counted_from_the_evidence(myths):
    for entry, one in myths:
        item = next(item for item in entry.judged if item.anchor == one.anchor)
        same = [verdict for verdict in item.verdicts if verdict.ran and verdict.word == item.verdict.word]
        assert one.runs == sum(1 + len(verdict.observation.repeats) for verdict in same)
        assert one.otherwise == sum(verdict.ran and verdict.word != item.verdict.word for verdict in item.verdicts)
        name, versions = one.versions or ("", ())
        known = {
            version.partition("+")[0]
            for verdict in same
            for version in (*verdict.environment.distributions.values(), verdict.environment.python)
        }
        assert set(versions) <= known
        assert bool(name) == bool(same)
