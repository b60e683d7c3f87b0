"""The lines of a workaround that differ, and a long output around the line that matters."""

import pytest

from generator.render.difference import changed_lines
from generator.render.prose import around

BEFORE = '"""It fails."""\n\nimport json\n\nfirst = 1\nsecond = 2\nthird = 3\nfourth = 4\nprint(json.loads("word"))\n'


def after(*changes: tuple[str, str]) -> str:
    text = BEFORE.replace("It fails.", "It does not:\n\nthe text is\nread as one.")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def test_changed_lines_are_counted_without_the_docstring():
    assert changed_lines(BEFORE, after(('"word"', '"1"'), ("first = 1", "first = 0"))) == (8, 12)


@pytest.mark.parametrize(
    ("old", "new", "marked"),
    [
        ("a = 1\nb = 2\nc = 3\n", "a = 1\nb = 2\nc = 4\n", (3,)),
        ("a = 1\n", "x = 1\ny = 2\nz = 3\n", ()),  # everything: marks would tell nothing
        ("a = 1\nb = 2\n", "a = 1\nb = 2\n", ()),
        ('"""Only words."""\n', '"""Only words."""\nx = 1\n', (2,)),
        ("", "x = 1\n", ()),
    ],
)
def test_what_differs_altogether_is_not_marked(old, new, marked):
    assert changed_lines(old, new) == marked


LINES = [f"line {number}" for number in range(40)]


@pytest.mark.parametrize(
    ("lines", "line", "sizes"),
    [
        (LINES, "line 20", (12, 13, 15)),
        (LINES, "line 39", (31, 9, 0)),
        (LINES, "line 10", (0, 15, 25)),  # two lines before are not worth folding
        (LINES[:20], "line 9", (0, 20, 0)),
        (LINES, "nowhere", (0, 40, 0)),
        (LINES, "", (0, 40, 0)),
    ],
)
def test_a_long_output_is_divided_around_the_last_line_that_matters(lines, line, sizes):
    parts = around("\n".join(lines), line)
    assert tuple(len(part.splitlines()) for part in parts) == sizes
    assert [one for part in parts for one in part.splitlines()] == lines
