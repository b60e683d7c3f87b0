"""Every kind of page, in both languages and both schemes, as axe-core in Chromium sees it."""

from typing import NamedTuple

import pytest
from real import BELOW
from selenium.webdriver.support.wait import WebDriverWait
from web import PACKAGES, waivers

from tools.browser import SCHEMES, served, use_scheme
from tools.screenshots import page_kinds

pytestmark = pytest.mark.browser
RULES = (PACKAGES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
LARGE = 100_000  # bytes: more rows of the same take axe-core long
SHOWN = "return document.body.dataset.mdColorScheme"
OF_COLOUR = ("color-contrast", "link-in-text-block")
# The second scheme changes nothing else, and colours know no language.
OF_ORIGINAL = [(SCHEMES[0], {}), (SCHEMES[1], {"runOnly": {"type": "rule", "values": OF_COLOUR}})]
OF_TRANSLATION = [(SCHEMES[0], {"rules": {rule: {"enabled": False} for rule in OF_COLOUR}})]
# Per broken rule and element: what is wrong, and which of the selectors given fit the element.
ASK = """
const [options, selectors, done] = arguments;
const fits = (target) => {
  const element = document.querySelector(target.at(-1));
  return selectors.filter((selector) => element && element.matches(selector));
};
axe.run(document, {resultTypes: ["violations"], ...options}).then(({violations}) => {
  done(violations.flatMap(({id, nodes}) =>
    nodes.map(({target, failureSummary}) => [id, target.join(" "), failureSummary, fits(target)])));
});
"""


class Finding(NamedTuple):
    """A rule that an element of a page breaks in a scheme."""

    page: str
    scheme: str
    rule: str
    element: str
    what: str


def findings(driver, selectors=(), **options):
    """Run axe-core on the page that is open; yield rule, element, what is wrong, and the selectors that fit it."""
    driver.set_script_timeout(120)
    driver.execute_script(RULES)
    yield from driver.execute_async_script(ASK, options, list(selectors))


@pytest.fixture(scope="module")
def found(real_site, driver):
    """Return what breaks a rule on one page of each kind, that which is waived and the rest."""
    given = waivers("axe")
    waived, others = set(), []
    with served(real_site.parents[BELOW.count("/") - 1]) as base:
        for page in page_kinds(real_site, LARGE):
            use_scheme(driver, SCHEMES[0])
            driver.get(base + BELOW + page)
            for scheme, options in OF_TRANSLATION if page.startswith("zh/") else OF_ORIGINAL:
                use_scheme(driver, scheme)
                WebDriverWait(driver, 5).until(lambda _driver, wanted=scheme: driver.execute_script(SHOWN) == wanted)
                for rule, element, what, selectors in findings(driver, {one.selector for one in given}, **options):
                    fitting = {one for one in given if one.rule == rule and one.selector in selectors}
                    waived |= fitting
                    if not fitting:
                        others.append(Finding(page, scheme, rule, element, what))
    return waived, others


def test_no_kind_of_page_breaks_a_rule_of_accessibility_in_any_language_or_scheme(found):
    assert found[1] == []


def test_every_waiver_is_needed(found):
    assert set(waivers("axe")) - found[0] == set()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_is_wrong_is_found(tmp_path, driver, scheme):
    page = tmp_path / "page.html"
    style = "@media (prefers-color-scheme: dark) { body { background: #222; color: #444 } }"
    page.write_text(
        f"<html lang=en><title>x</title><style>{style}</style><h1>Dark words</h1><img src=x.png>", encoding="utf-8"
    )
    use_scheme(driver, scheme)
    driver.get(page.as_uri())
    rules = {rule for rule, *_ in findings(driver)}
    assert "image-alt" in rules
    assert ("color-contrast" in rules) == (scheme == "slate")
