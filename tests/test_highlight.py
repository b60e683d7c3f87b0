"""Highlighted programs and tracebacks: the text stays as it is, and the colours are those of Pygments, or better."""

import html
import re
from itertools import groupby
from pathlib import Path

import material
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygments import highlight as pygments_highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from real import CONTENT

from generator.render.highlight import highlight_python, highlight_traceback

BLOCK = re.compile(r'<div class="highlight"><pre><span></span><code>(.*)</code></pre></div>\n?', re.DOTALL)
TAG = re.compile(r'<span class="(\w+)">|</span>')
SHEET = next((Path(material.__file__).parent / "templates/assets/stylesheets").glob("main.*.min.css"))
PIECES = [
    *(
        "f'",
        '"',
        '"""',
        "'''",
        "rb'",
        "\\",
        "\\n",
        "\\x41",
        "{",
        "}",
        "{{",
        "{x!r:>{w}}",
        "#",
        "\n",
        "\n    ",
        " ",
        "\t",
    ),
    *("def f", "class C:", "import a.b as c, d", "from .x import y", "from", "@a.b", "match x:", "case 1:", "self.x"),
    *("0x1F", "1_0.5e-3j", "1.", ".5", "print", "None", "not", "名", "&<>", "Traceback (most recent call last):\n"),
    *('  File "a.py", line 1, in f\n', "    x = 1\n", "    ~~^^\n", "ValueError: no\n", "\r\n", "\u2028", "\x0c"),
]


def texts_of(code):
    """Return the pieces of a highlighted block: the text of each and its innermost class, and whether it is marked."""
    found, kinds, end = [], [], 0
    inside = BLOCK.fullmatch(code)[1]
    for tag in TAG.finditer(inside):
        found.append((html.unescape(inside[end : tag.start()]), tuple(kinds)))
        end = tag.end()
        if tag[1]:
            kinds.append(tag[1])
        else:
            kinds.pop()
    assert kinds == []
    found.append((html.unescape(inside[end:]), ()))
    return [(text, kinds[-1] if kinds else "", "hll" in kinds) for text, kinds in found if text]


def shown(code):
    """Return what has a class, as `class:text`."""
    return " ".join(f"{kind}:{text}" for text, kind, _marked in texts_of(code) if kind)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("if x is not None: pass", "k:if ow:is ow:not k:pass"),
        ("print(self.print, data.self)", "nb:print bp:self"),
        ("raise ValueError(f(1, 2.5, 0x1F)) from error", "k:raise ne:ValueError m:1 m:2.5 m:0x1F k:from"),
        ("import torch.cuda as c, os", "k:import nn:torch.cuda k:as nn:c nn:os"),
        ("from ..a import print_all, b", "k:from nn:..a k:import"),
        ("@torch.no_grad()\ndef run():", "nd:@torch.no_grad k:def nf:run"),
        ("class A(B): ...", "k:class nc:A"),
        ("x = 'a' # it's", "s2:'a' c1:# it's"),
        ("'''doc'''\nx = '''no\n\ndoc'''", "sd:'''doc''' s2:'''no s2:doc'''"),
        ("def f():  # why\n    '''doc'''", "k:def nf:f c1:# why sd:'''doc'''"),
        ("f(\n    '''no doc''')", "s2:'''no doc'''"),
        (r"'a\n\x41\q' r'\n' b'\0'", r"s2:'a se:\n\x41 s2:\q' s2:'\n' s2:' se:\0 s2:'"),
        ("f'{a!r:>{w}} {{b}} {d[\"k\"]:x}'", "s2:f'{".replace("f", "", 1) + ' s2:!r:>{w}} {{b}} { s2:"k" s2::x}\''),
        ("f'{a if b != 1 else {2: 3}}'", "s2:'{ k:if m:1 k:else m:2 m:3 s2:}'"),
        ("match x:\n    case 1:\n        match = y", "k:match  k:    case  m:1"),
        ("x = 'open\ny = 1", "nb:open m:1"),
        ("", ""),
    ],
)
def test_parts_of_programs_have_their_classes(code, expected):
    assert shown(highlight_python(code)) == expected


def test_lines_are_marked_whole_and_no_element_runs_over_a_line():
    code = highlight_python('a = """one\ntwo"""\nb = 1\n', (2, 3))

    assert {marked: "".join(t for t, _kind, m in texts_of(code) if m is marked) for marked in (True, False)} == {
        False: 'a = """one\n',
        True: 'two"""\nb = 1\n',
    }


OUTPUT = """\
loading
Traceback (most recent call last):
  File "<site-packages>/a.py", line 12, in run
    return f("x", 1)
           ~^^^^^^^^
  [Previous line repeated 3 more times]
torch.OutOfMemoryError: CUDA out of memory: 2 GiB

During handling of the above exception, another exception occurred:

  File "b.py", line 3
    import x
ModuleNotFoundError
    no program
"""


def test_parts_of_tracebacks_have_their_classes():
    assert shown(highlight_traceback(OUTPUT)) == (
        "gt:Traceback (most recent call last): "
        'nb:"<site-packages>/a.py" m:12 k:return s2:"x" m:1 gr:torch.OutOfMemoryError '
        "gt:During handling of the above exception, another exception occurred: "
        'nb:"b.py" m:3 k:import nn:x gr:ModuleNotFoundError'
    )


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join))
def test_whatever_the_text_it_stays_as_it_is(text):
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for block in (highlight_python(text), highlight_python(text, (1, 2)), highlight_traceback(text)):
        assert "".join(piece for piece, _kind, _marked in texts_of(block)) == text.rstrip("\n") + "\n" * max(
            1, len(text) - len(text.rstrip("\n"))
        )


@pytest.fixture(scope="module")
def programs():
    return {path: path.read_text(encoding="utf-8-sig") for path in sorted(CONTENT.glob("entries/*/*/*.py"))}


def test_the_style_sheet_colours_every_class_that_programs_have(programs):
    styles = SHEET.read_text(encoding="utf-8")
    kinds = {kind for text in programs.values() for _text, kind, _marked in texts_of(highlight_python(text)) if kind}

    assert len(kinds) > 10
    assert {kind for kind in kinds if not re.search(rf"\.highlight \.{kind}\b", styles)} == set()


def colours(code):
    """Return the colour of each letter, by the rules of the theme's style sheet."""
    styles = SHEET.read_text(encoding="utf-8")
    of = {
        kind: colour
        for kinds, colour in re.findall(r"((?:\.highlight \.\w+,?)+)\{color:(var\(--md-code-hl-[\w-]+\))\}", styles)
        for kind in re.findall(r"\.highlight \.(\w+)", kinds)
        if kind not in ("o", "p") and "name-color" not in colour  # as text
    }
    return [(letter, of.get(kind)) for text, kind, _marked in texts_of(code) for letter in text if not letter.isspace()]


# What is coloured in another way than by Pygments: names of special methods, decorators to their end, `from error`.
BETTER = re.compile(r"__\w+__|(?:\.\w+)+|\w+")


def test_programs_are_coloured_as_pygments_does(programs):
    formatter = HtmlFormatter(cssclass="highlight", wrapcode=True)
    differing = {}
    for path, text in programs.items():
        ours = colours(highlight_python(text))
        theirs = colours(pygments_highlight(text, PythonLexer(stripnl=False), formatter))
        assert [letter for letter, _colour in ours] == [letter for letter, _colour in theirs]
        pairs = zip(ours, theirs, strict=True)
        for differs, group in groupby(pairs, key=lambda pair: pair[0][1] != pair[1][1]):
            if differs:
                differing.setdefault("".join(ours[0] for ours, _theirs in group), path)

    assert {text for text in differing if not BETTER.fullmatch(text)} == set()
    assert len(differing) < 30
