"""The questions for readers without a message, in Chromium: every way ends, can be sent, and needs no scripts."""

import re

import pytest
from selenium.webdriver.common.by import By

from generator.content.loader import load_start
from generator.paths import ROOT
from tools.browser import served, show_at_width

pytestmark = pytest.mark.browser
ENDS = "return [...document.querySelectorAll('.fb-ends h2')].filter(one => one.checkVisibility()).map(({ id }) => id)"
ASKED = "return [...document.querySelectorAll('.fb-question')].filter(one => one.checkVisibility()).map(({ id }) => id)"
# Taps through every way and returns, for each: what was asked, where it ended, the address.
WALK = """
const isSeen = (one) => one.checkVisibility();
const seen = (selector) => [...document.querySelectorAll(selector)].filter(isSeen).map(({ id }) => id);
const ways = [];
const walk = (question) => {
  for (const link of question.querySelectorAll(".fb-answers a")) {
    link.click();
    const next = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (next.matches(".fb-question")) walk(next);
    else ways.push([seen(".fb-question"), seen(".fb-ends h2"), next.id, location.hash]);
  }
};
walk(document.querySelector(".fb-question"));
return ways;
"""


@pytest.fixture(scope="module")
def address(real_site):
    with served(real_site) as base:
        yield base


@pytest.fixture
def driver(own_tab):
    show_at_width(own_tab, 390, 800)
    yield own_tab
    errors = [entry["message"] for entry in own_tab.get_log("browser") if entry["level"] == "SEVERE"]
    assert [error for error in errors if "favicon" not in error] == []


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_every_way_ends_within_four_questions_at_a_block_of_its_own(driver, address, prefix):
    start, _problems = load_start(ROOT / "content")
    driver.get(f"{address}{prefix}start/")
    assert driver.execute_script(ASKED) == [f"question-{start.questions[0].id}"]
    assert driver.execute_script(ENDS) == []
    ways = driver.execute_script(WALK)

    assert len(ways) == sum(not answer.question for one in start.questions for answer in one.answers)
    assert all(shown == [end] for _asked, shown, end, _hash in ways)
    assert max(len(asked) for asked, *_end in ways) == 4  # the summary says so
    assert len(start.questions) == 7
    ends = [one.get_attribute("id") for one in driver.find_elements(By.CSS_SELECTOR, ".fb-ends h2")]
    assert {end for _asked, _shown, end, _hash in ways} == set(ends)


def test_a_path_that_was_sent_shows_its_questions_and_its_end_and_another_answer_takes_the_end_away(driver, address):
    driver.get(f"{address}start/")
    asked, shown, _end, sent = next(way for way in driver.execute_script(WALK) if len(way[0]) == 4)
    driver.get("about:blank")
    driver.get(f"{address}start/{sent}")
    assert [driver.execute_script(ASKED), driver.execute_script(ENDS)] == [asked, shown]
    answers = driver.find_elements(By.CSS_SELECTOR, f"#{asked[1]} .fb-answers a")
    other = next(one for one in answers if one.get_attribute("hash") == "#question-jax")
    for width in (1440, 390):
        show_at_width(driver, width, 800)
        assert not other.is_displayed()  # of a question that has been answered, the chosen answer alone is shown
    next(one for one in answers if one.get_attribute("aria-current")).click()
    assert [driver.execute_script(ASKED), driver.execute_script(ENDS)] == [asked[:2], []]
    other.click()

    assert [driver.execute_script(ASKED), driver.execute_script(ENDS)] == [[*asked[:2], "question-jax"], []]


def test_without_scripts_it_is_a_list_of_links_that_all_lead_somewhere(real_site):
    body = (real_site / "start/index.html").read_text(encoding="utf-8")
    targets = re.findall(r'<a href="#([^"]+)" data-answer', body)

    assert len(targets) > 20
    assert set(targets) - set(re.findall(r' id="([^"]+)"', body)) == set()


def test_advice_is_marked_as_from_a_source_and_an_entry_is_linked_at_its_cause(real_site):
    body = (real_site / "start/index.html").read_text(encoding="utf-8")
    blocks = dict(re.findall(r'<h2 id="([^"]+)">.*?</h2>(.*?)</section>', body, re.DOTALL))
    start, _problems = load_start(ROOT / "content")

    for advice in start.advice:
        marks = re.findall(r'class="fb-chip ([^"]+)" href="([^"]+)"', blocks[f"advice-{advice.id}"])
        assert marks == ([("fb-quoted", advice.basis)] if advice.basis else [])
    end = blocks["entry-no-nvidia-driver_container-without-gpu"]
    assert 'href="../pytorch/no-nvidia-driver/#cause-container-without-gpu"' in end
    assert "docker run --rm --gpus all" in re.sub(r"<[^>]+>", "", end)


def test_lists_and_the_404_page_lead_to_it(real_site):
    for page, link in (("browse/", "../start/"), ("zh/browse/", "../start/"), ("", "start/")):
        assert f'href="{link}"' in (real_site / page / "index.html").read_text(encoding="utf-8"), page
    assert 'start/">Is CUDA working?' in (real_site / "404.html").read_text(encoding="utf-8")
    assert "/start/)" in (real_site / "llms.txt").read_text(encoding="utf-8")
    assert "/zh/start/" in (real_site / "sitemap.xml").read_text(encoding="utf-8")
