"""A workaround as the lines that it changes, and a long output around the line that matters."""

import pytest

from generator.render.difference import difference
from generator.render.prose import around

BEFORE = '"""It fails."""\n\nimport json\n\nfirst = 1\nsecond = 2\nthird = 3\nfourth = 4\nprint(json.loads("word"))\n'


def after(*changes: tuple[str, str]) -> str:
    text = BEFORE.replace("It fails.", "It does not:\n\nthe text is\nread as one.")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def test_few_changed_lines_stand_alone_with_their_neighbours_and_without_the_docstring():
    changed = difference(BEFORE, after(('"word"', '"1"'), ("first = 1", "first = 0")))
    assert changed.text.splitlines() == [
        *(" ", "-first = 1", "+first = 0", " second = 2"),
        " ⋮",
        *(" fourth = 4", '-print(json.loads("word"))', '+print(json.loads("1"))'),
    ]
    assert changed.changed == (8, 12)


@pytest.mark.parametrize(
    ("old", "new", "shown", "marked"),
    [
        ("a = 1\nb = 2\nc = 3\n", "a = 1\nb = 2\nc = 4\n", False, (3,)),
        ("a = 1\n", "x = 1\ny = 2\nz = 3\n", False, ()),  # everything: marks would tell nothing
        ("a = 1\nb = 2\n", "a = 1\nb = 2\n", False, ()),
        ('"""Only words."""\n', '"""Only words."""\nx = 1\n', False, (2,)),
        ("", "x = 1\n", False, ()),
    ],
)
def test_what_is_as_long_as_the_program_is_not_shown_as_a_difference(old, new, shown, marked):
    changed = difference(old, new)
    assert (bool(changed.text), changed.changed) == (shown, marked)


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
