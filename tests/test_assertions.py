"""Which assertions decide, by a program's text, and which of them a run has seen to hold."""

import ast
import textwrap

import pytest
from worker_runs import MODES, Runner, job, session_of

from generator.content.programs import Snippet, load_snippet
from generator.judge.assertions import always_true, deciding
from generator.verify import worker
from generator.verify.jobs import marks_of

# Each program, and the lines of the assertions that decide.
DECIDING = {
    "at the top level": ("assert x", [1]),
    "behind a semicolon": ("x = 1; assert x", [1]),
    "in a condition, a loop and a with": (
        "if x:\n    assert x\nfor y in x:\n    assert y\nelse:\n    assert x\nwith x:\n    assert x",
        [2, 4, 6, 8],
    ),
    "in a match": ("match x:\n    case 1:\n        assert x", [3]),
    "in a function that is called": ("def f():\n    assert x\nf()", [2]),
    "in a function called by another": ("def f():\n    assert x\ndef g():\n    f()\ng()", [2]),
    "in a function within one that is called": ("def f():\n    def g():\n        assert x\n    g()\nf()", [3]),
    "in a coroutine": ("async def f():\n    assert x\nasyncio.run(f())", [2]),
    "in a function nobody calls": ("def f():\n    assert x", []),
    "in functions that call only each other": ("def f():\n    g()\ndef g():\n    assert x\nthread(f)", []),
    "in a function that is handed on": ("def f():\n    assert x\nf()\nthread(f)", []),
    "in a function called by a lambda": ("def f():\n    assert x\nthread(lambda: f())", []),
    "in a function called by a class": ("def f():\n    assert x\nclass A:\n    def go(self):\n        f()", []),
    "in a decorated function": ("@jit\ndef f():\n    assert x\nf()", []),
    "in a function that is compiled": ("def f():\n    assert x\nf = torch.compile(f)\nf()", []),
    "in one of two of a name": ("def f():\n    assert x\ndef f():\n    assert y\nf()", []),
    "in a class": ("class A:\n    assert x\n    def f(self):\n        assert x", []),
    "in a try with finally": ("try:\n    assert x\nfinally:\n    close()", [2]),
    "in a try for another error": ("try:\n    assert x\nexcept RuntimeError:\n    pass", [2]),
    "beside a handler that goes on": (
        "try:\n    assert x\nexcept Exception:\n    assert y\nelse:\n    assert z\nfinally:\n    assert w",
        [4, 6, 8],
    ),
    "a handler catches it": ("try:\n    assert x\nexcept (OSError, AssertionError):\n    pass", []),
    "a bare handler catches it": ("try:\n    assert x\nexcept:\n    print()", []),
    "a handler raises it again": ("try:\n    assert x\nexcept Exception:\n    print()\n    raise", [2]),
    "a handler leaves": ("try:\n    assert x\nexcept AssertionError:\n    sys.exit(1)", [2]),
    "suppressed": ("with contextlib.suppress(AssertionError):\n    assert x", []),
    "another error suppressed": ("with suppress(OSError):\n    assert x", [2]),
    "called where it is caught": ("def f():\n    assert x\ntry:\n    f()\nexcept Exception:\n    pass", []),
    "called where it is suppressed": ("def f():\n    assert x\nwith suppress(Exception):\n    f()", []),
    "one of several is constant": ("assert True\nassert (x, 'text')\nassert x, 'text'", [3]),
}


@pytest.mark.parametrize(("program", "lines"), DECIDING.values(), ids=DECIDING)
def test_which_assertions_decide(program, lines):
    assert sorted(node.lineno for node in deciding(ast.parse(program))) == lines


@pytest.mark.parametrize(
    ("tests", "expected"),
    [
        (["True", "1", "'text'", "...", "(x, 'text')", "[x]", "{x}", "{x: 1}", "f'no {x}'"], True),
        (["(y for y in x)", "lambda: x", "x or 'text'"], True),
        (["False", "None", "0", "()", "[*x]", "{**x}", "f'{x}'", "x", "x == 1", "1 + 1 == 2", "x and 'text'"], False),
    ],
)
def test_what_is_always_true(tests, expected):
    assert [always_true(ast.parse(text, mode="eval").body) for text in tests] == [expected] * len(tests)


# --- seen in a run -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def session():
    with session_of() as session:
        yield session


@pytest.fixture(scope="module", params=MODES)
def run(session, request):
    return Runner(session, request.param)


def marked(tmp_path, program: str) -> Snippet:
    path = tmp_path / "program.py"
    path.write_text(textwrap.dedent(program).lstrip(), encoding="utf-8", newline="")
    return load_snippet(path)


COUNTED = {
    "one that holds": ("assert 1 + 1 == 2", 1),
    "each time": ("for value in range(3):\n    assert value < 3", 3),
    "after other letters, before a comment": ("text = '显存'; assert text == '显存'  # 显存", 1),
    "over several lines": ("assert (\n    1 + 1\n    == 2\n), (\n    'wrong'\n)\nprint()", 1),
    "before a semicolon": ("assert 1 + 1 == 2; print('on')", 1),
    "on the line of its condition": ("if 1: assert 1 + 1 == 2\nelse: assert 1 + 1 == 3", 1),
    "in a function": ("def check(value):\n    assert value == 2\n\ncheck(2)\ncheck(2)", 2),
    "none reached": ("if not 1:\n    assert 1 + 1 == 2", 0),
    "none there": ("print()", 0),
    "before one that fails": ("assert 1 + 1 == 2\nassert 1 + 1 == 3", 1),
    "before an exit": ("import sys\nassert 1 + 1 == 2\nsys.exit(0)", 1),
    "in a signal handler": (
        "import signal\ndef f(*_):\n    assert f\nsignal.signal(14, f)\nsignal.raise_signal(14)",
        0,
    ),
    "windows line ends": ("x = 1\r\nif x:\r\n    assert x == 1\r\n", 1),
}


@pytest.mark.parametrize(("program", "count"), COUNTED.values(), ids=COUNTED)
def test_assertions_that_hold_are_counted(run, tmp_path, program, count):
    snippet = marked(tmp_path, program)
    seen = run.raw(snippet.content.decode(), marks=marks_of(snippet))
    assert seen["assertions"] == count


def test_assertions_are_counted_in_each_repeat(session, tmp_path):
    snippet = marked(tmp_path, "assert 1 + 1 == 2")
    seen = worker.observe(session, job(snippet.text, marks=marks_of(snippet), mode="exec", repeat=2))
    assert [seen["assertions"], *(again["assertions"] for again in seen["repeats"])] == [1, 1]


def test_nobody_counts_where_no_places_are_known(run):
    assert run("assert 1 + 1 == 2").assertions is None


LOOKS_AT_ITSELF = """
import inspect, sys

def check(value):
    assert value == 2, "wrong"; return value

before = sorted(globals())
assert check(2) == 2
print(inspect.getsource(sys.modules["__main__"]))
print([name for name in before if "faultbook" in name], sys._getframe().f_lineno)
check(3)
"""


def test_a_program_sees_nothing_of_it_and_its_traceback_is_its_own(run, tmp_path):
    snippet = marked(tmp_path, LOOKS_AT_ITSELF)
    with_marks, without = (run(snippet.text, marks=marks) for marks in (marks_of(snippet), job("")["marks"]))
    assert with_marks.assertions == 2
    assert with_marks.stdout == without.stdout
    assert with_marks.stdout.endswith("[] 9\n")
    traceback = with_marks.stderr.partition("program.py")[2]
    assert 'assert value == 2, "wrong"; return value' in traceback
    assert (traceback, with_marks.exception) == (without.stderr.partition("program.py")[2], without.exception)
