"""What a page costs a reader: bytes, requests, and what moves while it loads on a slow phone."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest
from real import BELOW
from web import compressed

from tools.browser import be_a_phone, be_far_away, browser, served, show_at_width
from tools.screenshots import page_kinds

pytestmark = pytest.mark.browser
FIRST_VISIT = 110_000  # bytes of an entry page and all it needs, compressed
NEXT_VISIT = 15_000  # of the heaviest entry, where everything else is in the browser's cache; the answer's head counts
NOTHING = 0.005  # of the window, times the distance: less is shown as 0.00
QUIET = 0.7  # seconds without news from the network
# Filled from the first moment on, also by what moved before the page had run any script of its own.
WATCH = """
window.moved = [];
new PerformanceObserver((list) => {
  for (const {value, sources} of list.getEntries()) {
    window.moved.push([value, sources.map(({node}) => node && (node.outerHTML || node.textContent).slice(0, 120))]);
  }
}).observe({type: "layout-shift", buffered: true});
"""


class Visit(NamedTuple):
    """What the browser asked the network for: bytes as they came, by address."""

    received: dict[str, int]

    @property
    def weight(self):
        return sum(self.received.values())


@pytest.fixture(scope="module")
def address(real_site):
    with served(real_site.parents[BELOW.count("/") - 1], as_host=True) as base:
        yield base + BELOW


@pytest.fixture
def driver():
    with browser() as started:
        yield started


def visit(driver, url):
    """Open a page and wait until nothing more is fetched."""
    driver.get_log("performance")
    driver.get(url)
    events, heard = [], time.monotonic()
    while time.monotonic() - heard < QUIET:
        if news := driver.get_log("performance"):
            events += [json.loads(one["message"])["message"] for one in news]
            heard = time.monotonic()
        time.sleep(0.1)
    asked = {
        event["params"]["requestId"]: event["params"]["request"]["url"]
        for event in events
        if event["method"] == "Network.requestWillBeSent"
    }
    sizes = {
        asked.get(event["params"]["requestId"], url): int(event["params"]["encodedDataLength"])
        for event in events
        if event["method"] == "Network.loadingFinished"
    }
    return Visit({url: size for url, size in sizes.items() if size})


def heaviest(site, prefix):
    """Return the paths of the two heaviest entries of a language."""
    entries = json.loads((site / "api/v1/index.json").read_bytes())["entries"]
    sizes = {
        f"{prefix}{entry['id']}/": compressed((site / prefix / entry["id"] / "index.html").read_bytes())
        for entry in entries
    }
    return sorted(sizes, key=lambda path: -sizes[path])[:2]


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_an_entry_weighs_little_and_the_next_one_less(driver, real_site, address, prefix):
    then, first = heaviest(real_site, prefix)
    came = visit(driver, address + first)
    assert address + first in came.received
    assert address + "assets/faultbook.css" in came.received
    assert came.weight <= FIRST_VISIT, came

    came = visit(driver, address + then)
    assert set(came.received) == {address + then}  # nothing but the page itself
    assert came.weight <= NEXT_VISIT


def moved(driver):
    """Return how far things moved, all in all, and what."""
    shifts = driver.execute_script("return window.moved")
    return sum(value for value, _what in shifts), shifts


def moved_on(driver, url):
    """Open a page with an empty cache; return what moved, where that was more than nothing."""
    driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    driver.get(url)
    time.sleep(QUIET)
    distance, what = moved(driver)
    return what if distance >= NOTHING else []


def moving(addresses, width, be_slow):
    """Open pages of a width on a slow machine; return what moved, by address, and moved again when opened again.

    Where a page is cut on its way from a busy machine is different each time; what moves without a size moves always.
    """
    found = {}
    with browser() as driver:
        show_at_width(driver, width)
        be_slow(driver)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        for url in addresses:
            if moved_on(driver, url) and (what := moved_on(driver, url)):
                found[url] = what
    return found


def test_nothing_moves_while_a_page_loads(real_site, address):
    machines = {"": (360, be_a_phone), "zh/": (1440, be_far_away)}
    kinds = {
        prefix: [path for path in page_kinds(real_site) if path.startswith("zh/") == bool(prefix)]
        for prefix in machines
    }
    assert min(map(len, kinds.values())) > 12
    with ThreadPoolExecutor() as executor:  # both wait for the network most of the time
        tasks = [
            executor.submit(moving, [address + path for path in kinds[prefix] if path != "404.html"], *machine)
            for prefix, machine in machines.items()
        ]
    assert [task.result() for task in tasks] == [{}, {}]


def test_what_moves_is_seen(driver, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(
        "<p id=late hidden>x<p style='height:30em'>y<script>setTimeout(()=>late.hidden=false,700)</script>", "utf-8"
    )
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    driver.get(page.as_uri())
    time.sleep(1.5)
    assert moved(driver)[0] > NOTHING
