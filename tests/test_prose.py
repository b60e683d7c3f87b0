"""Texts → HTML: what needs no parser is what the parser makes of it, and what is kept of a text fits every page."""

import posixpath
import re

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from judged import judged
from markdown_it import MarkdownIt
from real import CONTENT

from generator.render.addresses import relative
from generator.render.code_spans import code_spans
from generator.render.prose import breakable, plain, render_line, render_text, tighten

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
PIECES = (
    *("a", "b ", " ", "`", "``", "\n", "\n\n", "1.", "2)", " - ", "#", "# ", ">", "=", "~", "|", "!", "]", "(", ")"),
    *(
        "中",
        "，",
        '"',
        "'",
        "x:y",
        "http://a.b",
        "-",
        "+",
        "_",
        "*",
        "&",
        "&amp;",
        "<",
        "\\",
        "[a](entry:b/c)",
        "\u3000",
    ),
    *("\xa0", "\x0b", "---", "\t"),
)
PATHS = st.builds(
    lambda folders, name: "".join(f"{folder}/" for folder in folders) + name,
    st.lists(st.sampled_from("abc"), max_size=4),
    st.sampled_from(["", "", "x.js", "y"]),
)


def itself(entry):
    return f"entry:{entry}"


def words_of(text):
    """Return a text without marks, by its tokens."""

    def read(tokens):
        kinds = ("text", "code_inline", "fence", "code_block")
        return "".join((token.content if token.type in kinds else " ") + read(token.children or ()) for token in tokens)

    return " ".join(read(MARKDOWN.parse(text)).split())


def breaking(rendered):
    """Return HTML without what keeps options in one line."""
    return re.sub(r'<span class="fb-nowrap">([^<]*)</span>', r"\1", rendered).replace(' class="fb-nowrap"', "")


def check(text):
    tight = tighten(text)
    paragraphs, line = (
        str(render(text, itself)).replace(' rel="noopener"', "") for render in (render_text, render_line)
    )
    assert breaking(paragraphs) == MARKDOWN.render(tight)
    assert breaking(line) == MARKDOWN.renderInline(tight.replace("\n", " "))
    assert plain(text) == words_of(tight)


@settings(max_examples=1500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_a_text_is_what_the_parser_makes_of_it(text):
    check(text)


def texts_in(value):
    """Yield every text in two languages of a file."""
    if isinstance(value, dict) and value and value.keys() <= {"en", "zh"}:
        yield from (text for text in value.values() if isinstance(text, str))
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts_in(one)


def test_all_texts_of_our_entries_are_what_the_parser_makes_of_them():
    files = sorted(CONTENT.glob("entries/*/*/entry.yaml"))
    found = [text for file in files for text in texts_in(yaml.load(file.read_bytes(), yaml.CSafeLoader))]
    for text in found:
        check(text)

    assert len(found) > 5000
    assert sum(code_spans(text.strip()) is not None for text in found) > 0.9 * len(found)


@pytest.mark.parametrize(
    ("code", "kept"),
    [
        ("ulimit -v", '<code class="fb-nowrap">ulimit -v</code>'),
        ("torch.no_grad()", "<code>torch.no_grad()</code>"),
        (
            "pip install --extra-index-url https://a.b/c-d -U torch",
            (
                '<code>pip install <span class="fb-nowrap">--extra-index-url</span> https://a.b/c-d '
                '<span class="fb-nowrap">-U</span> torch</code>'
            ),
        ),
        (f"--{'x' * 40}", f"<code>--{'x' * 40}</code>"),
    ],
)
@pytest.mark.parametrize("beside", ["", " and [a link](https://a.b/)"])
def test_an_option_stays_in_one_line(code, kept, beside):
    assert str(render_line(f"`{code}`{beside}", itself)).startswith(kept)


def test_a_name_in_a_heading_may_be_broken_between_its_parts():
    heading = render_line("`torch.cuda.OutOfMemoryError` of a.b", itself)

    assert breakable(heading) == "<code>torch.<wbr>cuda.<wbr>Out<wbr>Of<wbr>Memory<wbr>Error</code> of a.b"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("显存\n不足", "显存不足"),
        ("显存 不足", "显存不足"),
        ("显存 \n  不足", "显存不足"),
        ("显存\n\n不足", "显存\n\n不足"),
        ("显存。 CUDA", "显存。CUDA"),
        ("显存 CUDA\n不足", "显存 CUDA\n不足"),
        ("two\nwords", "two\nwords"),
    ],
)
def test_chinese_that_was_wrapped_has_no_blanks(text, expected):
    assert tighten(text) == expected


@pytest.fixture(scope="module")
def small(tmp_path_factory, good_content):
    return judged(good_content(tmp_path_factory.mktemp("small")))


def test_what_is_kept_of_a_text_is_linked_from_each_page_and_in_each_language(small):
    text = {"en": "See [it](entry:demo/first-entry).", "zh": "见[它](entry:demo/first-entry)。"}
    shown = [
        re.findall('href="([^"]*)"', str(write(text)))
        for _twice in range(2)
        for locale, path in (("en", "demo/other/"), ("zh", "zh/demo/other/"), ("en", "demo/other/runs/"), ("zh", "zh/"))
        for write in (small.site.page(locale, path).text, small.site.page(locale, path).line)
    ]
    expected = ["../first-entry/", "../first-entry/", "../../first-entry/", "demo/first-entry/"]

    assert shown == [[link] for link in expected for _both in range(2)] * 2


def test_dates_are_those_of_the_language_that_asks(small):
    shown = [small.site.page(locale, "").day("2026-11-03") for locale in ("en", "zh", "en", "zh")]
    assert shown == ["Nov 3, 2026", "2026年11月3日"] * 2


@given(source=PATHS, target=PATHS)
def test_a_link_leads_from_a_path_to_another(source, target):
    link = relative(source, target)
    folder = posixpath.dirname(f"/{source}")

    assert posixpath.normpath(posixpath.join(folder, link)) == posixpath.normpath(f"/{target}")
    assert link.endswith("/") == (target.endswith("/") or target == "")
