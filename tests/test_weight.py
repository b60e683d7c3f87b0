"""What an entry's page weighs, and what of it is collapsed where it would weigh more."""

import base64
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from web import compressed

from generator.publish.output import SiteFile
from generator.render.weight import DEGRADATION_STEPS, PAGE_BUDGET, WeighedPage, fit_to_budget, steps
from tools.browser import served

LOCALES = {"": "en", "zh/": "zh"}


CLAIMS = ["claim-1", "claim-2"]
ALL_STEPS = {*DEGRADATION_STEPS[-1]}


def incompressible(size, seed=0):
    """Return a text that weighs so many bytes after gzip too, up to a percent."""
    return base64.b64encode(random.Random(seed).randbytes(size)).decode()


def page_with(text, parts):
    """Return a page of a text and of these parts, by their full form."""
    marked = "\n".join(f'<fb-part name="{name}"><p>short</p><fb-or>{full}<fb-end>' for name, full in parts.items())
    return WeighedPage(f"{text}\n{marked}", lambda body: SiteFile.text("page", body))


def least_that_fits(pages):
    """Return the first step with which every page is within its budget, or the last, by weighing all of them."""
    tried = list(steps(CLAIMS))
    fits = (step for step in tried if all(compressed(page.file(step).content) <= PAGE_BUDGET for page in pages))
    return next(fits, tried[-1])


@pytest.mark.parametrize(
    ("text", "weights", "collapsed"),
    [
        (PAGE_BUDGET - 300, {}, set()),
        (PAGE_BUDGET - 1000, {"claims": 2000}, {"claims"}),
        (PAGE_BUDGET - 1000, {"claims": 500, "outputs": 2000}, {"outputs"}),
        (PAGE_BUDGET - 1000, {"claims": 2000, "outputs": 2000}, {"claims", "outputs"}),
        (PAGE_BUDGET - 1000, {"claims": 2000, "programs": 2000}, {"claims", "outputs", "programs"}),
        (PAGE_BUDGET - 1200, {"claim-1": 900, "claim-2": 2000}, {*ALL_STEPS, "claim-2"}),
        (PAGE_BUDGET - 1000, {"claim-1": 2000, "claim-2": 900}, {*ALL_STEPS, *CLAIMS}),
        (PAGE_BUDGET + 1000, {"claims": 1}, {*ALL_STEPS, *CLAIMS}),
    ],
)
@pytest.mark.parametrize("order", [1, -1])
def test_no_more_is_collapsed_than_the_heaviest_page_of_an_entry_needs(text, weights, collapsed, order):
    parts = {name: incompressible(size, name) for name, size in weights.items()}
    pages = [page_with(incompressible(text), parts), page_with("light", dict.fromkeys(parts, "light"))][::order]

    assert fit_to_budget(pages, CLAIMS) == collapsed
    assert least_that_fits(pages) == collapsed


@settings(max_examples=60, deadline=None)
@given(
    text=st.integers(PAGE_BUDGET - 3000, PAGE_BUDGET + 500),
    weights=st.dictionaries(st.sampled_from([*sorted(ALL_STEPS), *CLAIMS]), st.integers(0, 1500)),
    repeated=st.integers(0, 40),
)
def test_a_step_that_is_not_weighed_would_have_been_too_heavy(text, weights, repeated):
    text = incompressible(text)
    parts = {
        name: incompressible(size, name) + text[:size] + "<b>the same in every part</b>" * repeated
        for name, size in weights.items()
    }
    pages = [page_with(text, parts)]

    assert fit_to_budget(pages, CLAIMS) == least_that_fits(pages)


def test_a_part_inside_of_another_goes_with_it():
    inner = '<fb-part name="claims">little<fb-or>all<fb-end>'
    page = WeighedPage(f'a<fb-part name="claim-1">b<fb-or>c{inner}d<fb-end>e', lambda body: SiteFile.text("", body))
    texts = {names: page.file(frozenset(names)).content.decode() for names in ((), ("claims",), ("claim-1", "claims"))}

    assert texts == {(): "acallde\n", ("claims",): "aclittlede\n", ("claim-1", "claims"): "abe\n"}


@pytest.fixture(scope="module")
def entries(real_site):
    return [entry["id"] for entry in json.loads((real_site / "api/v1/index.json").read_bytes())["entries"]]


@pytest.fixture(scope="module")
def pages(real_site, entries):
    """Read the page of every entry, and that of its runs, which an entry without programs does not have."""
    entry_pages = [f"{prefix}{entry}/" for prefix in LOCALES for entry in entries]
    names = [*entry_pages, *(f"{name}runs/" for name in entry_pages if (real_site / name / "runs").exists())]
    return {name: LexborHTMLParser((real_site / name / "index.html").read_text(encoding="utf-8")) for name in names}


def squeezed(text):
    """Return the letters of Markdown or HTML without blanks."""
    html = text if text.startswith("<") else MarkdownIt().render(text)
    return "".join(LexborHTMLParser(html).body.text().split())


def findings(page):
    """Return the anchors of the claims whose findings are folded."""
    return [link.attributes["href"].partition("#")[2] for link in page.css(".fb-claim > .fb-words .fb-elsewhere > a")]


def test_every_entry_is_within_its_budget_and_most_need_to_fold_no_finding(real_site, entries, pages):
    weights = {
        f"{prefix}{entry}": compressed((real_site / prefix / entry / "index.html").read_bytes())
        for prefix in LOCALES
        for entry in entries
    }
    folded = [entry for entry in entries if findings(pages[f"{entry}/"])]

    assert {page: weight for page, weight in weights.items() if weight > PAGE_BUDGET} == {}
    assert len(folded) < len(entries) / 4


def test_the_same_is_folded_in_every_language(entries, pages):
    for entry in entries:
        folded = {
            prefix: [link.attributes["href"] for link in pages[f"{prefix}{entry}/"].css(".fb-elsewhere > a")]
            for prefix in LOCALES
        }
        assert folded[""] == folded["zh/"]


@pytest.mark.parametrize("prefix", LOCALES)
def test_a_finding_stands_on_the_entry_or_is_linked_to_where_it_stands(real_site, entries, pages, prefix):
    seen = 0
    for entry in entries:
        folded = set(findings(pages[f"{prefix}{entry}/"]))
        for claim in json.loads((real_site / "api/v1/entries" / f"{entry}.json").read_bytes())["claims"]:
            anchor = f"{claim['role']}-{claim['id']}"
            if claim["role"] != "claim":
                continue
            where = pages[f"{prefix}{entry}/runs/"] if anchor in folded else pages[f"{prefix}{entry}/"]
            heading = where.css_first(f"h3[id='{anchor}']")
            assert squeezed(claim["finding"][LOCALES[prefix]]) in squeezed(heading.parent.html), (entry, anchor)
            seen += 1
    assert seen


def test_a_folded_claim_shows_every_verdict_that_stands_in_the_fold(entries, pages):
    seen = differing = 0
    for entry in entries:
        for link in pages[f"{entry}/"].css("section.fb-claim > details > .fb-elsewhere > a[href*='#claim-']"):
            anchor = link.attributes["href"].partition("#")[2].removesuffix("_run")
            if "_" in anchor:
                continue  # a program or a run by itself
            signs = [
                {chip.text().strip() for chip in page.css_first(f"h3[id='{anchor}']").parent.css(".fb-chip")}
                for page in (pages[f"{entry}/"], pages[f"{entry}/runs/"])
            ]
            assert signs[0] == signs[1], (entry, anchor)
            seen += 1
            differing += len(signs[0]) > 1
    assert seen
    assert differing


def test_folded_sources_stand_on_the_page_of_runs(entries, pages):
    folded = [entry for entry in entries if pages[f"{entry}/"].css(".fb-fold:has(#sources) .fb-words .fb-elsewhere")]
    for entry in entries:
        if not pages[f"{entry}/"].css("#sources"):  # a new entry may have none yet
            continue
        if f"{entry}/runs/" not in pages:
            assert entry not in folded, "a page that does not exist cannot show what was folded"
            continue
        [listed] = pages[f"{entry}/runs/"].css("[data-part='sources'] > ul")
        if entry not in folded:
            assert listed.html == pages[f"{entry}/"].css_first(".fb-fold:has(#sources) > ul").html
    assert 0 < len(folded) < len(entries) / 4


@pytest.mark.browser
@pytest.mark.parametrize("prefix", LOCALES)
def test_who_is_led_to_a_folded_claim_reads_what_was_found(real_site, entries, pages, prefix, driver):
    entry = max(entries, key=lambda entry: len(findings(pages[f"{prefix}{entry}/"])))
    anchor, other = findings(pages[f"{prefix}{entry}/"])[:2]
    there = pages[f"{prefix}{entry}/runs/"].css_first(f"[data-part='{anchor}']")
    with served(real_site) as base:
        driver.get(f"{base}{prefix}{entry}/#{anchor}")
        place = driver.find_element(By.CSS_SELECTOR, f"h3[id='{anchor}'] ~ .fb-words")
        WebDriverWait(driver, 10).until(lambda _: not place.find_elements(By.CLASS_NAME, "fb-elsewhere"))
        assert place.find_element(By.TAG_NAME, "p").text == " ".join(there.css_first("p").text().split())
        assert place.find_elements(By.CSS_SELECTOR, ".highlight") != []
        assert driver.find_elements(By.CSS_SELECTOR, f"h3[id='{other}'] ~ .fb-words[open]") == []

        driver.execute_script("location.hash = arguments[0]", other)
        place = driver.find_element(By.CSS_SELECTOR, f"h3[id='{other}'] ~ .fb-words")
        WebDriverWait(driver, 10).until(lambda _: not place.find_elements(By.CLASS_NAME, "fb-elsewhere"))


@pytest.mark.browser
def test_paper_has_the_text_of_what_was_found_and_no_program_of_it(real_site, entries, pages, driver):
    entry = next(entry for entry in entries if findings(pages[f"{entry}/"]))
    anchors = findings(pages[f"{entry}/"])
    with served(real_site) as base:
        driver.get(f"{base}{entry}/")
        driver.execute_cdp_cmd("Page.printToPDF", {})
        assert driver.find_elements(By.CSS_SELECTOR, ".fb-words .fb-elsewhere") == []
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        for anchor in anchors:
            place = driver.find_element(By.CSS_SELECTOR, f"h3[id='{anchor}'] ~ .fb-words")
            driver.execute_script(
                "for (const one of document.querySelectorAll('details')) one.open = true"
            )  # as the theme does where a page is printed
            [text] = pages[f"{entry}/runs/"].css(f"[data-part='{anchor}'] > p:not([class])")[:1]
            shown = [node for node in place.find_elements(By.CSS_SELECTOR, ":scope > p") if node.is_displayed()]
            assert text.text() in [node.get_property("textContent") for node in shown]
            assert not any(node.is_displayed() for node in place.find_elements(By.TAG_NAME, "pre"))
