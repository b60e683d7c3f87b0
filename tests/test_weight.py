"""What an entry's page weighs, and what gives way where it would weigh more."""

import json
import random

import pytest
from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from generator.publish.output import SiteFile
from generator.render.weight import AIM, STEPS, compressed, steps, within_the_aim
from tools.browser import browser, served

LOCALES = {"": "en", "zh/": "zh"}


def bytes_of(size, seed=0):
    """Return bytes that cannot be compressed."""
    return random.Random(seed).randbytes(size)


def rendered(weights):
    """Return a renderer of two pages: the second has these parts, by their bytes, where they are not folded."""
    asked = []

    def render(folds):
        asked.append(folds)
        heavy = sum(size for part, size in weights.items() if part not in folds)
        return [SiteFile("light", b"x"), SiteFile("heavy", bytes_of(heavy))]

    return render, asked


@pytest.mark.parametrize(
    ("weights", "folded"),
    [
        ({"text": AIM - 100}, set()),
        ({"text": AIM - 1000, "claims": 2000}, {"claims"}),
        ({"text": AIM - 1000, "claims": 500, "outputs": 2000}, {"outputs"}),
        ({"text": AIM - 1000, "claims": 2000, "outputs": 2000}, {"claims", "outputs"}),
        ({"text": AIM - 1000, "claims": 2000, "programs": 2000}, {"claims", "outputs", "programs"}),
        ({"text": AIM - 1000, "claim-1": 900, "claim-2": 2000}, {*STEPS[-1], "claim-2"}),
        ({"text": AIM - 1000, "claim-1": 2000, "claim-2": 900}, {*STEPS[-1], "claim-1", "claim-2"}),
        ({"text": AIM + 1000, "claims": 1}, {*STEPS[-1], "claim-1", "claim-2"}),
    ],
)
def test_no_more_gives_way_than_the_heaviest_page_of_an_entry_needs(weights, folded):
    render, asked = rendered(weights)
    pages = within_the_aim(render, ["claim-1", "claim-2"])

    assert asked[-1] == folded
    assert asked == list(steps(["claim-1", "claim-2"]))[: len(asked)]
    assert compressed(pages[1].content) - sum(size for part, size in weights.items() if part not in folded) < 100


@pytest.fixture(scope="module")
def entries(real_site):
    return [entry["id"] for entry in json.loads((real_site / "api/v1/index.json").read_bytes())["entries"]]


@pytest.fixture(scope="module")
def pages(real_site, entries):
    names = [f"{prefix}{entry}/{part}" for prefix in LOCALES for entry in entries for part in ("", "runs/")]
    return {name: LexborHTMLParser((real_site / name / "index.html").read_text(encoding="utf-8")) for name in names}


def squeezed(text):
    """Return the letters of Markdown or HTML without blanks."""
    html = text if text.startswith("<") else MarkdownIt().render(text)
    return "".join(LexborHTMLParser(html).body.text().split())


def findings(page):
    """Return the anchors of the claims whose findings are folded."""
    return [link.attributes["href"].partition("#")[2] for link in page.css(".fb-claim > .fb-words .fb-elsewhere > a")]


def test_every_entry_is_within_the_aim_and_most_need_to_fold_no_finding(real_site, entries, pages):
    weights = {
        f"{prefix}{entry}": compressed((real_site / prefix / entry / "index.html").read_bytes())
        for prefix in LOCALES
        for entry in entries
    }
    folded = [entry for entry in entries if findings(pages[f"{entry}/"])]

    assert {page: weight for page, weight in weights.items() if weight > AIM} == {}
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
        [listed] = pages[f"{entry}/runs/"].css("[data-part='sources'] > ul")
        if entry not in folded:
            assert listed.html == pages[f"{entry}/"].css_first(".fb-fold:has(#sources) > ul").html
    assert 0 < len(folded) < len(entries) / 4


@pytest.mark.browser
@pytest.mark.parametrize("prefix", LOCALES)
def test_who_is_led_to_a_folded_claim_reads_what_was_found(real_site, entries, pages, prefix):
    entry = max(entries, key=lambda entry: len(findings(pages[f"{prefix}{entry}/"])))
    anchor, other = findings(pages[f"{prefix}{entry}/"])[:2]
    there = pages[f"{prefix}{entry}/runs/"].css_first(f"[data-part='{anchor}']")
    with served(real_site) as base, browser() as driver:
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
def test_paper_has_the_text_of_what_was_found_and_no_program_of_it(real_site, entries, pages):
    entry = next(entry for entry in entries if findings(pages[f"{entry}/"]))
    anchors = findings(pages[f"{entry}/"])
    with served(real_site) as base, browser() as driver:
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
