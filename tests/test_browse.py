"""Ways into the entries: what they say, where they lead, and whether they fit a phone in a real Chromium."""

import contextlib
import json
import shutil
from urllib.parse import urljoin, urlsplit

import pytest
from collected import collected
from selectolax.lexbor import LexborHTMLParser
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from test_evidence_pages import CPU, FIRST, GPU, WORD, observed

from generator.build.site import build_site
from generator.content.loader import load_content
from generator.evidence.store import Evidence, write_evidence
from generator.render.browse_newest import Newest
from generator.render.browse_versions import Versions
from tools.browser import served, show_at_width

SECOND, ALONE = "demo/second-entry", "demo/third-entry"
MORE_CAUSES = """\
  - id: blank
    title: {en: The text is `empty`, zh: 文本为空}
    text: {en: Nothing is no number., zh: 空的也不是数字。}
    telltale: {en: "The log shows `''` and <nothing> & it goes on for more than one line.", zh: 只看到一对引号。}
  - id: never-seen
    title: {en: Something else, zh: 其他原因}
    text: {en: Nobody knows., zh: 无人知晓。}
    telltale: {en: None of the above., zh: 以上都不是。}
reproduce:
  - id: blank-word
    cause: blank
    snippet: reproduce.py
  - id: no-word
    cause: never-seen
    not_run: {reason: no-program, text: {en: Nothing shows it., zh: 无法展示。}}
"""
RELATED = """\
related:
  - {id: demo/second-entry, kind: leads-to, text: {en: It goes on., zh: 接着发生。}}
history:
  - {date: 2026-11-22, text: {en: A cause more., zh: 多一个原因。}}
"""


@pytest.fixture(scope="module")
def content(good_content, tmp_path_factory):
    """Write three entries: one with three causes that leads to the second, and one that stands alone."""
    root = good_content(tmp_path_factory.mktemp("browse"))
    first = root / "entries" / FIRST
    text = (first / "entry.yaml").read_text(encoding="utf-8")
    for name, recovery in ((SECOND, "reboot"), (ALONE, "none")):
        copy = shutil.copytree(first, root / "entries" / name)
        number = name.split("/")[1].split("-")[0]
        changed = text.replace("A word is read", f"The {number} word is read").replace("DEMO_STATUS", number.upper())
        changed = changed.replace("aliases: [DemoValueError]\n", "").replace("recovery: none", f"recovery: {recovery}")
        (copy / "entry.yaml").write_text(changed, encoding="utf-8")
    changed = text.replace("reproduce:\n", MORE_CAUSES).replace("cures: [word]", "cures: [word, blank-word]")
    (first / "entry.yaml").write_text(changed.replace("history:\n", RELATED), encoding="utf-8")
    programs = {entry.id: entry.snippets for entry in load_content(root).entries}
    evidence = Evidence()
    for entry_id, where in ((FIRST, CPU), (SECOND, CPU), (SECOND, GPU)):
        evidence.add(entry_id, where, observed(programs[entry_id]["reproduce.py"], where, WORD))
    write_evidence(root / "evidence", evidence)
    return root


@pytest.fixture(scope="module")
def site(content):
    with contextlib.chdir(content.parent):
        build_site(content, content.parent / "served" / "below")
    return content.parent / "served"


@pytest.fixture(scope="module")
def address(site):
    with served(site) as base:
        yield f"{base}below/"


def page(site, path):
    return LexborHTMLParser((site / "below" / path / "index.html").read_text(encoding="utf-8"))


def texts(nodes):
    return [" ".join(node.text().split()) for node in nodes]


# --- ways in -----------------------------------------------------------------------------------

WAYS = ("", "recovery/", "verdict/", "versions/", "newest/")


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_one_link_of_the_navigation_leads_to_all_ways_in_and_that_page_to_each(site, prefix):
    for start in (f"{prefix}", f"{prefix}{FIRST}/"):
        links = [urljoin(f"/{start}", node.attributes["href"]) for node in page(site, start).css(".md-nav a[href]")]
        assert f"/{prefix}browse/" in links
        assert [link for link in links if link.startswith(f"/{prefix}browse/")] == [f"/{prefix}browse/"]
    shown = page(site, f"{prefix}browse").css(".md-content a")
    links = {urlsplit(urljoin(f"/{prefix}browse/", node.attributes["href"])).path for node in shown}

    others = ("demo/", "e/", "evidence/", "myths/")
    assert links >= {f"/{prefix}{path}" for path in (*(f"browse/{way}" for way in WAYS[1:]), *others)}


@pytest.mark.parametrize(("prefix", "home"), [("", "Home"), ("zh/", "首页")])
def test_the_navigation_begins_with_the_home_page_in_one_word(site, prefix, home):
    for start in (prefix, f"{prefix}{FIRST}/"):
        first = page(site, start).css_first(".md-nav--primary .md-nav__list a")
        assert (texts([first]), urljoin(f"/{start}", first.attributes["href"])) == ([home], f"/{prefix}")


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_every_link_of_these_pages_leads_somewhere(site, prefix):
    pages = list((site / "below" / prefix / "browse").rglob("index.html"))
    entries = [site / "below" / prefix / entry / "index.html" for entry in (FIRST, SECOND)]
    dead = []
    for file in (*pages, *entries):
        here = "/" + file.relative_to(site / "below").as_posix().removesuffix("index.html")
        for node in LexborHTMLParser(file.read_text(encoding="utf-8")).css(".md-content a[href], body > p > a[href]"):
            target = urlsplit(urljoin(here, node.attributes["href"]))
            found = site / "below" / target.path.lstrip("/") / ("index.html" if target.path.endswith("/") else "")
            if target.netloc or target.query:
                continue
            if not found.exists() or (target.fragment and f'id="{target.fragment}"' not in found.read_text("utf-8")):
                dead.append((here, node.attributes["href"]))

    assert len(pages) == len(WAYS) + 2, "the list of all wordings, and the redirect at the former map's address"
    assert dead == []


def test_recovery_says_also_what_no_entry_needs(site):
    shown = page(site, "browse/recovery")

    assert [node.attributes["id"] for node in shown.css("h2")][:2] == ["replace-hardware", "reboot"]
    assert "No entry needs this." in shown.css_first("#replace-hardware + p").text()
    assert [node.attributes["href"] for node in shown.css("#reboot + ul a")] == [f"../../{SECOND}/"]


def test_what_has_not_been_run_is_named_with_the_reason(site):
    shown = page(site, "browse/verdict")
    links = [node.attributes["href"] for node in shown.css("#other-reasons + ul ul a")]

    assert f"../../{FIRST}/#workaround-check-digits" in links
    assert f"../../{FIRST}/#reproduce-word" not in links
    reasons = texts(shown.css("#other-reasons + ul > li:first-child li"))
    assert "Reproduction (no-word): Nothing shows it." in reasons
    assert "Workaround (check-digits): no run is recorded yet" in reasons


def test_a_program_that_uses_no_framework_is_listed_under_none(content):
    assert collected(content).parts(Versions()).ids == ()


def test_the_newest_day_comes_first_with_its_runs(content):
    (shard,) = collected(content).shards(Newest())
    days = json.loads(shard.facts[0])

    assert [(day, sum(changes.values()), runs, environments) for day, runs, environments, changes in days] == [
        ("2026-11-22", 1, 0, 0),
        ("2026-11-21", 3, 3, 2),
    ]


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_the_former_maps_address_redirects_and_asks_not_to_be_listed(site, prefix):
    old = page(site, f"{prefix}browse/map")

    assert old.css_first("meta[http-equiv=refresh]").attributes["content"] == "0; url=../"
    assert [node.attributes["href"] for node in old.css("a")] == ["../"]
    assert old.css_first("meta[name=robots]").attributes["content"] == "noindex"
    assert old.css_first("html").attributes["lang"] == ("zh" if prefix else "en")
    assert "browse/map" not in (site / "below/sitemap.xml").read_text(encoding="utf-8")


# --- in a browser ------------------------------------------------------------------------------


@pytest.mark.browser
@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_a_browser_at_the_former_maps_address_ends_on_the_list_of_ways_in(driver, address, prefix):
    driver.get(f"{address}{prefix}browse/map/#first-entry")
    WebDriverWait(driver, 10).until(lambda shown: shown.find_elements(By.CSS_SELECTOR, "h1#content"))

    assert urlsplit(driver.current_url).path == f"/below/{prefix}browse/"


@pytest.mark.browser
def test_pages_fit_a_phone(driver, address):
    wide = {}
    for path in (*(f"browse/{way}" for way in WAYS), "zh/browse/", f"{FIRST}/"):
        driver.get(address + path)
        show_at_width(driver, 360)
        wide[path] = driver.execute_script("return document.documentElement.scrollWidth")

    assert set(wide.values()) == {360}
