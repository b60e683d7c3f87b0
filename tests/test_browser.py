"""The site in a real Chromium: what a reader sees and does."""

import json

import pytest
from real import BELOW
from selectolax.lexbor import LexborHTMLParser
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tools.browser import WIDTHS, browser, served, show_at_width, use_scheme
from tools.screenshots import page_kinds, pages

pytestmark = pytest.mark.browser
ENTRY = "pytorch/torch-not-compiled-with-cuda/"


@pytest.fixture(scope="module")
def site(real_site):
    """Return the folder to serve: the real content's site lies below a sub-path, as a project site of Pages does."""
    return real_site.parents[BELOW.count("/") - 1]


@pytest.fixture(scope="module")
def address(site):
    with served(site) as base:
        yield base + BELOW


def requests_of(driver):
    for line in driver.get_log("performance"):
        message = json.loads(line["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            yield message["params"]["request"]["url"]


def too_wide(driver, address, path, widths=WIDTHS):
    show_at_width(driver, widths[0])  # before the page: it is laid out once for the first
    driver.get(address + path)
    for width in widths:
        show_at_width(driver, width)
        found = driver.execute_script("return document.documentElement.scrollWidth")
        if found > width:
            yield f"{path} at {width}: {found}"


def test_every_page_fits_a_phone_and_loads_without_errors_and_without_other_hosts(driver, site, address):
    built = site / BELOW
    kinds = {*page_kinds(built)} - {"404.html"}
    others = {path for path in pages(built) if not path.startswith("zh/")} - {"404.html"} - kinds
    for many in (
        {path for path in others if path.startswith("myths/")},
        {path for path in others if path.endswith("/runs/")},
    ):
        others -= many - set(hardest_to_fit(built, many))
    assert kinds
    assert others
    list(requests_of(driver))
    driver.get_log("browser")
    wide = [line for path in sorted(kinds) for line in too_wide(driver, address, path)]
    wide += [line for path in sorted(others) for line in too_wide(driver, address, path, WIDTHS[:1])]
    errors = [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
    requested = {url for url in requests_of(driver) if not url.startswith((address, "data:"))}

    # The addresses in 404.html are those of the published site, at any depth.
    assert [*wide, *too_wide(driver, address, "404.html")] == []
    assert errors == []
    assert requested == set()


def hardest_to_fit(site, paths, count=40):
    """Yield those of hundreds of pages of one template that have the longest words outside of code boxes."""

    def longest(path):
        article = LexborHTMLParser((site / path / "index.html").read_text(encoding="utf-8")).css_first("article")
        if article is None:  # a redirect
            return 0
        article.strip_tags(["pre", "script", "svg"])  # which scroll, or scale
        return max(map(len, article.text(separator=" ").split()))

    yield from sorted(paths, key=lambda path: (-longest(path), path))[:count]


@pytest.mark.parametrize(("start", "code", "expected"), [("", "zh", "zh/"), ("zh/", "en", "")])
def test_the_language_switch_keeps_the_entry(driver, address, start, code, expected):
    driver.get(f"{address}{start}{ENTRY}#dead-ends")
    show_at_width(driver, 1440)
    driver.execute_script(
        "arguments[0].click()", driver.find_element(By.CSS_SELECTOR, f"a.md-select__link[hreflang={code}]")
    )

    assert driver.current_url.split("#")[0] == f"{address}{expected}{ENTRY}"
    assert driver.find_element(By.TAG_NAME, "html").get_attribute("lang") == code


def test_the_symptom_can_be_copied(driver, address):
    driver.get(address + ENTRY)
    driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    )
    symptom = driver.find_element(By.CSS_SELECTOR, "#symptom").text
    driver.find_element(By.CSS_SELECTOR, ".fb-terminal .fb-copy").click()
    copied = driver.execute_async_script("navigator.clipboard.readText().then(arguments[0], e => arguments[0]('' + e))")

    assert copied == symptom


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_the_first_screen_has_the_error_what_it_means_and_the_first_thing_to_do(driver, address, prefix):
    show_at_width(driver, 1440, 900)
    driver.get(f"{address}{prefix}{ENTRY}")
    assert driver.find_element(By.CSS_SELECTOR, ".fb-question .fb-answers").rect["y"] < 800
    assert driver.find_element(By.CSS_SELECTOR, ".fb-tabs").rect["y"] < 850

    show_at_width(driver, 360, 800)
    driver.get(f"{address}{prefix}{ENTRY}")
    assert driver.find_element(By.CSS_SELECTOR, ".fb-meaning").rect["y"] < 500
    assert [also.is_displayed() for also in driver.find_elements(By.CSS_SELECTOR, ".fb-also > code")] == [True]
    assert driver.find_element(By.CSS_SELECTOR, ".fb-also a[href='#wordings']").is_displayed()


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_the_page_of_runs_begins_with_a_list_of_its_programs(driver, address, prefix):
    driver.get(f"{address}{prefix}{ENTRY}runs/")
    listed = driver.find_element(By.CSS_SELECTOR, "article details.fb-behind")
    listed.find_element(By.TAG_NAME, "summary").click()
    links = listed.find_elements(By.TAG_NAME, "a")

    programs = driver.find_elements(By.CSS_SELECTOR, "section.fb-claim > h3")
    assert [link.get_attribute("hash") for link in links] == [f"#{one.get_attribute('id')}" for one in programs]
    assert [link.text for link in links] == [one.find_element(By.TAG_NAME, "a").text for one in programs]
    assert str(len(programs)) in listed.find_element(By.TAG_NAME, "summary").text


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_both_schemes_keep_text_readable(driver, address, scheme):
    use_scheme(driver, scheme)
    driver.get(address + ENTRY)
    assert driver.find_element(By.TAG_NAME, "body").get_attribute("data-md-color-scheme") == scheme
    low = driver.execute_script(CONTRAST)

    assert low == []


def test_useful_without_javascript(site, address):
    with browser(javascript=False) as driver:
        for prefix in ("", "zh/"):
            driver.get(f"{address}{prefix}{ENTRY}")
            show_at_width(driver, 1440)
            assert "no-js" in driver.find_element(By.TAG_NAME, "html").get_attribute("class")
            assert driver.find_element(By.ID, "symptom").is_displayed()
            causes = driver.find_elements(By.CSS_SELECTOR, ".fb-cause")
            assert len(causes) > 1
            assert all(cause.is_displayed() for cause in causes)
            questions = driver.find_elements(By.CSS_SELECTOR, ".fb-question")
            assert all(question.is_displayed() for question in questions)
            for details in driver.find_elements(By.CSS_SELECTOR, "details.fb-proof")[:3]:
                details.find_element(By.TAG_NAME, "summary").click()
                assert details.get_attribute("open") is not None
            assert not any(button.is_displayed() for button in driver.find_elements(By.CSS_SELECTOR, ".fb-copy"))
            links = [node.get_attribute("href") for node in driver.find_elements(By.CSS_SELECTOR, "a.md-select__link")]
            assert [f"{address}{'' if prefix else 'zh/'}{ENTRY}"] == links
            driver.get(f"{address}{prefix}myths/")
            statements = driver.find_elements(By.CSS_SELECTOR, ".fb-myth")
            assert len(statements) > 1
            assert all(statement.is_displayed() for statement in statements)
    assert site


# Contrast of every chip's text with its own background, by WCAG's formula; AA asks for 4.5.
CONTRAST = """
const parse = value => value.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => {
  const f = v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b);
};
const behind = node => {
  for (; node; node = node.parentElement) {
    const colour = parse(getComputedStyle(node).backgroundColor);
    if (colour.length < 4 || colour[3] === 1) return colour;
  }
  return [255, 255, 255];
};
const shown = '.fb-chip, .fb-ran, .fb-path, .fb-meaning, .fb-record dd, .fb-terminal code, '
  + '.fb-terminal var, .fb-tabs a, .fb-answers a, .fb-useless li';
return [...document.querySelectorAll(shown)].map(node => {
  const [a, b] = [light(parse(getComputedStyle(node).color)), light(behind(node))].sort((x, y) => y - x);
  return [node.className + ': ' + node.textContent.trim().slice(0, 30), (a + 0.05) / (b + 0.05)];
}).filter(([, ratio]) => ratio < 4.5);
"""


SCHEME = "return document.body.dataset.mdColorScheme"
# What the body is when it is painted first: the script stands where the page is still being read.
FIRST_SCHEME = """
new MutationObserver((_, observer) => {
  if (!document.querySelector('main')) return;
  window.first = document.body.dataset.mdColorScheme;
  observer.disconnect();
}).observe(document, {childList: true, subtree: true});
"""


@pytest.mark.parametrize(
    ("prefix", "words"),
    [
        ("", ["Switch to light mode", "Switch to dark mode", "Switch to the colours of the system"]),
        ("zh/", ["切换到浅色模式", "切换到深色模式", "切换为跟随系统"]),
    ],
)
def test_the_switch_of_colours_speaks_the_language_and_is_remembered_before_the_first_paint(address, prefix, words):
    with browser() as driver:
        use_scheme(driver, "default")
        driver.get(f"{address}{prefix}{ENTRY}")
        labels = driver.find_elements(By.CSS_SELECTOR, "[data-md-component=palette] > label")
        assert [label.get_attribute("title") for label in labels] == words
        for shown in words[:2]:  # the system's → light → dark
            driver.find_element(By.CSS_SELECTOR, f"label[title='{shown}']").click()
        assert driver.execute_script(SCHEME) == "slate"

        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": FIRST_SCHEME})
        driver.get(f"{address}{prefix}")
        assert driver.execute_script("return window.first") == "slate"
        assert driver.execute_script(SCHEME) == "slate"


def test_a_place_that_no_page_has_stops_no_tool_of_the_reader(driver, address):
    driver.get(f"{address}{ENTRY}#100%")
    driver.execute_script("for (const fold of document.querySelectorAll('.fb-fold, .fb-mine')) fold.open = true")
    field = driver.find_element(By.ID, "fb-mine-text")
    field.send_keys("torch 2.11.0")
    WebDriverWait(driver, 10).until(
        lambda _: "2.11.0" in driver.find_element(By.CSS_SELECTOR, ".fb-mine [data-answer]").text
    )


def test_a_marked_line_is_marked_to_its_end_where_code_is_scrolled(driver, real_site, address):
    marked = 'class="hll"'
    entry = next(path for path in pages(real_site) if marked in (real_site / path / "index.html").read_text("utf-8"))
    driver.get(address + entry)
    show_at_width(driver, 360)
    same = driver.execute_script(
        "const line = document.querySelector('.hll'), code = line.closest('code');"
        "const before = code.scrollWidth;"
        "line.style.borderImage = 'none';"
        "return [before === code.scrollWidth, before > code.clientWidth]"
    )
    assert same == [True, True]  # the mark takes no room, in code that is scrolled
    driver.execute_script("document.querySelector('.hll').style.borderImage = ''")
    image = driver.execute_script("return getComputedStyle(document.querySelector('.hll')).borderImageSource")
    assert image.startswith("linear-gradient(")


def test_the_switch_of_languages_keeps_the_place(driver, address):
    show_at_width(driver, 1440)
    driver.get(f"{address}{ENTRY}#dead-ends")
    driver.execute_script("document.querySelector('.md-select__link[hreflang=zh]').click()")
    WebDriverWait(driver, 10).until(lambda _: "/zh/" in driver.current_url)
    assert driver.current_url == f"{address}zh/{ENTRY}#dead-ends"


def offered(driver):
    return [one.text for one in driver.find_elements(By.CSS_SELECTOR, ".fb-offer:popover-open")]


def test_a_browser_that_asks_for_another_language_is_offered_it_once(own_tab, address):
    agent = own_tab.execute_script("return navigator.userAgent")
    asking = {"userAgent": agent, "acceptLanguage": "zh-CN,zh,en"}
    own_tab.execute_cdp_cmd("Emulation.setUserAgentOverride", asking)
    own_tab.get(f"{address}zh/")
    own_tab.execute_script("localStorage.clear()")
    own_tab.get(address)
    assert offered(own_tab) == ["阅读本页的中文版"]
    assert own_tab.execute_script("return document.activeElement.id") == "fb-text"  # it takes nobody's place
    own_tab.get(f"{address}{ENTRY}")
    assert offered(own_tab) == []

    own_tab.execute_script("localStorage.clear()")
    own_tab.get(f"{address}zh/{ENTRY}")
    own_tab.get(f"{address}{ENTRY}#dead-ends")
    own_tab.find_element(By.CSS_SELECTOR, ".fb-offer a").click()
    assert own_tab.current_url == f"{address}zh/{ENTRY}#dead-ends"
    own_tab.execute_script("localStorage.clear()")
    own_tab.execute_cdp_cmd("Emulation.setUserAgentOverride", {**asking, "acceptLanguage": "de,en,zh"})
    own_tab.get(f"{address}{ENTRY}")
    assert offered(own_tab) == []
