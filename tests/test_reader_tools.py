"""The reader's tools in a real Chromium: whose versions fit, the page as Markdown, copies, an issue, and paper."""

import gzip
import json
import re
import shutil
import sys
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from real import generator
from selectolax.lexbor import LexborHTMLParser
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tools.browser import WIDTHS, browser, served, show_at_width

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[1]
ENTRY, OTHER = "demo/first-entry/", "demo/other-entry/"
LOCALES = {"en": "", "zh": "zh/"}
REPOSITORY = "https://git.demo.example/errors"
PYTHON = ".".join(map(str, sys.version_info[:3]))
MAX_LINK = 8000
MORE_WEIGHT = 11_500  # bytes of JavaScript, compressed, that these tools may add to an entry's page
VERSIONS = """\
versions:
  - {package: torch, introduced: "2.8", status: affected, note: {en: Since then., zh: 自那时起。}, source: "https://a.example/x"}
  - {package: torch, last_affected: "2.7", status: not-affected, note: {en: Not yet., zh: 还没有。}, source: "https://a.example/y"}
"""
WORDINGS = """\
  - text: "ValueError: a new wording"
    package: torch
    since: "2.8"
  - text: "ValueError: an old wording"
    package: torch
    until: "2.7"
"""
CAUSE = """\
  - id: not-in-base
    title: {en: Another base, zh: 进制不对}
    text: {en: The base is another., zh: 进制不同。}
    telltale: {en: The digits are letters., zh: 数字是字母。}
"""
UNSHOWN = """\
reproduce:
  - id: letters
    cause: not-in-base
    not_run: {reason: no-program, text: {en: There is none., zh: 没有程序。}}
"""
MINE = f"Python version: {PYTHON}\nPyTorch version: 2.9.1+cu128\nGPU 0: NVIDIA H200\n"


@pytest.fixture(scope="module")
def site(good_content, tmp_path_factory):
    """Build two entries with versions, wordings and two causes, verified here, below a sub-path."""
    folder = tmp_path_factory.mktemp("reader")
    content = good_content(folder)
    entry = content / "entries/demo/first-entry/entry.yaml"
    text = entry.read_text(encoding="utf-8")
    match = '    match: "invalid literal for int() with base 10"\n'
    text = text.replace(match, match + WORDINGS).replace("reproduce:\n", CAUSE + VERSIONS + UNSHOWN)
    entry.write_text(text, encoding="utf-8")
    shutil.copytree(entry.parent, content / "entries/demo/other-entry")
    other = content / "entries/demo/other-entry/entry.yaml"
    other.write_text(
        text.replace("DEMO_STATUS_BAD_WORD", "OTHER").replace("DemoValueError", "AnotherError"), encoding="utf-8"
    )
    with (content / "site.yaml").open("a", encoding="utf-8") as file:
        file.write(f"repository: {REPOSITORY}\n")
    generator("verify", "--content", content, "--python", sys.executable, cwd=folder)
    done = generator("build", "--content", content, "--site", folder / "sub/path", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "sub/path"


@pytest.fixture(scope="module")
def address(site):
    with served(site.parents[1]) as base:
        yield f"{base}sub/path/"


@pytest.fixture
def driver(own_tab):
    show_at_width(own_tab, 1440)
    yield own_tab
    errors = [entry["message"] for entry in own_tab.get_log("browser") if entry["level"] == "SEVERE"]
    assert [error for error in errors if "favicon" not in error] == []


def page_of(site, path):
    return LexborHTMLParser((site / path / "index.html").read_text(encoding="utf-8"))


def paste(driver, text):
    driver.execute_script("for (const fold of document.querySelectorAll('.fb-fold, .fb-mine')) fold.open = true")
    field = driver.find_element(By.ID, "fb-mine-text")
    driver.execute_script(
        "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))", field, text
    )
    WebDriverWait(driver, 10).until(lambda _: driver.find_element(By.CSS_SELECTOR, ".fb-mine [data-answer]").text)


def marks(driver):
    return [mark.get_attribute("textContent") for mark in driver.find_elements(By.CLASS_NAME, "fb-yours")]


# --- which row is mine --------------------------------------------------------------------------


def test_a_paste_marks_rows_wordings_and_causes_and_says_so(driver, address):
    driver.get(address + ENTRY)
    paste(driver, MINE)
    answer = driver.find_element(By.CSS_SELECTOR, ".fb-mine [data-answer]").text

    assert sorted(marks(driver)) == [
        "✓ raised with your version",
        "✓ your version",
        "✓ your version",
        "❝ covers your version",
    ]
    for row in driver.find_elements(By.CSS_SELECTOR, "#versions ~ * tr.fb-fits"):
        assert "2.7" not in row.text
    assert "torch 2.9.1+cu128" in answer
    assert "NVIDIA H200" in answer
    assert f"Python {PYTHON}" in answer
    assert "the wording of your version (torch 2.9.1+cu128): ValueError: a new wording" in answer
    for link in driver.find_elements(By.CSS_SELECTOR, ".fb-mine li a"):
        assert driver.find_elements(By.ID, link.get_attribute("href").partition("#")[2])


def test_words_are_those_of_the_page(driver, address):
    driver.get(f"{address}zh/{ENTRY}")
    paste(driver, MINE)
    assert sorted(marks(driver)) == sorted(["✓ 在你的版本上出现过", "✓ 你的版本", "✓ 你的版本", "❝ 涵盖你的版本"])
    assert "已识别：torch 2.9.1+cu128" in driver.find_element(By.CSS_SELECTOR, ".fb-mine [data-answer]").text.replace(
        f"Python {PYTHON}；", ""
    ).replace(" PyTorch", " PyTorch")


def test_the_nearest_tested_version_is_not_taken_for_yours(driver, address):
    driver.get(address + ENTRY)
    paste(driver, "Python 2.7.18")
    assert marks(driver) == ["≈ nearest to yours"]
    assert "it says nothing of yours" in driver.find_element(By.CSS_SELECTOR, ".fb-mine [data-answer]").text


def test_the_next_entry_knows_and_forgets(driver, address):
    driver.get(address + ENTRY)
    paste(driver, MINE)
    driver.get(f"{address}zh/{OTHER}")
    WebDriverWait(driver, 10).until(marks)
    driver.execute_script("document.querySelector('.fb-fold').open = true")
    assert "2.9.1" in driver.find_element(By.CSS_SELECTOR, ".fb-mine__told").text
    assert driver.find_element(By.CSS_SELECTOR, ".fb-mine").get_attribute("open") is None
    driver.find_element(By.CSS_SELECTOR, ".fb-mine summary").click()
    driver.find_element(By.CSS_SELECTOR, "[data-do=forget]").click()
    assert marks(driver) == []
    assert driver.execute_script("return sessionStorage.length") == 0
    driver.get(address + ENTRY)
    assert driver.find_element(By.CSS_SELECTOR, ".fb-mine__told").text == ""


def test_only_what_is_recognised_is_kept_and_nothing_stands_in_the_address(driver, address):
    driver.get(address + ENTRY)
    paste(driver, MINE + "secret-package 1.2.3\nC:/Users/ann\n")
    kept = driver.execute_script("return JSON.stringify(sessionStorage)")
    assert "2.9.1" in kept
    assert "secret" not in kept
    assert "ann" not in kept
    assert driver.current_url == address + ENTRY
    assert driver.get_cookies() == []


def test_what_says_nothing_is_said_to_say_nothing(driver, address):
    driver.get(address + ENTRY)
    paste(driver, "hello")
    assert driver.find_element(By.CSS_SELECTOR, ".fb-mine [data-answer]").text == "No version is recognised in this."
    assert marks(driver) == []


@pytest.mark.parametrize("prefix", LOCALES.values(), ids=LOCALES)
def test_the_look_up_page_takes_a_paste_for_the_entries(driver, address, prefix):
    driver.get(f"{address}{prefix}#q=error")
    paste(driver, MINE)
    assert "2.9.1" in driver.find_element(By.CSS_SELECTOR, ".fb-mine [data-answer]").text
    driver.get(f"{address}{prefix}{ENTRY}")
    WebDriverWait(driver, 10).until(lambda _: len(marks(driver)) == 4)


def test_it_works_from_a_folder(driver, site):
    driver.get((site / ENTRY / "index.html").as_uri())
    paste(driver, MINE)
    assert len(marks(driver)) == 4
    assert not driver.find_element(By.CSS_SELECTOR, "[data-do=markdown]").is_displayed()
    driver.execute_script("sessionStorage.clear()")


# --- the card of what was found -----------------------------------------------------------------

ERROR = "ValueError: invalid literal for int() with base 10: 'word'"
FITS = "return [...document.querySelectorAll('.fb-hit__mine > span')].map(line => line.textContent)"
ASKED = """
const names = performance.getEntriesByType('resource').map(({name}) => name);
return names.filter(name => /fits|environment/.test(name));
"""
CARD_WORDS = {
    "en": {
        "exact": "✓ tested with your version ({}): raises it",
        "stated": "❝ stated of your version (torch 2.9.1+cu128): affected",
        "nearest": f"≈ nearest tested: Python {PYTHON}, yours 2.7.18: raises it; it says nothing of yours.",
        "none": "○ Its version rows do not speak of your versions.",
    },
    "zh": {
        "exact": "✓ 用你的版本测试过（{}）：会出现",
        "stated": "❝ 来源中的说法涵盖你的版本（torch 2.9.1+cu128）：受影响",
        "nearest": f"≈ 测试过的最接近版本：Python {PYTHON}（你的是 2.7.18）：会出现；但不能说明你的版本如何。",
        "none": "○ 它的版本表没有涉及你的版本。",
    },
}


def look_up(driver, page):
    driver.get("about:blank")
    driver.get(f"{page}#q={quote(ERROR)}")
    WebDriverWait(driver, 10).until(lambda _: driver.find_elements(By.CSS_SELECTOR, ".fb-found__answer .fb-hit"))


def fits_shown(driver, expected):
    try:
        WebDriverWait(driver, 10).until(lambda _: driver.execute_script(FITS) == expected)
    except TimeoutException:
        assert driver.execute_script(FITS) == expected
        raise


def name_here(site, prefix=""):
    page = page_of(site, prefix + ENTRY)
    rows = [json.loads(row.attributes["data-fits"]) for row in page.css(".fb-tested [data-fits]")]
    return next(row["name"] for row in rows if row["kind"] == "tested")


@pytest.mark.parametrize(("locale", "prefix"), LOCALES.items(), ids=LOCALES)
def test_a_found_card_says_whether_the_entry_speaks_of_your_versions(driver, site, address, locale, prefix):
    words = CARD_WORDS[locale]
    look_up(driver, f"{address}{prefix}")
    assert driver.execute_script(FITS) == []
    assert driver.execute_script(ASKED) == [], "who told no versions loads nothing for them"

    paste(driver, MINE)
    fits_shown(driver, [words["exact"].format(name_here(site, prefix)), words["stated"]])
    for link in driver.find_elements(By.CSS_SELECTOR, ".fb-hit__mine a"):
        path, _, anchor = link.get_attribute("href").removeprefix(address).partition("#")
        assert page_of(site, path).css_first(f"#{anchor}")
    paste(driver, "Python 2.7.18")
    fits_shown(driver, [words["nearest"]])
    paste(driver, "jax 0.4.1")
    fits_shown(driver, [words["none"]])
    driver.find_element(By.CSS_SELECTOR, "[data-do=forget]").click()
    fits_shown(driver, [])
    assert not driver.find_element(By.CLASS_NAME, "fb-hit__mine").is_displayed()


@pytest.mark.parametrize("place", ["", "zh/"])
def test_versions_told_before_are_on_the_card_from_its_first_moment(driver, site, address, place):
    driver.get(address + ENTRY)
    paste(driver, MINE)
    look_up(driver, address + place)
    words = CARD_WORDS["zh" if "zh" in place else "en"]
    assert driver.execute_script(FITS) == [words["exact"].format(name_here(site, place)), words["stated"]]
    assert len([name for name in driver.execute_script(ASKED) if "/fits/" in name]) == 1


@pytest.mark.parametrize(
    ("prefix", "words"),
    [
        ("", "different there: torch; CUDA of the PyTorch build"),
        ("zh/", "测试环境的不同之处：torch；PyTorch 构建所用的 CUDA"),
    ],
    ids=LOCALES,
)
def test_what_differs_there_is_named_on_the_card(driver, site, address, prefix, words):
    driver.get(address + ENTRY)
    paste(driver, MINE)
    here = '"versions":{'
    kept = {path: path.read_text(encoding="utf-8") for path in site.glob("lookup/fits/demo/*.js")}
    try:
        for path, text in kept.items():  # a row that was tested with another PyTorch too
            assert here in text
            path.write_text(text.replace(here, f'{here}"torch":"2.8.0","torch-cuda":null,'), encoding="utf-8")
        driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        look_up(driver, f"{address}{prefix}")
    finally:
        for path, text in kept.items():
            path.write_text(text, encoding="utf-8")
    assert words in driver.execute_script(FITS)[0]
    driver.execute_cdp_cmd("Network.clearBrowserCache", {})


def test_the_card_says_it_from_a_folder(driver, site):
    driver.get((site / ENTRY / "index.html").as_uri())
    paste(driver, MINE)
    look_up(driver, (site / "index.html").as_uri())
    assert driver.execute_script(FITS) == [
        CARD_WORDS["en"]["exact"].format(name_here(site)),
        CARD_WORDS["en"]["stated"],
    ]
    driver.execute_script("sessionStorage.clear()")


def test_a_card_is_shown_also_where_the_rows_do_not_load(driver, site, address):
    driver.get(address + ENTRY)
    paste(driver, MINE)
    rows = site / "lookup/fits"
    away = rows.rename(rows.with_name("away"))
    try:
        driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        look_up(driver, f"{address}")
    finally:
        away.rename(rows)
    fits_shown(driver, ["What it says of your versions did not load. The entry’s page has it."])
    driver.get_log("browser")  # the file that was away
    paste(driver, MINE)
    WebDriverWait(driver, 10).until(lambda _: len(driver.execute_script(FITS)) == 2)


@pytest.mark.parametrize("width", WIDTHS)
def test_marks_that_come_late_move_nothing_and_cover_no_text(driver, address, width):
    driver.get(address + ENTRY)
    paste(driver, MINE)
    show_at_width(driver, width)
    # Every scroll position counts, so the whole page is looked at once, as tall as it is.
    driver.get("about:blank")
    show_at_width(driver, width, 6000)
    driver.get(address + ENTRY)
    WebDriverWait(driver, 10).until(marks)
    shifts = driver.execute_async_script(SHIFTS)
    assert shifts == []
    assert driver.execute_script("return document.documentElement.scrollWidth") <= width
    assert driver.execute_script(COVERED) == []


# --- copies -------------------------------------------------------------------------------------


def clipboard(driver):
    return driver.execute_async_script("navigator.clipboard.readText().then(arguments[0], e => arguments[0]('' + e))")


def allow_clipboard(driver):
    permissions = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    driver.execute_cdp_cmd("Browser.grantPermissions", permissions)


@pytest.mark.parametrize("prefix", LOCALES.values(), ids=LOCALES)
def test_the_page_is_copied_as_markdown(driver, site, address, prefix):
    driver.get(f"{address}{prefix}{ENTRY}")
    allow_clipboard(driver)
    driver.find_element(By.CSS_SELECTOR, "[data-do=markdown]").click()
    WebDriverWait(driver, 10).until(
        lambda _: driver.find_element(By.CSS_SELECTOR, ".fb-page-tools [role=status]").text in ("Copied", "已复制")
    )
    assert clipboard(driver) == (site / prefix / ENTRY / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("prefix", LOCALES.values(), ids=LOCALES)
@pytest.mark.parametrize("is_folder", [False, True], ids=["served", "folder"])
def test_the_answer_for_the_cause_that_is_shown_is_copied(driver, site, address, prefix, is_folder):
    page = f"{prefix}{ENTRY}"
    driver.get((site / page / "index.html").as_uri() if is_folder else address + page)
    allow_clipboard(driver)
    script = (site / page / "answers.js").read_text(encoding="utf-8")
    answers = json.loads(script[script.index("{") : script.rindex("}") + 1])
    shown = {cause: driver.find_elements(By.ID, f"cause-{cause}")[0] for cause in answers}
    assert len(shown) > 1
    for cause in reversed(answers):
        driver.execute_script("location.hash = arguments[0]", f"cause-{cause}")
        WebDriverWait(driver, 10).until(lambda _, cause=cause: shown[cause].is_displayed())
        driver.execute_async_script("navigator.clipboard.writeText('').then(arguments[0], arguments[0])")
        driver.execute_script("scrollTo(0, 0)")
        driver.find_element(By.CSS_SELECTOR, "[data-do=answer]").click()
        WebDriverWait(driver, 10).until(lambda _: clipboard(driver))
        assert clipboard(driver) == answers[cause]


def test_a_copy_that_fails_is_said_to_have_failed(driver, address):
    driver.get(address + ENTRY)
    allow_clipboard(driver)
    driver.execute_script(
        "document.querySelector('[data-do=markdown]').dataset.href = 'data:,'; fetch = () => Promise.reject()"
    )
    driver.find_element(By.CSS_SELECTOR, "[data-do=markdown]").click()
    status = driver.find_element(By.CSS_SELECTOR, ".fb-page-tools [role=status]")
    WebDriverWait(driver, 10).until(lambda _: status.text == "That did not work")


def unfold(driver):
    """Open everything that is folded, and wait until it has come."""
    driver.execute_script("for (const d of document.querySelectorAll('details')) d.open = true")
    WebDriverWait(driver, 10).until(lambda _: not driver.find_elements(By.CLASS_NAME, "fb-elsewhere"))


HERE = """
return [...document.querySelectorAll("details[data-part]")].map((place) =>
  [place.dataset.part, [...place.querySelectorAll(":scope > .highlight pre > code")].map((code) => code.textContent)]);
"""


@pytest.mark.parametrize("prefix", LOCALES.values(), ids=LOCALES)
def test_what_is_folded_comes_when_it_is_opened(driver, site, address, prefix):
    driver.get(f"{address}{prefix}{ENTRY}")
    links = driver.find_elements(By.CSS_SELECTOR, ".fb-elsewhere > a")
    parts = [link.get_attribute("href").partition("#")[2] for link in links]
    assert "dead-end-strip_program" in parts
    asked = driver.execute_script("return performance.getEntriesByType('resource').map(({name}) => name)")
    assert not any(address.endswith("runs/") for address in asked)

    unfold(driver)
    asked = driver.execute_script("return performance.getEntriesByType('resource').map(({name}) => name)")
    assert asked.count(f"{address}{prefix}{ENTRY}runs/") == 1
    runs = page_of(site, f"{prefix}{ENTRY}runs/")
    came = driver.execute_script(HERE)
    assert sorted(part for part, _code in came) == sorted(parts)
    for part, code in came:
        assert code == [node.text() for node in runs.css(f"[data-part='{part}'] > .highlight pre > code")]
    assert sum(len(code) for _part, code in came) > 2
    for link in driver.find_elements(By.CSS_SELECTOR, "[data-part] a"):
        target = link.get_attribute("href").partition("#")[0]
        assert target.startswith(f"{address}{prefix}")
        assert (site / target.removeprefix(address) / "index.html").is_file(), target
    ids = driver.execute_script("return [...document.querySelectorAll('[id]')].map(({id}) => id)")
    assert len(ids) == len(set(ids))


def test_what_is_folded_is_a_link_where_it_cannot_be_fetched(driver, site, address):
    driver.get(address + ENTRY)
    driver.execute_script("fetch = () => { window.refused = true; return Promise.reject(new Error('no network')); }")
    driver.execute_script("for (const d of document.querySelectorAll('details')) d.open = true")
    WebDriverWait(driver, 10).until(lambda _: driver.execute_script("return window.refused"))
    assert driver.find_element(By.CSS_SELECTOR, ".fb-elsewhere > a").is_displayed()

    driver.get((site / ENTRY / "index.html").as_uri())
    driver.execute_script("for (const d of document.querySelectorAll('details')) d.open = true")
    link = driver.find_element(By.CSS_SELECTOR, ".fb-elsewhere > a")
    part = link.get_attribute("href").partition("#")[2]
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", link)
    link.click()
    there = (site / ENTRY / "runs/index.html").as_uri()
    WebDriverWait(driver, 10).until(lambda _: driver.current_url == f"{there}#{part}")


@pytest.mark.parametrize("page", [ENTRY, f"{ENTRY}runs/"])
def test_every_block_of_code_has_a_copy_button_that_copies_it_as_it_is(driver, address, page):
    driver.get(address + page)
    allow_clipboard(driver)
    unfold(driver)
    blocks = driver.find_elements(By.CSS_SELECTOR, ".highlight pre > code")
    WebDriverWait(driver, 10).until(lambda _: len(driver.find_elements(By.CSS_SELECTOR, "pre button")) == len(blocks))
    assert len(blocks) > 4
    for block in blocks:
        button = block.find_element(By.XPATH, "..").find_element(By.CSS_SELECTOR, "button")
        driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()  # a script's click may not copy
        wanted = block.get_attribute("textContent").rstrip()
        WebDriverWait(driver, 10).until(lambda _, wanted=wanted: clipboard(driver).rstrip() == wanted, message=wanted)


@pytest.mark.parametrize("page", ["myths/", "zh/myths/"])
def test_every_card_of_a_myth_has_a_button_that_copies_its_address(driver, address, page):
    driver.get(address + page)
    allow_clipboard(driver)
    cards = driver.find_elements(By.CSS_SELECTOR, ".fb-myth")
    assert cards
    for card in cards:
        wanted = card.find_element(By.CSS_SELECTOR, "h3 > a").get_attribute("href")
        button = card.find_element(By.CSS_SELECTOR, "button")
        driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()
        WebDriverWait(driver, 10).until(lambda _, wanted=wanted: clipboard(driver) == wanted, message=wanted)


def test_from_a_folder_a_card_of_a_myth_copies_the_address_of_the_site(driver, site):
    driver.get((site / "myths/index.html").as_uri())
    cards = driver.find_elements(By.CSS_SELECTOR, ".fb-myth")
    copied = [card.find_element(By.TAG_NAME, "button").get_attribute("data-clipboard-text") for card in cards]
    assert copied
    assert all(one.startswith("https://demo.example/myths/") for one in copied)


# --- feedback -----------------------------------------------------------------------------------


def body_of(link):
    asked = parse_qs(urlsplit(link).query)
    return asked["title"][0], asked["body"][0]


@pytest.mark.parametrize(
    ("prefix", "words"), [("", ("did not work for me", "Workaround")), ("zh/", ("对我没用", "解决办法"))], ids=LOCALES
)
def test_each_workaround_links_to_a_filled_in_issue_without_javascript(site, prefix, words):
    [link] = page_of(site, f"{prefix}{ENTRY}").css("[data-feedback]")
    address = link.attributes["href"]
    title, body = body_of(address)
    assert address.startswith(f"{REPOSITORY}/issues/new?title=")
    assert len(address) < MAX_LINK
    assert title == f"demo/first-entry: check-digits: {words[0]}"
    assert words[1] in body
    for told in (
        "`demo/first-entry`",
        "`check-digits`",
        f"https://demo.example/{prefix}{ENTRY}#workaround-check-digits",
    ):
        assert told in body
    assert re.search(r"`cpu-py\d+`", body)
    assert "faultbook env" in body


def test_without_a_repository_there_is_no_such_link(good_content, tmp_path):
    content = good_content(tmp_path)
    done = generator("build", "--verify", "never", "--content", content, "--site", tmp_path / "site", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    page = page_of(tmp_path / "site", ENTRY)
    assert page.css("[data-feedback], .fb-feedback") == []
    assert page.css("details.fb-mine") != []


@pytest.mark.parametrize("prefix", LOCALES.values(), ids=LOCALES)
def test_versions_go_into_the_issue_only_when_asked_for(driver, address, prefix):
    driver.get(f"{address}{prefix}{ENTRY}")
    mine = driver.find_element(By.CSS_SELECTOR, ".fb-feedback__mine")
    assert not mine.is_displayed()
    driver.execute_script("document.addEventListener('click', e => e.target.closest('a') && e.preventDefault())")
    paste(driver, MINE + "\n".join(f"nvidia-package-number-{n} {n}.0" for n in range(400)))
    plain = driver.find_element(By.CSS_SELECTOR, "[data-feedback]").get_attribute("href")
    assert mine.get_attribute("href") == plain
    assert "2.9.1" not in plain
    mine.click()
    filled = mine.get_attribute("href")
    _title, body = body_of(filled)
    assert len(filled) < MAX_LINK
    assert "GPU: NVIDIA H200" in body
    assert "torch 2.9.1+cu128" in body
    assert body.rstrip().endswith("```")
    assert "faultbook env" not in body
    assert driver.find_element(By.CSS_SELECTOR, "[data-feedback]").get_attribute("href") == plain


# --- without JavaScript, weight, paper ----------------------------------------------------------


def test_without_javascript_what_needs_it_is_not_shown(address):
    with browser(javascript=False) as driver:
        driver.get(address + ENTRY)
        assert driver.find_element(By.CSS_SELECTOR, "[data-feedback]").is_displayed()
        for hidden in (".fb-mine", ".fb-page-tools", ".fb-feedback__mine"):
            assert not driver.find_element(By.CSS_SELECTOR, hidden).is_displayed(), hidden


def test_the_tools_add_little_to_a_page():
    scripts = [ROOT / "site_overrides/assets" / name for name in ("reader.js", "environment.js")]
    assert sum(len(gzip.compress(script.read_bytes(), 9)) for script in scripts) < MORE_WEIGHT


def on_paper(driver, selector):
    """Return whether something is shown on paper."""
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        return [node.is_displayed() for node in driver.find_elements(By.CSS_SELECTOR, selector)]
    finally:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


@pytest.mark.parametrize(
    "hidden", [".fb-mine", ".fb-page-tools", ".fb-feedback", ".md-header", ".md-sidebar", ".md-footer", "button"]
)
def test_paper_has_nothing_to_click(driver, address, hidden):
    driver.get(address + ENTRY)
    assert any(on_paper(driver, hidden)) is False


def test_paper_names_what_is_folded_and_has_what_was_opened(driver, address):
    driver.get(address + ENTRY)
    driver.execute_script("fetched = fetch; fetch = () => Promise.reject(new Error('no network'))")
    driver.execute_script("for (const d of document.querySelectorAll('details')) d.open = true")
    assert driver.find_elements(By.CLASS_NAME, "fb-elsewhere") != []
    assert not any(on_paper(driver, ".fb-elsewhere"))
    assert all(on_paper(driver, "details.fb-output > summary"))
    assert all(on_paper(driver, ".fb-printed--shown > .highlight"))

    driver.execute_script("fetch = fetched; for (const d of document.querySelectorAll('details')) d.open = false")
    unfold(driver)
    came = on_paper(driver, "details.fb-output > .highlight, .fb-printed:not(.fb-printed--shown) > .fb-stream")
    assert len(came) > 3
    assert all(came)


OWN_COLOURS = """
const own = getComputedStyle(document.body);
const names = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
  .filter(rule => rule.selectorText === '[data-md-color-scheme]').flatMap(rule => [...rule.style]);
const ours = names.filter(name => name.startsWith('--fb-'));
return Object.fromEntries(ours.map(name => [name, own.getPropertyValue(name)]));
"""


def test_paper_is_white_in_the_dark_scheme(driver, address):
    seen = {}
    for media, scheme in (("", "light"), ("", "dark"), ("print", "dark")):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})
        driver.get(address + ENTRY)
        seen[media, scheme] = driver.execute_script(OWN_COLOURS)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    light, dark, paper = seen.values()
    assert len(light) > 10
    assert [name for name in light if light[name] == dark[name]] == []
    assert paper == light


# What moved once the page was parsed, when scripts begin: while it arrives, a table's columns find their widths.
SHIFTS = """
const done = arguments[0];
const [{domInteractive}] = performance.getEntriesByType('navigation');
const told = ({node, previousRect, currentRect}) => [node?.outerHTML?.slice(0, 80), previousRect.y, currentRect.y];
new PerformanceObserver(list => done(list.getEntries().filter(({startTime}) => startTime > domInteractive)
  .map(({value, sources}) => [value, sources.map(told)]))).observe({type: 'layout-shift', buffered: true});
setTimeout(() => done([]), 500);
"""

# Marks that lie over a text: each mark's box against the boxes of the lines of text around it.
COVERED = """
const hit = (a, b) => a.left < b.right && b.left < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
const texts = document.createTreeWalker(document.querySelector('article, .md-content'), NodeFilter.SHOW_TEXT);
const boxes = [];
while (texts.nextNode()) {
  const node = texts.currentNode;
  const of = node.parentElement;
  if (!node.data.trim() || of.closest('.fb-yours, template, .fb-mine') || !of.checkVisibility()) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  boxes.push(...[...range.getClientRects()].map(box => [box, node.data.trim().slice(0, 40)]));
}
return [...document.querySelectorAll('.fb-yours')].flatMap(mark => {
  if (!mark.checkVisibility()) return []; // in a table that stands folded behind its figure
  const own = mark.getBoundingClientRect();
  return boxes.filter(([box]) => hit(own, box)).map(([, text]) => mark.textContent + ' over ' + text);
});
"""
