"""The home page below the look-up box: counted numbers, a myth, the ways in, what waits for a GPU."""

import json
import re
from pathlib import Path

import pytest
from recorded import CPU, H200, commit, evidence_of, generator, raised
from selectolax.lexbor import LexborHTMLParser

PAGE = '# Home\n\n<div data-faultbook="find"></div>\n\n<div data-faultbook="home"></div>\n'
STATEMENT = "A number is always read."


@pytest.fixture
def home(good_content, tmp_path, monkeypatch):
    """Return a function that builds a site with a statement that runs refuted, and gives its home page."""
    root = good_content(tmp_path)
    (root / "pages").mkdir()
    (root / "pages" / "index.md").write_text(PAGE, encoding="utf-8")
    (root / "pages" / "index.zh.md").write_text(PAGE, encoding="utf-8")
    refuting = raised("word")
    commit(root, evidence_of(root, CPU, claim=refuting), evidence_of(root, H200, claim=refuting))
    monkeypatch.chdir(tmp_path)

    def build(path: str = "", often: str = "demo/first-entry"):
        site = root / "site.yaml"
        site.write_text(site.read_text(encoding="utf-8") + f"often: [{often}]\n", encoding="utf-8")
        done = generator("build", "--verify", "never")
        assert done.exit_code == 0, done.output
        return LexborHTMLParser((tmp_path / "site" / path / "index.html").read_text(encoding="utf-8"))

    return build


def links(page, selector):
    return [(a.attributes["href"], a.text()) for a in page.css(f"{selector} a")]


def test_it_shows_what_was_counted_a_myth_the_errors_and_the_domains(home):
    page = home()
    runs, backed, myths, *_ready = [node.text() for node in page.css(".fb-counts b")]
    assert (runs, backed.split(" of ")[0] != "0", myths) == ("8", True, "1")
    counted = re.search(
        r"(\d+) of (\d+) claims shown by a run, (\d+) by a source, (\d+) by neither",
        page.css(".fb-counts li")[1].text(),
    )
    assert counted
    by_run, claims, by_source, by_neither = counted.groups()
    grades = [
        one["grade"] for one in json.loads(Path("site/api/v1/entries/demo/first-entry.json").read_bytes())["claims"]
    ]
    assert int(by_run) == sum(grade in {"gpu", "run", "simulated"} for grade in grades)
    assert int(by_source) == grades.count("source")
    assert (int(by_neither), int(claims)) == (grades.count("nothing"), len(grades))
    assert links(page, ".fb-pills")[0][0] == "demo/first-entry/"
    assert links(page, ".fb-myth__said") == [("myths/first-entry/only-words/", f"“{STATEMENT}”")]
    assert page.css_first("template[data-copies=myths]")
    assert links(page, ".fb-domains")[0] == ("demo/", "Demonstrations 1 entry")
    assert links(page, ".fb-domains")[-1] == ("api/v1/entries.ndjson", "All entries in one file NDJSON")


def test_it_leads_to_the_pages_of_its_own_language(home):
    page = home("zh/")
    assert links(page, ".fb-pills")[0][0] == "demo/first-entry/"
    assert links(page, ".fb-domains")[0] == ("demo/", "示例 1 个条目")


def test_without_a_choice_the_first_entries_stand_below_the_box(home):
    assert [link for link, _title in links(home(often=""), ".fb-pills")] == ["demo/first-entry/"]
