"""Lines of text in pictures: broken where a typesetter would, never wider than asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.render.drawn_text import CODE_SIZE, break_lines, breakable, width_of

SIZE = 13


def shown(markdown, width):
    return ["".join(run.text for run in line).rstrip() for line in break_lines(markdown, width, SIZE)]


def shown_runs(markdown, width):
    """Return how wide each line is, with its text."""
    return [
        (
            sum(width_of(text, SIZE * (CODE_SIZE if is_code else 1), is_code=is_code) for text, is_code in line),
            "".join(text for text, _is_code in line),
        )
        for line in break_lines(markdown, width, SIZE)
    ]


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
    (line,) = break_lines("print `a < b` twice", 600, SIZE)

    assert "".join(run.text for run in line if run.is_code) == "a < b"
    assert "".join(run.text for run in line if not run.is_code) == "print  twice"


def test_full_width_characters_are_as_wide_as_the_size():
    assert width_of("显存", SIZE) == 2 * SIZE
    assert width_of("i" * 10, SIZE) < width_of("m" * 10, SIZE)


@given(st.text(alphabet="ab Mi`显存，。“”()-_.*", max_size=80), st.integers(40, 300))
def test_no_line_is_wider_than_asked_and_no_letter_is_lost(text, width):
    broken = shown_runs(text, width)
    whole = shown_runs(text, 10_000)

    assert all(wide <= width for wide, _text in broken)
    kept = ["".join(text for _wide, text in lines).replace(" ", "") for lines in (broken, whole)]
    assert kept[0] == kept[1]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("see <code>a &lt; b</code>, or a-b", None),
        ("<code>torch.cuda.memory_summary</code>", "<code>torch.<wbr>cuda.<wbr>memory_<wbr>summary</code>"),
        ('<a href="/a/very/long/address/of/a/page/">x</a>', None),
        ("twelve-letters-and-more", "twelve-<wbr>letters-<wbr>and-<wbr>more"),
        ("&lt;&lt;&lt;&lt;&lt;&lt;", None),
        ("在 x86-64 上用2.1版本里的很多很多文字", None),
        (
            "用 <code>a &quot;b&quot; &lt;binary_cross_entropy_loss&gt;</code>",
            "用 <code>a &quot;b&quot; &lt;binary_<wbr>cross_<wbr>entropy_<wbr>loss&gt;</code>",
        ),
    ],
)
def test_a_browser_may_break_a_word_that_is_too_long_where_lines_are_broken_here(html, expected):
    assert breakable(html, 90, SIZE) == (expected or html)
