"""Which run is believed: a fork may only confirm, and what it says otherwise a fresh interpreter must say too."""

import functools
import re

import pytest
from worker_runs import MODES, Runner, job, session_of, side_by_side

from generator.evidence.records import Observation
from generator.verify import worker

# A module that nothing else imports tells a forked program from one in a fresh interpreter.
START = """
import sys
forked = "colorsys" in sys.modules
with open({noted!r}, "a+") as file:
    file.seek(0)
    number = len(file.read().split())
    file.write("fork " if forked else "exec ")
"""
RAISES = "raise ValueError('demo 7')"
DEMO = {"texts": [["ValueError: demo"]]}
KILLS_ITS_PARENT = "import os, time\nos.kill(os.getppid(), 9)\ntime.sleep(20)"

# Program, job → which runs there were, which mode is believed, whether it was audited, the exceptions seen.
CASES = {
    "a fork confirms": (RAISES, {}, "fork", "fork", False, "demo 7"),
    "a fork differs, and is not believed": (f"if not forked: {RAISES}", {}, "fork exec", "exec", False, "demo 7"),
    "a fork differs, and so does a fresh interpreter": ("1", {}, "fork exec", "exec", False, ""),
    "a fork has another message": ("raise ValueError('no')", {}, "fork exec", "exec", False, "no"),
    "a fork meets one of two claims": (RAISES, {"hints": [DEMO, {"clean": 1}]}, "fork exec", "exec", False, "demo 7"),
    "a fork meets all claims": (RAISES, {"hints": [DEMO, {"texts": [["7"]]}]}, "fork", "fork", False, "demo 7"),
    "nothing is claimed": ("1", {"hints": []}, "fork", "fork", False, ""),
    "a fork hangs": ("while forked: pass", {"deadline": 4.0}, "fork exec", "exec", False, ""),
    "an audit agrees": (RAISES, {"audit": True}, "fork exec", "fork", True, "demo 7"),
    "an audit disagrees": (f"if forked: {RAISES}", {"audit": True}, "fork exec", "exec", False, ""),
    "what differs is not audited": ("1", {"audit": True}, "fork exec", "exec", False, ""),
    "repeats": (RAISES, {"repeat": 3}, "fork fork fork", "fork", False, "demo 7, demo 7, demo 7"),
    "repeats of what differs": ("1", {"repeat": 3}, "fork exec exec exec", "exec", False, ", , "),
    "repeats after an audit": (
        *(RAISES, {"repeat": 2, "audit": True}, "fork exec fork", "fork", True, "demo 7, demo 7"),
    ),
    "repeats differ": (f"if number != 1: {RAISES}", {"repeat": 3}, "fork fork fork", "fork", False, "demo 7, , demo 7"),
    "a fresh interpreter is asked for": (RAISES, {"mode": "exec"}, "exec", "exec", False, "demo 7"),
    "a fresh interpreter differs": ("1", {"mode": "exec", "audit": True}, "exec", "exec", False, ""),
    "the harness fails in the fork": (
        *(f"if forked:\n    {KILLS_ITS_PARENT.replace(chr(10), chr(10) + '    ')}\n{RAISES}",),
        *({}, "fork exec", "exec", False, "demo 7"),
    ),
    "the fork is refused": (RAISES, {"preload": ["no_such_module"]}, "exec", "exec", False, "demo 7"),
}


@pytest.fixture(scope="module")
def session():
    with session_of(worker.NOTHING_ISOLATED) as session:
        yield session


@pytest.fixture(scope="module")
def observed(session, tmp_path_factory):
    """Observe all cases side by side; return what is believed and which runs there were."""
    folder = tmp_path_factory.mktemp("noted")

    def observe(name):
        program, changes, *_expected = CASES[name]
        noted = folder / re.sub(r"\W", "-", name)
        asked = {"mode": "fork", "preload": ["colorsys"], "hints": [DEMO], **changes}
        seen = worker.observe(session, job(START.format(noted=str(noted)) + program, **asked))
        return seen, noted.read_text().strip()

    return dict(zip(CASES, side_by_side(observe, CASES), strict=True))


@pytest.mark.parametrize("name", CASES)
def test_which_run_is_believed(observed, name):
    _program, _changes, runs, mode, audited, messages = CASES[name]
    told, noted = observed[name]
    seen = Observation.model_validate({**told, "key": ""})
    assert noted == runs
    assert (seen.mode, seen.audited) == (mode, audited)
    raised = [one.exception.message if one.exception else "" for one in (seen, *seen.repeats)]
    assert ", ".join(raised) == messages


@pytest.mark.parametrize("place", [0, 1])
def test_a_harness_that_fails_in_any_run_leaves_no_evidence(session, tmp_path, place):
    program = START.format(noted=str(tmp_path / "noted")) + f"if number < {place}: {RAISES}\n{KILLS_ITS_PARENT}"
    asked = job(program, mode="exec", hints=[DEMO], repeat=3)
    assert worker.observe(session, asked) == {"harness": "the parent of the program was killed"}


def test_an_audit_that_fails_leaves_no_evidence(session, tmp_path):
    program = START.format(noted=str(tmp_path / "noted")) + f"if forked: {RAISES}\n{KILLS_ITS_PARENT}"
    asked = job(program, preload=["colorsys"], mode="fork", hints=[DEMO], audit=True)
    assert worker.observe(session, asked) == {"harness": "the parent of the program was killed"}


REACH_OUT = "import socket\ntry:\n    socket.create_connection(('192.0.2.1', 80))\nexcept OSError:\n    pass"
FENCED = {
    "in the fork": (f"if forked:\n    {{}}\n{RAISES}", {}, "exec", []),
    "in the audit": (f"if not forked:\n    {{}}\n{RAISES}", {"audit": True}, "exec", ["network"]),
    "in both": (f"if 1:\n    {{}}\n{RAISES}", {}, "exec", ["network"]),
}


@pytest.mark.parametrize("where", FENCED)
def test_a_run_that_ran_into_a_fence_confirms_nothing(where):
    program, changes, mode, violations = FENCED[where]
    program = "import sys\nforked = 'colorsys' in sys.modules\n" + program.format(REACH_OUT.replace("\n", "\n    "))
    with session_of() as session:
        if session.isolation["network"] != worker.OWN_NETWORK:
            pytest.skip("this kernel lets this user have no network of its own")
        asked = job(program, preload=["colorsys"], mode="fork", hints=[DEMO], **changes)
        seen = worker.observe(session, asked)
    assert (seen["mode"], seen["violations"], seen["exception"]["message"]) == (mode, violations, "demo 7")


# --- hints × outcomes ------------------------------------------------------------------------------

OUTCOMES = {
    "clean": "print('ValueError: demo 7')",
    "raises": RAISES,
    "raises a subclass": "class Mine(ValueError): pass\nraise Mine('demo 8')",
    "other message": "raise ValueError('7 demo')",
    "other class": "raise TypeError('demo 7')",
    "exits 3": "raise SystemExit(3)",
    "exits 0 early": "raise SystemExit",
    "leaves": "import os\nos._exit(3)",
    "leaves early": "import os\nos._exit(0)",
    "aborts": "import os, sys\nprint('ValueError: demo 7', file=sys.stderr)\nos.abort()",
    "prints the text": "import os, sys\nprint('ValueError: demo 7', file=sys.stderr, flush=True)\nos._exit(1)",
    "exit handler fails": "import atexit, os\natexit.register(os._exit, 5)",
    "hangs": "import time\ntime.sleep(60)",
}
RAISED = {"raises", "raises a subclass"}
HINTS = {
    "clean": ({"clean": True}, {"clean"}),
    "a text": (DEMO, {"raises", "aborts"}),
    "a text in parts": ({"texts": [["Error", "demo", "7"]]}, {"raises", "other class", "aborts"}),
    "one of two texts": ({"texts": [["nothing"], ["Mine: "]]}, {"raises a subclass"}),
    "a class": ({"classes": ["ValueError"], "parts": ["demo "]}, RAISED),
    "a qualified class": ({"classes": ["demo.ValueError"], "parts": ["demo "]}, RAISED),
    "one of two classes": ({"classes": ["OSError", "TypeError"], "parts": []}, {"other class"}),
    "a class and a message": ({"classes": ["Exception"], "parts": ["demo", "7"]}, {"raises", "other class"}),
    "a code": ({"exits": 3}, {"exits 3", "leaves"}),
    "code 5": ({"exits": 5}, {"exit handler fails"}),
    "code 1": ({"exits": 1}, {"prints the text"}),
    "a signal": ({"exits": "SIGABRT"}, {"aborts"}),
    "hangs": ({"hangs": 0.9}, {"hangs"}),
    "hangs longer": ({"hangs": 61}, set()),
    "any": ({"any": [{"exits": 3}, DEMO]}, {"exits 3", "leaves", "raises", "aborts"}),
}


@pytest.fixture(scope="module")
def outcomes(session):
    """Return a function that runs the programs in a mode, side by side, once."""

    @functools.cache
    def run_all(mode):
        run = Runner(session, mode)
        deadlines = {"hangs": 1.0}
        found = side_by_side(lambda name: run.started(OUTCOMES[name], deadline=deadlines.get(name, 20.0)), OUTCOMES)
        return dict(zip(OUTCOMES, found, strict=True))

    return run_all


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", HINTS)
def test_which_outcomes_look_like_what_a_claim_expects(outcomes, name, mode):
    hint, expected = HINTS[name]
    assert {name for name, seen in outcomes(mode).items() if worker.looks_right([hint], seen)} == expected
