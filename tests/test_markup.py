"""HTML of every kind of page, as html-validate reads it."""

import re
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser
from web import validate, waivers

from tools.screenshots import page_kinds


@pytest.fixture(scope="module")
def found(real_site):
    """Return the mistakes on one page of each kind in each language, those waived and the others."""
    paths = [path if path.endswith(".html") else f"{path}index.html" for path in page_kinds(real_site)]
    waived, others = [], []
    for page in validate([real_site / path for path in paths]):
        parsed = LexborHTMLParser(Path(page["file"]).read_text(encoding="utf-8"))
        for message in page["messages"]:
            fitting = [
                one for one in waivers("html") if one.rule == message["rule"] and _is(parsed, message, one.selector)
            ]
            waived.extend(fitting)
            if not fitting:
                others.append((page["file"], message))
    return waived, others


def _is(parsed, message, selector):
    return any(element == parsed.css_first(message["selector"]) for element in parsed.css(selector))


def test_every_kind_of_page_is_valid(found):
    assert found[1] == []


def test_every_waiver_is_needed(found):
    assert set(waivers("html")) - set(found[0]) == set()


def test_every_page_names_the_sites_own_icon(real_site):
    # A browser asks the root of the host for the icon of a page that names none: another site's, below a sub-path.
    pages = sorted(real_site.rglob("*.html"))
    icons = {page: re.findall(r'<link rel="icon" href="([^"]+)">', page.read_text(encoding="utf-8")) for page in pages}
    del icons[real_site / "404.html"]  # its addresses are those of the published site, at any depth

    assert len(pages) > 1000
    assert [page for page, found in icons.items() if [(page.parent / icon).is_file() for icon in found] != [True]] == []


def test_a_mistake_is_found(tmp_path):
    page = tmp_path / "page.html"
    page.write_text(
        '<!doctype html><html lang="en"><title>x</title><p id="a"><div id="a"></div></p></html>', encoding="utf-8"
    )
    assert {message["rule"] for message in validate([page])[0]["messages"]} >= {"no-dup-id", "close-order"}
