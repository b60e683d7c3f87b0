"""Ways into the entries, the map of errors: what they say, and how they look in a real Chromium."""

import contextlib
import re
import shutil
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import material
import pytest
from selectolax.lexbor import LexborHTMLParser
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from test_evidence_pages import CPU, FIRST, GPU, WORD, observed

from generator.build import build_site, judged_catalogue
from generator.content.loader import load_content
from generator.evidence.store import Evidence, write_evidence
from generator.render.addresses import Addresses
from generator.render.browse import by_recovery, newest, packages_of
from generator.render.entry import label_values
from generator.render.map import error_map
from generator.render.templates import Words, render
from tools.browser import browser, served, show_at_width, use_scheme

ROOT = Path(__file__).resolve().parents[1]
STYLE = ROOT / "site_overrides/assets/faultbook.css"
KB = 1024
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
"""
RELATED = """\
related:
  - {id: demo/second-entry, kind: leads-to, text: {en: It goes on., zh: 接着发生。}}
history:
  - {date: 2026-11-22, text: {en: A cause more., zh: 多一个原因。}}
"""
# Boxes that hold text: what reaches out of them, which overlap, and letters too weak for their ground.
MEASURE = """
const wrong = [];
const inside = node => {
  if (node.matches('rect')) return node.parentNode.querySelector('text').getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
};
for (const svg of document.querySelectorAll('.fb-figure svg')) {
  if (!svg.getClientRects().length) continue;
  const boxes = [...svg.querySelectorAll('rect, foreignObject > *')].map(node => [node, node.getBoundingClientRect()]);
  for (const [node, box] of boxes) {
    const letters = inside(node);
    if (letters.left < box.left || letters.right > box.right || letters.top < box.top || letters.bottom > box.bottom)
      wrong.push('out of its box: ' + (node.textContent || node.parentNode.textContent));
  }
  boxes.forEach(([, a], index) => boxes.slice(index + 1).forEach(([node, b]) => {
    if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
      wrong.push('overlaps another: ' + (node.textContent || node.parentNode.textContent));
  }));
  const whole = svg.getBoundingClientRect();
  for (const path of svg.querySelectorAll('path')) {
    const line = path.getBoundingClientRect();
    if (line.left < whole.left - 1 || line.right > whole.right + 1) wrong.push('leaves the drawing: ' + path.outerHTML);
  }
}
return wrong;
"""
WEAK = """
const parse = value => value.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => {
  const f = v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b);
};
const ground = light(parse(getComputedStyle(document.body).backgroundColor));
const ratio = colour => {
  const [a, b] = [light(parse(colour)), ground].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
};
const found = [];
for (const node of document.querySelectorAll('.fb-figure text, .fb-figure tspan'))
  if (ratio(getComputedStyle(node).fill) < 4.5) found.push(node.textContent);
for (const node of document.querySelectorAll('.fb-figure foreignObject *'))
  if (ratio(getComputedStyle(node).color) < 4.5) found.push(node.textContent);
for (const node of document.querySelectorAll('.fb-figure path, .fb-map__key path'))
  if (ratio(getComputedStyle(node).stroke) < 3) found.push(node.getAttribute('class'));
return found;
"""


@pytest.fixture(scope="module")
def content(good_content, tmp_path_factory):
    """Write three entries: one with three causes that leads to the second, and one that stands alone."""
    root = good_content(tmp_path_factory.mktemp("pictures"))
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
        build_site(load_content(content), content.parent / "served" / "below")
    return content.parent / "served"


@pytest.fixture(scope="module")
def address(site):
    with served(site) as base:
        yield f"{base}below/"


@pytest.fixture(scope="module")
def driver():
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def catalogue():
    return judged_catalogue(load_content(ROOT / "content"))


def page(site, path):
    return LexborHTMLParser((site / "below" / path / "index.html").read_text(encoding="utf-8"))


def texts(nodes):
    return [" ".join(node.text().split()) for node in nodes]


# --- ways in -----------------------------------------------------------------------------------

WAYS = ("", "recovery/", "verdict/", "versions/", "newest/", "map/")


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_one_link_of_the_navigation_leads_to_all_ways_in_and_that_page_to_each(site, prefix):
    for start in (f"{prefix}", f"{prefix}{FIRST}/"):
        links = [urljoin(f"/{start}", node.attributes["href"]) for node in page(site, start).css(".md-nav a[href]")]
        assert f"/{prefix}browse/" in links
        assert [link for link in links if link.startswith(f"/{prefix}browse/")] == [f"/{prefix}browse/"]
    shown = page(site, f"{prefix}browse").css(".md-content a")
    links = {urlsplit(urljoin(f"/{prefix}browse/", node.attributes["href"])).path for node in shown}

    others = ("demo/", "e/", "evidence/", "find/", "found/")
    assert links >= {f"/{prefix}{path}" for path in (*(f"browse/{way}" for way in WAYS[1:]), *others)}


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_every_link_of_these_pages_leads_somewhere(site, prefix):
    pages = list((site / "below" / prefix / "browse").rglob("index.html"))
    entries = [site / "below" / prefix / entry / "index.html" for entry in (FIRST, SECOND)]
    dead = []
    for file in (*pages, *entries):
        here = "/" + file.relative_to(site / "below").as_posix().removesuffix("index.html")
        for node in LexborHTMLParser(file.read_text(encoding="utf-8")).css(".md-content a[href]"):
            target = urlsplit(urljoin(here, node.attributes["href"]))
            found = site / "below" / target.path.lstrip("/") / ("index.html" if target.path.endswith("/") else "")
            if target.netloc or target.query:
                continue
            if not found.exists() or (target.fragment and f'id="{target.fragment}"' not in found.read_text("utf-8")):
                dead.append((here, node.attributes["href"]))

    assert len(pages) == len(WAYS)
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
    assert "no run is recorded yet" in shown.css_first("#other-reasons + ul ul li").text()


def test_versions_keep_what_was_tested_apart_from_what_is_stated(catalogue):
    packages = {package.name: package for package in packages_of(catalogue)}
    torch = packages["torch"]
    versions = [version for version, _tested in torch.tested]

    assert versions == sorted(versions, key=lambda text: [int(part) for part in text.split(".")], reverse=True)
    assert "2.11.0" in versions
    assert "0.10.2" in [version for version, _tested in packages["jax"].tested]
    assert all(row.package == "torch" for _entry, rows in torch.stated for row in rows)
    oom = [entry.id for entry, _rows in torch.stated]
    assert "pytorch/cuda-out-of-memory" in oom


def test_a_program_that_uses_no_framework_is_listed_under_none(content):
    assert packages_of(judged_catalogue(load_content(content))) == ()


def test_the_newest_day_comes_first_with_its_runs(content):
    days = newest(judged_catalogue(load_content(content)))

    assert [(str(day.date), len(day.changes), day.runs, day.environments) for day in days] == [
        ("2026-11-22", 1, 0, 0),
        ("2026-11-21", 3, 3, 2),
    ]


def test_every_entry_is_under_each_recovery_that_a_cause_of_it_needs(catalogue):
    found = [(one.entry.id, recovery) for recovery, all_of_it in by_recovery(catalogue).items() for one in all_of_it]
    needed = {
        (entry.id, entry.loaded.entry.recovery_of(cause))
        for entry in catalogue.entries
        for cause in entry.loaded.entry.causes
    }

    assert len(found) == len(set(found))
    assert set(found) == needed
    assert len(found) > len(catalogue.entries)
    assert by_recovery(catalogue)["reboot"]


# --- the map -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prefix", "title", "words", "text"),
    [
        ("", "The second word is read as a number", "can lead to", "It goes on."),
        ("zh/", "把单词当成数字读取", "可能引发", "接着发生。"),
    ],
)
def test_the_map_has_a_name_for_each_entry_and_a_table_that_says_the_same(site, prefix, title, words, text):
    shown = page(site, f"{prefix}browse/map")
    names = shown.css(".fb-map svg a")

    assert [(node.attributes["id"], node.css_first("text").text()) for node in names] == [
        ("first-entry", "first-entry"),
        ("second-entry", "second-entry"),
    ]
    assert names[1].css_first("title").text() == title
    assert [node.attributes["class"].split()[0] for node in shown.css(".fb-map path")] == ["leads-to"]
    cells = shown.css(".fb-map details td")
    assert texts(cells)[2] == title
    assert words in cells[1].text()
    assert text in cells[1].text()
    assert [node.attributes["href"] for node in shown.css("#alone + ul a")] == [f"../../{ALONE}/"]


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_the_map_of_all_entries_stays_small_and_shows_each_once_as_its_own(catalogue, locale):
    shown = LexborHTMLParser(rendered_map(catalogue, locale))
    svgs = re.findall(r"<svg viewBox=\"0 0 340.*?</svg>", rendered_map(catalogue, locale), re.DOTALL)
    own = [node.attributes["id"] for node in shown.css(".fb-map svg a[id]")]

    assert sum(len(svg.encode()) for svg in svgs) <= 60 * KB
    assert len(own) == len(set(own)) == len(catalogue.entries) - len(shown.css("#alone + ul li"))


def rendered_map(catalogue, locale):
    words = Words(catalogue, Addresses(catalogue.site), locale, "browse/map/")
    return render("browse_map.html", words, title="map", map=error_map(catalogue), **label_values())


# --- in a browser ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def all_pictures(catalogue, tmp_path_factory):
    """Write a page per language with every picture of the real content, without what stands around it."""
    folder = tmp_path_factory.mktemp("all")
    shutil.copy(STYLE, folder / "faultbook.css")
    (theme,) = (Path(material.__file__).parent / "templates/assets/stylesheets").glob("main.*.min.css")
    shutil.copy(theme, folder / "theme.css")
    for locale in ("en", "zh"):
        body = rendered_map(catalogue, locale)
        html = (
            f'<!doctype html><html lang="{locale}"><meta charset="utf-8"><link rel="stylesheet" href="theme.css">'
            '<link rel="stylesheet" href="faultbook.css">'
            "<style>body{margin:16px}.fb-map{width:900px}</style>"
            f'<body class="md-typeset" data-md-color-scheme="default">{body}'
        )
        (folder / f"{locale}.html").write_text(html, encoding="utf-8")
    return folder


@pytest.mark.browser
@pytest.mark.parametrize("locale", ["en", "zh"])
def test_no_text_leaves_its_box_and_no_boxes_overlap_in_any_picture(driver, all_pictures, locale):
    show_at_width(driver, 1440)
    driver.get((all_pictures / f"{locale}.html").as_uri())

    assert driver.find_elements(By.CSS_SELECTOR, ".fb-figure rect") != []
    assert driver.execute_script(MEASURE) == []


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("path", ["browse/map/", "zh/browse/map/"])
def test_pictures_are_readable_in_both_schemes(driver, address, path, scheme):
    use_scheme(driver, scheme)
    driver.get(address + path)
    show_at_width(driver, 1440)

    assert driver.find_element(By.TAG_NAME, "body").get_attribute("data-md-color-scheme") == scheme
    assert driver.find_elements(By.CSS_SELECTOR, ".fb-figure text") != []
    assert driver.execute_script(WEAK) == []
    assert driver.execute_script(MEASURE) == []


@pytest.mark.browser
def test_names_are_reached_with_the_keyboard_and_leave_only_their_own_lines(driver, address, all_pictures):
    driver.get(f"{address}browse/map/#first-entry")
    driver.find_element(By.CSS_SELECTOR, "#first-entry").send_keys(Keys.TAB)
    assert driver.execute_script("return document.activeElement.id") == "second-entry"

    driver.get((all_pictures / "en.html").as_uri())
    driver.execute_script("document.querySelector('#cuda-out-of-memory').focus()")
    faint = """
    const name = document.querySelector('#cuda-out-of-memory'), own = name.classList[0];
    return [...name.closest('svg').querySelectorAll('path')].map(
      path => [path.classList.contains(own), getComputedStyle(path).opacity === '1']);
    """
    lines = driver.execute_script(faint)
    assert {True, False} == {mine for mine, _clear in lines}
    assert all(mine == clear for mine, clear in lines)


@pytest.mark.browser
def test_pages_fit_a_phone(driver, address):
    wide = {}
    for path in (*(f"browse/{way}" for way in WAYS), "zh/browse/map/", f"{FIRST}/"):
        driver.get(address + path)
        show_at_width(driver, 360)
        wide[path] = driver.execute_script("return document.documentElement.scrollWidth")

    assert set(wide.values()) == {360}
