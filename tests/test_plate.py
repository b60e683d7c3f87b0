"""The plate: holes found, filled, and missed when the theme changes."""

import pytest

from generator.render.frame.layout import HOLES, Plate, PlateError, hole

WHOLE = "".join(f"<i>{hole(name)}</i>" for name in sorted(HOLES)) + f'<a href="{hole("base")}/x/">x</a>'


def test_every_hole_is_filled_also_when_it_stands_twice():
    plate = Plate.parse("en", WHOLE)

    stamped = plate.stamp({name: f"[{name}]" for name in HOLES})

    assert stamped.count("[base]") == 2
    assert "@@" not in stamped


@pytest.mark.parametrize("name", sorted(HOLES - {"languages"}))
def test_a_missing_hole_is_named(name):
    with pytest.raises(PlateError, match=rf"lacks holes \['{name}'\]"):
        Plate.parse("en", WHOLE.replace(hole(name), ""))


def test_a_hole_nobody_fills_is_named():
    with pytest.raises(PlateError, match="unknown ones \\['sidebar'\\]"):
        Plate.parse("en", WHOLE + hole("sidebar"))


@pytest.mark.parametrize("link", ["../assets/x.css", ".", "./x", "../.."])
def test_an_address_that_breaks_at_other_depths_is_found(link):
    with pytest.raises(PlateError, match="breaks at other depths"):
        Plate.parse("en", f'{WHOLE}<link href="{link}">')


def test_a_value_that_looks_like_a_hole_is_not_filled_again():
    plate = Plate.parse("en", WHOLE)

    stamped = plate.stamp({**dict.fromkeys(HOLES, ""), "body": hole("title"), "title": "SECRET"})

    assert stamped.count("SECRET") == 1
    assert hole("title") in stamped
