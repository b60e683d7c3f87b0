"""The page layout: placeholders found, filled, and missed when the theme changes."""

import pytest

from generator.render.frame.layout import PLACEHOLDERS, Layout, LayoutError, placeholder

WHOLE = (
    "".join(f"<i>{placeholder(name)}</i>" for name in sorted(PLACEHOLDERS))
    + f'<a href="{placeholder("base")}/x/">x</a>'
)


def test_every_placeholder_is_filled_also_when_it_stands_twice():
    layout = Layout.parse("en", WHOLE)

    filled = layout.fill({name: f"[{name}]" for name in PLACEHOLDERS})

    assert filled.count("[base]") == 2
    assert "@@" not in filled


@pytest.mark.parametrize("name", sorted(PLACEHOLDERS - {"languages"}))
def test_a_missing_placeholder_is_named(name):
    with pytest.raises(LayoutError, match=rf"lacks placeholders \['{name}'\]"):
        Layout.parse("en", WHOLE.replace(placeholder(name), ""))


def test_a_placeholder_nobody_fills_is_named():
    with pytest.raises(LayoutError, match="unknown ones \\['sidebar'\\]"):
        Layout.parse("en", WHOLE + placeholder("sidebar"))


@pytest.mark.parametrize("link", ["../assets/x.css", ".", "./x", "../.."])
def test_an_address_that_breaks_at_other_depths_is_found(link):
    with pytest.raises(LayoutError, match="breaks at other depths"):
        Layout.parse("en", f'{WHOLE}<link href="{link}">')


def test_a_value_that_looks_like_a_placeholder_is_not_filled_again():
    layout = Layout.parse("en", WHOLE)

    filled = layout.fill({**dict.fromkeys(PLACEHOLDERS, ""), "body": placeholder("title"), "title": "SECRET"})

    assert filled.count("SECRET") == 1
    assert placeholder("title") in filled
