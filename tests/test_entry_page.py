"""An entry's page in a real Chromium: tabs, questions by hand, the reader's own message, links into folds."""

import json
import re
from urllib.parse import quote

import pytest
from selectolax.lexbor import LexborHTMLParser
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from tools.browser import served, show_at_width

pytestmark = pytest.mark.browser
OOM = "pytorch/cuda-out-of-memory/"
IN_PIECES = (
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.69 GiB "
    "of which 1.10 GiB is free. Including non-PyTorch memory, this process has 22.50 GiB memory in use. Of the "
    "allocated memory 17.87 GiB is allocated by PyTorch, and 4.31 GiB is reserved by PyTorch but unallocated."
)
SHOWN = "return [...document.querySelectorAll('.fb-causes > .fb-cause')].filter(one => one.checkVisibility())"
ASKED = "return [...document.querySelectorAll('.fb-question')].filter(one => one.checkVisibility())"


@pytest.fixture(scope="module")
def address(real_site):
    with served(real_site) as base:
        yield base


@pytest.fixture
def driver(own_tab):
    show_at_width(own_tab, 1440, 900)
    yield own_tab
    errors = [entry["message"] for entry in own_tab.get_log("browser") if entry["level"] == "SEVERE"]
    assert [error for error in errors if "favicon" not in error] == []


def shown(driver):
    """Return the causes that are to be seen."""
    return [one.find_element(By.TAG_NAME, "h3").get_attribute("id") for one in driver.execute_script(SHOWN)]


def test_a_tab_shows_its_cause_and_the_address_keeps_it(driver, address):
    driver.get(address + OOM)
    tabs = driver.find_elements(By.CSS_SELECTOR, ".fb-tabs > a")
    names = [tab.get_attribute("hash").lstrip("#") for tab in tabs]
    note = driver.find_element(By.CLASS_NAME, "fb-undecided")
    assert shown(driver) == names[:1]
    assert note.is_displayed()  # nobody has chosen it
    assert not any(tab.get_attribute("aria-current") for tab in tabs)
    before = driver.execute_script("return scrollY")
    tabs[2].click()

    assert shown(driver) == [names[2]]
    assert not note.is_displayed()
    assert [tab.get_attribute("aria-current") for tab in tabs].index("true") == 2
    assert driver.execute_script("return [location.hash, scrollY]") == [f"#{names[2]}", before]
    driver.refresh()
    assert shown(driver) == [names[2]]


def test_a_link_to_a_step_shows_its_cause_and_a_link_into_a_fold_opens_it(driver, address):
    driver.get(address + OOM)
    step = driver.execute_script("return document.querySelector('.fb-causes > :last-child h4[id]').id")
    fold = driver.execute_script("return document.querySelector('.fb-claim--dead h3').id")
    driver.get(f"{address}{OOM}#{step}")
    assert driver.find_element(By.ID, step).is_displayed()
    driver.execute_script("location.hash = arguments[0]", fold)
    WebDriverWait(driver, 10).until(lambda _: driver.find_element(By.ID, fold).is_displayed())
    driver.execute_script("location.hash = 'versions'")
    WebDriverWait(driver, 10).until(lambda _: driver.find_element(By.CSS_SELECTOR, ".fb-versions").is_displayed())


def test_the_table_of_a_heavy_page_comes_when_its_fold_is_opened_and_leads_to_the_claims_of_the_page(driver, address):
    driver.get(address + "zh/" + OOM)
    assert not driver.find_elements(By.CLASS_NAME, "fb-results")
    driver.execute_script("location.hash = 'versions'")
    WebDriverWait(driver, 10).until(lambda _: driver.find_elements(By.CLASS_NAME, "fb-results"))
    link = driver.find_element(By.CSS_SELECTOR, ".fb-results tbody th > a")
    assert link.get_attribute("href").partition("#")[0] == f"{address}zh/{OOM}"
    link.click()
    claim = driver.find_element(By.ID, driver.execute_script("return location.hash.slice(1)"))
    WebDriverWait(driver, 10).until(lambda _: claim.is_displayed())


def test_a_wide_table_of_results_is_scrolled_by_itself_on_a_phone(driver, address):
    show_at_width(driver, 390)
    driver.get(address + "cuda/libcuda-so-missing/#versions")
    more = driver.find_element(By.CLASS_NAME, "fb-more-right")
    WebDriverWait(driver, 10).until(lambda _: more.is_displayed())
    wide, page = driver.execute_script(
        "return [document.querySelector('.fb-wide'), document.documentElement].map(one => one.scrollWidth > innerWidth)"
    )
    assert (wide, page) == (True, False)


def test_questions_come_one_after_the_other_and_end_at_a_cause_that_can_be_sent(driver, address):
    driver.get(address + OOM)
    assert len(driver.execute_script(ASKED)) == 1
    while True:
        question = driver.execute_script(ASKED)[-1]
        answers = question.find_elements(By.CSS_SELECTOR, ".fb-answers a")
        further = [one for one in answers if one.get_attribute("hash").startswith("#question-")]
        chosen = (further or answers)[0]
        target = chosen.get_attribute("hash")
        chosen.click()
        if not further:
            break
        assert driver.execute_script(ASKED)[-1].get_attribute("id") == target.lstrip("#")

    assert shown(driver) == [target.lstrip("#")]
    sent = driver.current_url
    assert "#d=" in sent
    driver.get("about:blank")
    driver.get(sent)
    assert shown(driver) == [target.lstrip("#")]
    assert len(driver.find_elements(By.CSS_SELECTOR, ".fb-answers a[aria-current]")) == len(
        driver.execute_script(ASKED)
    )


@pytest.mark.parametrize("by_key", [False, True], ids=["pointer", "keyboard"])
@pytest.mark.parametrize(("path", "place", "last"), [(OOM, 0, 0), ("start/", -1, -3), ("zh/start/", -1, -3)])
def test_the_last_answer_shows_the_step_on_a_laptop_and_a_keyboard_keeps_its_place(
    driver, address, path, place, last, by_key
):
    show_at_width(driver, 1366, 650)
    driver.get(address + path)
    while True:
        question = driver.execute_script(ASKED)[-1]
        answers = question.find_elements(By.CSS_SELECTOR, ".fb-answers a")
        further = [one for one in answers if one.get_attribute("hash").startswith("#question-")]
        chosen = further[place] if further else answers[last]
        chosen.send_keys(Keys.ENTER) if by_key else chosen.click()
        if not further:
            break
    (block,) = driver.execute_script(SHOWN)
    step = block.find_element(By.CLASS_NAME, "fb-do")
    inside = """
        const [top, bottom] = [document.querySelector('.md-header').offsetHeight, innerHeight];
        return arguments.length && [...arguments].map((one) => one.getBoundingClientRect())
            .map((place) => place.top >= top && place.bottom <= bottom)
    """
    assert driver.execute_script(inside, step, chosen)[: 1 + by_key] == [True] * (1 + by_key)
    assert driver.execute_script("return document.activeElement === arguments[0]", chosen)


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_the_message_that_came_along_is_read_here_and_opens_its_cause(driver, address, prefix):
    driver.get(f"{address}{prefix}{OOM}#t={quote(IN_PIECES)}")
    box = driver.find_element(By.ID, "yours")
    WebDriverWait(driver, 20).until(lambda _: box.is_displayed())

    assert shown(driver) == ["cause-fragmentation"]
    marked = [mark.text for mark in driver.find_elements(By.CSS_SELECTOR, "#symptom mark")]
    assert marked == [f"{size} GiB" for size in ("2.00", "23.69", "1.10", "22.50", "17.87", "4.31")]
    assert driver.find_element(By.ID, "symptom").get_attribute("textContent") == IN_PIECES
    parts = [part.get_attribute("title") for part in box.find_elements(By.CSS_SELECTOR, ".fb-memory > span")]
    assert [" ".join(part.split()[-2:]) for part in parts[:3]] == ["17.87 GiB", "4.31 GiB", "1.10 GiB"]
    assert "expandable_segments" in box.text


def test_a_process_that_the_message_names_is_in_the_bar_and_in_what_to_type(driver, address):
    message = (
        f"{IN_PIECES.partition(' Including')[0]} Including non-PyTorch memory, this process has 6.30 GiB memory in "
        "use. Process 4121 has 16.10 GiB memory in use. Of the allocated memory 5.87 GiB is allocated by PyTorch, and "
        "120.00 MiB is reserved by PyTorch but unallocated."
    )
    driver.get(f"{address}{OOM}#t={quote(message)}")
    box = driver.find_element(By.ID, "yours")
    WebDriverWait(driver, 20).until(lambda _: box.is_displayed())

    assert shown(driver) == ["cause-other-process"]
    assert "16.10 GiB" in [mark.text for mark in driver.find_elements(By.CSS_SELECTOR, "#symptom mark")]
    assert "process 4121 16.10 GiB" in [
        one.text for one in box.find_elements(By.CSS_SELECTOR, ".fb-memory__legend > *")
    ]
    codes = [code.text for code in box.find_elements(By.TAG_NAME, "code")]
    assert codes[:2] == ["ps -o user,etime,cmd -p 4121", "kill 4121"]
    assert not any("--query-compute-apps" in code for code in codes)
    [copy] = box.find_elements(By.CSS_SELECTOR, "button[data-clipboard-text='kill 4121']")
    assert copy.is_displayed()


def test_the_readers_box_names_the_whole_step_with_what_is_code_in_it(driver, address):
    driver.get(f"{address}pytorch/device-side-assert/#t={quote('IndexError: Target 5 is out of bounds.')}")
    box = driver.find_element(By.ID, "yours")
    WebDriverWait(driver, 20).until(lambda _: box.is_displayed())
    step = box.find_element(By.CSS_SELECTOR, "a[href^='#workaround-']")

    assert step.text == "Map the labels to 0 … C−1, the void label to ignore_index"


def test_an_address_of_an_answer_that_leads_to_another_entry_shows_its_question(driver, address):
    driver.get(f"{address}pytorch/cuda-initialization-error-3/#d=forked.2")

    assert [one.get_attribute("id") for one in driver.execute_script(ASKED)] == ["question-forked"]


def test_another_entrys_message_changes_nothing(driver, address):
    driver.get(f"{address}{OOM}#t={quote('ImportError: libcudnn.so.9: cannot open shared object file')}")
    WebDriverWait(driver, 20).until(lambda _: driver.execute_script("return !!globalThis.faultbookMatcher"))
    assert not driver.find_element(By.ID, "yours").is_displayed()


def test_without_the_script_a_link_shows_its_cause(driver, address):
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*assets/entry.js"]})
    driver.get(address + OOM)
    names = [tab.get_attribute("hash").lstrip("#") for tab in driver.find_elements(By.CSS_SELECTOR, ".fb-tabs > a")]
    assert shown(driver) == names[:1]
    driver.find_elements(By.CSS_SELECTOR, ".fb-tabs > a")[1].click()
    assert shown(driver) == [names[1]]
    driver.get_log("browser")  # that the script did not come


def test_the_oom_page_is_short_before_its_folds_and_says_not_run_no_more_than_three_times(driver, address, real_site):
    driver.get(address + OOM)
    assert driver.find_element(By.CSS_SELECTOR, ".fb-fold").rect["y"] <= 6 * 900
    text = (real_site / OOM / "index.html").read_text(encoding="utf-8").lower()
    assert text.count("not run") <= 3
    assert "no run on one is recorded" not in text


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_the_box_says_how_many_claims_were_run_on_a_gpu_where_none_was_too(prefix, real_site):
    entries = sorted((real_site / "api/v1/entries").rglob("*.json"))
    assert len(entries) > 100
    for path in entries:
        entry = json.loads(path.read_bytes())
        page = LexborHTMLParser((real_site / prefix / entry["id"] / "index.html").read_text(encoding="utf-8"))
        first = page.css_first(".fb-grades li")
        assert first.css_first(".fb-seg--gpu"), path
        assert int(first.text().split()[0]) == sum(claim["grade"] == "gpu" for claim in entry["claims"]), path
        counts = [int(item.text().split()[0]) for item in page.css(".fb-grades li")]
        line = page.css_first(".fb-backed")  # the same, where the box is below
        assert [int(number) for number in re.findall(r"\d+", line.text())] == counts, path
