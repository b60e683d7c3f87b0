"""Search in a real Chromium: what is found by which words, what is shown of it, and what is loaded for it."""

import shutil
import time
from itertools import product
from pathlib import Path

import pytest
from collected import collected
from real import generator
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait
from test_find import requests_of, write_content

from generator.render.search import Search
from generator.render.search_fields import entry_fields
from tools.browser import WIDTHS, browser, served, show_at_width

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[1]
IN_A_SENTENCE = "显存不足"
ASKED = {  # what people type → the entry that is to come first
    "en": {
        "CUDA out of memory": "pytorch/cuda-out-of-memory",
        "tensors on different devices": "pytorch/tensors-on-different-devices",
        "torch installed without cuda": "pytorch/torch-not-compiled-with-cuda",
        "labels out of range": "pytorch/device-side-assert",
        "ddp port already used": "pytorch/address-already-in-use",
        "half precision on cpu": "pytorch/half-not-implemented-on-cpu",
        "docker shm-size": "pytorch/dataloader-shm-bus-error",
        "two ranks on the same gpu": "pytorch/nccl-duplicate-gpu",
        "sm_120 not supported": "cuda/no-kernel-image",
        "fabric manager nvswitch": "cuda/error-802-system-not-initialized",
        "cudaErrorIllegalAddr": "cuda/illegal-memory-access",
        "cannot reinitialise CUDA in forked subprocesses": "pytorch/forked-subprocess",
    },
    "zh": {
        "找不到 libcudnn": "cuda/libcudnn-so-missing",
        "共享内存不足 DataLoader": "pytorch/dataloader-shm-bus-error",
        "越界访问": "cuda/illegal-memory-access",
        "fork 子进程 CUDA 初始化": "pytorch/forked-subprocess",
        "端口被占用": "pytorch/address-already-in-use",
        "显存不足": "pytorch/cuda-out-of-memory",
        "显存不足 JAX": "jax/jax-resource-exhausted",
        "两个进程用同一块 GPU": "pytorch/nccl-duplicate-gpu",
        "没有 NVIDIA 驱动": "pytorch/no-nvidia-driver",
        "ＥＣＣ 错误": "cuda/ecc-uncorrectable",
        "BatchNorm epsilon 负数": "cuda/cudnn-bn-epsilon-negative",
        "半精度 CPU": "pytorch/half-not-implemented-on-cpu",
        "CUDNN_STATUS_NOT_INITIALIZED": "pytorch/cudnn-status-not-initialized",
    },
}


@pytest.fixture(scope="module")
def ours():
    return collected(ROOT / "content")


@pytest.fixture(scope="module")
def site(good_content, tmp_path_factory):
    """Build a small site with two entries and status codes, below a sub-path."""
    folder = tmp_path_factory.mktemp("search")
    target = folder / "sub" / "path"
    content = write_content(good_content(folder))
    done = generator("build", "--verify", "never", "--content", content, "--site", target, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


@pytest.fixture(scope="module")
def real(site, ours):
    """Return the small site with the index of our own content in place of its own."""
    target = site.with_name("real")
    shutil.copytree(site, target)
    shutil.rmtree(target / "search")
    for uri, text in ours.files(Search()).items():
        (target / uri).parent.mkdir(parents=True, exist_ok=True)
        (target / uri).write_text(text, encoding="utf-8")
    return target


@pytest.fixture(scope="module")
def base(site):
    with served(site.parents[1]) as address:
        yield f"{address}sub/"


@pytest.fixture
def page(driver, base):
    show_at_width(driver, 1440)
    driver.get("about:blank")
    driver.get(f"{base}path/")
    return driver


def wait(driver, script, *arguments):
    return WebDriverWait(driver, 20, poll_frequency=0.05).until(lambda one: one.execute_script(script, *arguments))


def ask(driver, query):
    """Type into the box as a reader does, and wait for what is found."""
    field = driver.find_element(By.CSS_SELECTOR, ".md-search__input")
    field.click()
    driver.execute_script("document.querySelector('.md-search-result__meta').textContent = ''")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(query)
    wait(driver, "return document.querySelector('.md-search-result__meta').textContent.match(/\\d|No |没有/)")
    return links(driver)


def links(driver):
    """Return the paths of the results."""
    script = (
        "return [...document.querySelectorAll('.md-search-result__item > a:first-child')]"
        ".map(link => new URL(link.href).pathname.replace(/^\\/sub\\/(path|real|old)\\//, ''))"
    )
    return driver.execute_script(script)


@pytest.mark.parametrize(("locale", "prefix"), [("en", ""), ("zh", "zh/")])
def test_what_people_ask_finds_the_right_entry_first(driver, real, base, locale, prefix):
    show_at_width(driver, 1440)
    driver.get(f"{base}{real.name}/{prefix}")
    first = {query: next(iter(ask(driver, query)), None) for query in ASKED[locale]}

    assert first == {query: f"{prefix}{entry}/" for query, entry in ASKED[locale].items()}


def test_words_in_the_middle_of_a_chinese_sentence_are_found_in_every_entry_that_has_them(driver, real, base, ours):
    holding = {
        f"zh/{entry.id}/"
        for entry in ours.entries
        if any(IN_A_SENTENCE in text for texts in entry_fields(entry, "zh").values() for text in texts)
    }
    show_at_width(driver, 1440)
    driver.get(f"{base}{real.name}/zh/")
    ask(driver, IN_A_SENTENCE)
    while driver.execute_script(
        "const more = document.querySelector('.fb-more-results'); more?.click(); return !!more"
    ):
        wait(driver, "return document.activeElement.closest('.md-search-result__item')")

    assert len(holding) > 1
    assert holding <= set(links(driver))


def test_nothing_is_requested_before_the_box_is_used_and_no_other_host_after(page, base):
    page.get("about:blank")
    list(requests_of(page))  # those of other tests
    page.get(f"{base}path/")
    page.execute_script("window.scrollTo(0, 300)")
    time.sleep(0.3)
    before = list(requests_of(page))
    assert [url for url in before if "search" in url] == []

    assert ask(page, "gpu is full")[0] == "demo/gpu-is-full/"
    after = [url.removeprefix(f"{base}path/") for url in requests_of(page)]
    assert after[:3] == ["assets/search.js", "assets/searcher.js", "search/en/index.js"]
    assert [url for url in after if not url.startswith(("assets/", "search/en/", "data:"))] == []


def test_keys_open_walk_and_close_as_on_any_site_of_this_theme(page, base):
    body = page.find_element(By.TAG_NAME, "body")
    for key in ("/", "s", "f"):
        body.send_keys(key)
        active = page.switch_to.active_element
        assert "md-search__input" in active.get_attribute("class")
        assert active.get_attribute("value") == ""
        active.send_keys(Keys.ESCAPE)
        assert page.switch_to.active_element.tag_name == "body"
        assert not page.execute_script("return document.getElementById('__search').checked")

    assert len(ask(page, "number")) >= 2
    page.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    first = page.switch_to.active_element.get_attribute("href")
    page.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    assert page.switch_to.active_element.get_attribute("href") not in (first, None)
    page.switch_to.active_element.send_keys(Keys.ARROW_UP)
    page.switch_to.active_element.send_keys(Keys.ARROW_UP)
    page.switch_to.active_element.send_keys(Keys.ENTER)
    wait(page, "return location.href === arguments[0]", first)
    assert first.startswith(base)


def test_a_key_typed_into_the_look_up_box_stays_there(page):
    box = page.find_element(By.ID, "fb-text")
    box.send_keys("fs/")

    assert box.get_attribute("value") == "fs/"


def test_leaving_the_box_closes_it(page):
    ask(page, "gpu")
    page.execute_script("document.querySelector('.md-content a').focus()")
    wait(page, "return !document.getElementById('__search').checked")


def choose(driver, name, value):
    driver.execute_script(
        "const [select, text] = arguments;"
        "select.value = [...select.options].find(one => one.text.startsWith(text)).value;"
        "select.dispatchEvent(new Event('change', {bubbles: true}))",
        driver.find_element(By.NAME, name),
        value,
    )


def _needs_a_restart(judged) -> bool:
    entry = judged.loaded.entry
    return any(entry.recovery_of(cause) == "restart-process" for cause in entry.causes)


@pytest.mark.parametrize(
    ("choice", "check"),
    [
        (("domain", "Triton"), lambda entry: entry.loaded.domain == "triton"),
        (("code", "cudaErrorIllegalAddress"), lambda entry: "cudaErrorIllegalAddress" in entry.loaded.entry.codes),
        (("badge", "Verified"), lambda entry: entry.summary.badge == "verified"),
        (("recovery", "the process must be restarted"), _needs_a_restart),
    ],
)
def test_filters_keep_what_they_say_with_and_without_words(driver, real, base, ours, choice, check):
    expected = {f"{entry.id}/" for entry in ours.entries if check(entry)}
    show_at_width(driver, 1440)
    driver.get("about:blank")
    driver.get(f"{base}{real.name}/")
    found = set(ask(driver, "cuda gpu"))
    choose(driver, *choice)
    count = "return Number(document.querySelector('.md-search-result__meta').textContent.match(/\\d+/)?.[0])"
    wait(driver, f"return !!document.querySelector('.fb-filters__set') && ({count.removeprefix('return ')}) >= 0")
    assert found - expected, "the filter must take something away"
    assert set(links(driver)) <= expected

    driver.find_element(By.CSS_SELECTOR, "button[type=reset]").click()
    wait(driver, f"{count} === arguments[0]", len(expected))
    assert set(links(driver)) <= expected
    driver.find_element(By.CSS_SELECTOR, ".fb-filters button").click()
    wait(driver, "return !document.querySelector('.md-search-result__item')")


def test_results_show_the_badge_what_matched_and_the_claim_that_has_the_words(page, base):
    assert ask(page, "blanks away") == ["demo/first-entry/", "demo/gpu-is-full/"]
    (item, *_others) = page.find_elements(By.CLASS_NAME, "md-search-result__item")
    entry, claim = item.find_elements(By.TAG_NAME, "a")

    assert item.find_element(By.CLASS_NAME, "fb-chip").text == "○\nNot run yet"
    assert claim.text == "Dead end: Take the blanks away"
    assert [mark.text for mark in claim.find_elements(By.TAG_NAME, "mark")] == ["blanks", "away"]
    assert claim.get_attribute("href") == f"{base}path/demo/first-entry/#dead-end-strip"
    assert entry.get_attribute("href") == f"{base}path/demo/first-entry/"


def test_pages_of_the_site_are_found_by_their_titles_and_come_first(page, base):
    assert ask(page, "evid")[0] == "evidence/"
    assert page.find_element(By.CSS_SELECTOR, ".md-search-result__item .fb-chip").text == "Page"
    assert page.find_element(By.CLASS_NAME, "md-search-result__meta").text.split()[0] == str(len(links(page)))
    page.get(f"{base}path/zh/")
    assert ask(page, "流言")[0] == "zh/myths/"


def test_an_entry_that_shows_a_code_comes_before_the_page_of_the_code(page):
    assert ask(page, "cudaErrorMemoryAllocation")[0] == "demo/gpu-is-full/"
    assert ask(page, "cudaErrorIllegalAddress")[0] == "e/cudaErrorIllegalAddress/"


def test_words_that_stand_nowhere_find_nothing_and_each_language_has_its_own(page, base):
    assert ask(page, "zyzzyva") == []
    assert page.find_element(By.CLASS_NAME, "md-search-result__meta").text == "No results"
    assert ask(page, "单词") == []
    page.get(f"{base}path/zh/demo/first-entry/")
    assert ask(page, "读取单词")[0] == "zh/demo/first-entry/"
    assert "zh" in page.find_element(By.CSS_SELECTOR, ".md-search-result__item a").get_attribute("href")


def test_a_text_as_html_is_shown_as_text(page):
    assert ask(page, "<img src=x onerror=alert(1)>") == []
    ask(page, "gpu <b>")
    assert page.find_elements(By.CSS_SELECTOR, ".md-search-result b, .md-search-result img") == []


def test_a_directory_from_before_the_site_changed_is_loaded_anew(driver, site, base):
    old = site.with_name("old")
    shutil.copytree(site, old)
    show_at_width(driver, 1440)
    driver.get(f"{base}old/")
    driver.find_element(By.CSS_SELECTOR, ".md-search__input").click()
    wait(driver, "return document.querySelector('.fb-filters select')")
    for part in (old / "search" / "en").glob("*.js"):  # every name changes, as when the content does
        if part.name != "index.js":
            text = part.read_text(encoding="utf-8")
            part.with_name(f"n{part.name}").write_text(text.replace(part.stem, f"n{part.stem}", 1), encoding="utf-8")
            index = old / "search/en/index.js"
            index.write_text(index.read_text(encoding="utf-8").replace(part.stem, f"n{part.stem}"), encoding="utf-8")
            part.unlink()

    assert ask(driver, "gpu is full")[0] == "demo/gpu-is-full/"
    shutil.rmtree(old / "search")
    driver.get(f"{base}old/zh/")
    driver.find_element(By.CSS_SELECTOR, ".md-search__input").click()
    wait(driver, "return document.querySelector('.md-search-result__meta').textContent.startsWith('搜索没能加载')")


def test_search_works_again_after_files_that_were_missing_are_back(driver, site, base):
    cut = site.with_name("cut")
    shutil.copytree(site, cut)
    show_at_width(driver, 1440)
    driver.get(f"{base}cut/")
    field = driver.find_element(By.CSS_SELECTOR, ".md-search__input")
    field.click()
    wait(driver, "return document.querySelector('.fb-filters select')")
    (cut / "search").rename(cut / "gone")
    field.send_keys("gpu is full")
    wait(driver, "return document.querySelector('.md-search-result__meta').textContent.includes('could not')")
    (cut / "gone").rename(cut / "search")

    assert ask(driver, "gpu is full now")[0].endswith("demo/gpu-is-full/")


def test_search_works_from_a_folder(driver, site):
    show_at_width(driver, 1440)
    driver.get((site / "demo" / "first-entry" / "index.html").as_uri())
    ask(driver, "gpu is full")
    driver.switch_to.active_element.send_keys(Keys.ENTER)
    wait(driver, "return location.href === arguments[0]", (site / "demo/gpu-is-full/index.html").as_uri())


def test_the_box_fits_every_width(page):
    for width in WIDTHS:
        show_at_width(page, width)
        page.refresh()
        page.find_element(By.TAG_NAME, "body").send_keys("/")
        page.switch_to.active_element.send_keys("gpu")
        wait(page, "return document.querySelector('.md-search-result__item')")
        time.sleep(0.4)  # the theme moves the box into place
        box = page.find_element(By.CSS_SELECTOR, ".md-search__scrollwrap").rect
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width + 1


def test_without_javascript_there_is_no_box(base):
    with browser(javascript=False) as plain:
        for width, path in product(WIDTHS, ("path/", "path/myths/")):
            show_at_width(plain, width)
            plain.get(base + path)
            shown = [one.is_displayed() for one in plain.find_elements(By.CSS_SELECTOR, ".md-search, [for=__search]")]
            assert shown
            assert not any(shown)
