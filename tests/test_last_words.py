"""What a process that ended itself said last, and which programs say it themselves."""

import ast

import pytest

from generator.judge.last_words import last_words, writes_stderr_or_kills_itself

DUMP = 'Fatal Python error: Aborted\n\nCurrent thread 0x00007f (most recent call first):\n  File "a.py", line 3\n'
TERMINATE = """\
terminate called after throwing an instance of 'c10::Error'
  what():  CUDA error: an illegal memory access was encountered
CUDA kernel errors might be asynchronously reported at some other API call.

Exception raised from c10_cuda_check_implementation (most recent call first):
frame #0: c10::Error::Error + 0x57
"""
CHECK = "F0000 00:00:01 x.cc:1] Check failed: 3 vs 4\n*** Check failure stack trace: ***\n    @ 0x7f00 main\n"


@pytest.mark.parametrize(
    ("stderr", "words"),
    [
        ("", ""),
        (DUMP, ""),
        ("cannot load x\n", "cannot load x"),
        (f"cannot load x\n{DUMP}", "cannot load x"),
        (f"first\n\nlast\n\n{DUMP}", "last"),
        (f"cannot load x\n{DUMP}Extension modules: numpy, torch (total: 2)\n", "cannot load x"),
        (CHECK, "F0000 00:00:01 x.cc:1] Check failed: 3 vs 4"),
        (f"before\n{TERMINATE}{DUMP}", TERMINATE),
    ],
)
def test_last_words(stderr, words):
    assert last_words("SIGABRT", stderr) == words


@pytest.mark.parametrize("signal", ["SIGSEGV", "SIGBUS", "SIGFPE", "SIGKILL", "SIGTERM", None])
def test_what_did_not_end_itself_has_none(signal):
    assert last_words(signal, f"cannot load x\n{DUMP}") == ""


@pytest.mark.parametrize(
    "program",
    [
        *(
            "print('x', file=sys.stderr)",
            "from sys import stderr",
            "import traceback as t\nt.print_exc()",
            "from traceback import *",
        ),
        *("import logging", "import logging.handlers", "import json, warnings", "os.write(2, b'x')", "os.abort()"),
        *("os.kill(os.getpid(), 6)", "from os import abort", "signal.raise_signal(6)", "library.abort()"),
    ],
)
def test_a_program_that_says_or_does_it_itself(program):
    assert writes_stderr_or_kills_itself(ast.parse(program))


@pytest.mark.parametrize("program", ["print('x')", "library.cudnnCreate(None)", "file.write('x')", "os.path.join()"])
def test_a_program_that_leaves_it_to_a_library(program):
    assert not writes_stderr_or_kills_itself(ast.parse(program))


def test_of_what_cannot_be_read_nobody_can_tell():
    assert writes_stderr_or_kills_itself(None)
