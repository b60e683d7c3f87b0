"""Lines of text in pictures: broken where a typesetter would, never wider than asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.render.drawn_text import break_lines, width_of

SIZE = 13


def shown(markdown, width):
    return ["".join(run.text for run in line) for line in break_lines(markdown, width, SIZE).lines]


@pytest.mark.parametrize(
    ("markdown", "width", "expected"),
    [
        ("one two three", 60, ["one two", "three"]),
        ("one two three", 600, ["one two three"]),
        ("  one\n two  ", 600, ["one two"]),
        ("", 600, []),
        ("日志里能看到这个单词。", 80, ["日志里能看到", "这个单词。"]),
        ("日志里看到“单词”，再查。", 80, ["日志里看到", "“单词”，再", "查。"]),
        ("PyTorch 申请显存", 80, ["PyTorch 申", "请显存"]),
        ("see **bold** and [a page](https://demo.example/)", 600, ["see bold and a page"]),
        ("call `f(x)`, then wait", 58, ["call", "f(x),", "then", "wait"]),
        ("torch.cuda.memory_summary", 90, ["torch.cuda.", "memory_", "summary"]),
        ("aaaaaaaaaaaaaaaaaaaa", 85, ["aaaaaaaaaa", "aaaaaaaaaa"]),
    ],
)
def test_lines_break_between_words_and_not_before_closing_marks(markdown, width, expected):
    assert shown(markdown, width) == expected


def test_code_stays_code_and_its_marks_are_left_out():
    (line,) = break_lines("print `a < b` twice", 600, SIZE).lines

    assert [(run.text, run.is_code) for run in line] == [("print ", False), ("a < b", True), (" twice", False)]
    assert line[1].markup == "a &lt; b"


def test_full_width_characters_are_as_wide_as_the_size():
    assert width_of("显存", SIZE) == 2 * SIZE
    assert width_of("i" * 10, SIZE) < width_of("m" * 10, SIZE)


@given(st.text(alphabet="ab Mi`显存，。“”()-_.*", max_size=80), st.integers(40, 300))
def test_no_line_is_wider_than_asked_and_no_letter_is_lost(text, width):
    broken = break_lines(text, width, SIZE)
    whole = break_lines(text, 10_000, SIZE)

    assert broken.width <= width
    kept = ["".join(run.text for line in lines.lines for run in line).replace(" ", "") for lines in (broken, whole)]
    assert kept[0] == kept[1]
