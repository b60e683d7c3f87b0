"""How a program ends, and that nothing of it outlives its run."""

import itertools
import os
import re
import signal
import subprocess
import sys
import sysconfig
import threading
import time
import uuid
from pathlib import Path

import pytest
from worker_runs import MODES, NAME, REPOSITORY, Runner, job, processes_with, session_of, side_by_side, soon

from generator.verify import worker
from generator.verify.worker.observation import today
from generator.verify.worker.session import ATTEMPTS


@pytest.fixture(scope="module")
def session():
    with session_of() as session:
        yield session


@pytest.fixture(scope="module", params=MODES)
def run(session, request):
    return Runner(session, request.param)


# --- clean ends, exceptions, exits ---------------------------------------------------------------


def test_a_program_that_ends_is_reported_clean(run):
    seen = run("print('done')")
    assert (seen.reported, seen.exit_code, seen.signal, seen.timed_out, seen.exception) == (True, 0, None, False, None)
    assert (seen.stdout, seen.stderr) == ("done\n", "")
    assert (seen.snippet, seen.mode, seen.date) == (NAME, run.mode, today())
    assert (seen.exit_requested, seen.violations, seen.audited, seen.repeats) == (False, (), False, ())
    assert 0 <= seen.seconds < 10
    assert seen.peak_memory_mib > 1
    assert (seen.device_sync, seen.peak_gpu_memory_mib, seen.imported) == (None, None, ())


def test_an_exception_is_described_with_its_classes_message_and_last_line(run):
    seen = run("""
        class ShapeError(ValueError):
            pass

        raise ShapeError("3 is not 4")
    """)
    assert seen.reported
    assert seen.exit_code == 1
    assert seen.exception.classes == ("ShapeError", "ValueError", "Exception", "BaseException", "object")
    assert seen.exception.message == "3 is not 4"
    assert seen.exception.line == "ShapeError: 3 is not 4"
    assert seen.exception.chain == ()
    assert f'  File "{NAME}", line 5, in <module>\n    raise ShapeError' in seen.stderr
    assert "worker" not in seen.stderr


RAISE_AGAIN = "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise KeyError('k')"
CHAINS = {RAISE_AGAIN: ("ZeroDivisionError",), f"{RAISE_AGAIN} from error": ("ZeroDivisionError",)}
CHAINS[f"{RAISE_AGAIN} from None"] = ()


@pytest.mark.parametrize(("program", "chain"), CHAINS.items(), ids=["context", "cause", "suppressed"])
def test_the_exceptions_behind_an_exception_are_listed(run, program, chain):
    seen = run.table(*CHAINS)[program]
    assert seen.exception.line == "KeyError: 'k'"
    assert tuple(line.partition(":")[0] for line in seen.exception.chain) == chain


PRINT_A_TRACEBACK = {
    "nested calls": "def outer():\n    inner()\n\ndef inner():\n    raise OSError(2, 'gone')\n\nouter()\n",
    "cause": "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise RuntimeError('x') from error\n",
    "context": "try:\n    1 / 0\nfinally:\n    raise RuntimeError('x')\n",
    "notes": "error = ValueError('显存不足\\nfirst')\nerror.__notes__ = ['more']\nraise error\n",
    "library frames": "import json\njson.loads('[')\n",
    "syntax error of generated code": "compile('1 +', 'made.py', 'exec')\n",
    "recursion": "def deeper(n):\n    return deeper(n + 1)\n\ndeeper(0)\n",
    "exit with a text": "import sys\nsys.exit('no device')\n",
    "exit with a number": "raise SystemExit(3)\n",
    "exit with a large number": "raise SystemExit(259)\n",
    "exit with a negative number": "raise SystemExit(-1)\n",
    "exit with a list": "raise SystemExit(['显存不足'])\n",
    "exception in a thread": "import threading\nthreading.Thread(target=int, args='x', name='t').start()\n",
    "exception in a destructor": "class A:\n    def __del__(self):\n        int('x')\n\nA()\n",
    "exception in an exit handler": "import atexit\natexit.register(int, 'x')\nprint('done')\n",
    "exit in an exit handler": "import atexit, sys\natexit.register(sys.exit, 4)\n",
    "own hook for exceptions": "import sys\nsys.excepthook = lambda *seen: print(seen[1])\nraise OSError('x')\n",
}


@pytest.fixture(scope="module")
def plain_runs(tmp_path_factory):
    """Return what plain Python does with each of these programs, and the folder they were in."""
    folder, command = tmp_path_factory.mktemp("plain"), [sys.executable, "-I", NAME]

    def run_plainly(name):
        (folder / name).mkdir()
        (folder / name / NAME).write_text(PRINT_A_TRACEBACK[name], encoding="utf-8")
        settings = {"cwd": folder / name, "env": {"LANG": "C.UTF-8"}}
        return subprocess.run(command, capture_output=True, text=True, check=False, **settings)

    return folder, dict(zip(PRINT_A_TRACEBACK, side_by_side(run_plainly, PRINT_A_TRACEBACK), strict=True))


@pytest.mark.parametrize("name", PRINT_A_TRACEBACK)
def test_what_is_printed_is_what_python_prints(run, plain_runs, name):
    folder, plain = plain_runs[0] / name, plain_runs[1][name]
    expected = plain.stderr.replace(f"{folder}/", "").replace(sysconfig.get_path("stdlib"), "<python>")
    seen = run.table(*PRINT_A_TRACEBACK.values())[PRINT_A_TRACEBACK[name]]
    assert comparable(seen.stderr) == comparable(expected)
    assert seen.stdout == plain.stdout
    assert seen.exit_code == plain.returncode & 0xFF


def comparable(traceback: str) -> str:
    """Leave out what differs from run to run, and the call of exit handlers, which a fork makes itself."""
    traceback = re.sub(r"repeated \d+ more", "repeated more", re.sub(r"0x[0-9a-f]+", "0x…", traceback))
    if "Exception ignored in atexit callback" in traceback:
        traceback = re.sub(r"Traceback.*\n  File .*worker/launch.py.* in run_and_exit\n.*\n( +\^+\n)?", "", traceback)
    return traceback


def test_a_class_of_the_programs_own_is_never_taken_for_a_builtin_or_a_librarys(run):
    own = "class RuntimeError(Exception):\n    pass\n\nraise RuntimeError('demo')"
    inner = "def f():\n    class Mine(RuntimeError):\n        pass\n    raise Mine('demo')\n\nf()"
    seen = [run(program).exception for program in (own, inner)]
    assert [raised.classes[0] for raised in seen] == ["__main__.RuntimeError", "__main__.f.<locals>.Mine"]
    assert [raised.line for raised in seen] == ["RuntimeError: demo", "f.<locals>.Mine: demo"]


def test_a_note_is_not_part_of_what_was_raised(run):
    seen = run("error = ValueError('demo')\nerror.__notes__ = ['a note']\nraise error")
    assert seen.exception.line == "ValueError: demo"


def test_annotations_are_evaluated_as_they_are_for_a_user(run):
    assert run("def f(x: 1 + 1): pass\nprint(f.__annotations__)").stdout == "{'x': 2}\n"


def test_classes_of_other_modules_carry_the_module_name(run):
    seen = run.table(*PRINT_A_TRACEBACK.values())[PRINT_A_TRACEBACK["library frames"]]
    assert seen.exception.classes[:2] == ("json.decoder.JSONDecodeError", "ValueError")
    assert seen.exception.line.startswith("json.decoder.JSONDecodeError: Expecting value")


def test_a_recursion_error_is_described(run):
    seen = run.table(*PRINT_A_TRACEBACK.values())[PRINT_A_TRACEBACK["recursion"]]
    assert seen.exception.classes[0] == "RecursionError"
    assert "[Previous line repeated" in seen.stderr


def test_a_program_that_this_python_cannot_parse_is_a_syntax_error(run):
    seen = run("x = 1 +\n")
    assert seen.reported
    assert seen.exception.classes[0] == "SyntaxError"
    assert "worker" not in seen.stderr


EXITS = {"sys.exit()": 0, "sys.exit(3)": 3, "sys.exit(('why', 2))": 1}


@pytest.mark.parametrize(("statement", "code"), EXITS.items(), ids=EXITS)
def test_an_exit_request_is_no_exception_and_is_told(run, statement, code):
    seen = run.table(*(f"import sys\n{text}" for text in EXITS))[f"import sys\n{statement}"]
    assert (seen.reported, seen.exit_code, seen.exception, seen.exit_requested) == (True, code, None, True)


@pytest.mark.parametrize("code", [0, 7])
def test_a_program_that_leaves_at_once_never_reports(run, code):
    seen = run(f"import os\nprint('clean', flush=True)\nos._exit({code})")
    assert (seen.reported, seen.exit_code, seen.exception) == (False, code, None)
    assert seen.stdout == "clean\n"


SIGNALS = {
    "import ctypes\nctypes.string_at(0)": "SIGSEGV",
    "import os\nprint('before', flush=True)\nos.abort()": "SIGABRT",
    "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)": "SIGKILL",
    "import os\nos.kill(os.getpid(), 40)": "SIG40",
}


@pytest.mark.parametrize(("program", "name"), SIGNALS.items(), ids=SIGNALS.values())
def test_death_by_a_signal_has_a_name(run, program, name):
    seen = run.table(*SIGNALS)[program]
    assert (seen.signal, seen.exit_code, seen.reported, seen.timed_out) == (name, None, False, False)


def test_a_crash_shows_what_was_printed_and_the_line_of_the_program_and_no_path_of_ours(run):
    crashed, aborted, *_others = run.table(*SIGNALS).values()
    assert "Fatal Python error: Segmentation fault" in crashed.stderr
    assert f'File "{NAME}", line 2 in <module>' in crashed.stderr
    assert str(REPOSITORY) not in crashed.stderr
    assert aborted.stdout == "before\n"


def test_a_crash_after_the_report_is_kept_beside_it(run):
    seen = run("import atexit, os\natexit.register(os.abort)\nprint('done')")
    assert (seen.reported, seen.signal) == (True, "SIGABRT")


def test_the_exit_code_of_an_exit_handler_counts(run):
    seen = run("import atexit, os\natexit.register(os._exit, 5)")
    assert (seen.reported, seen.exit_code) == (True, 5)


def test_exit_handlers_run_after_the_threads_have_ended(run):
    seen = run("""
        import atexit, threading, time

        atexit.register(print, "handler")
        threading.Thread(target=lambda: (time.sleep(0.1), print("thread"))).start()
        print("main")
    """)
    assert (seen.stdout, seen.exit_code) == ("main\nthread\nhandler\n", 0)


def test_a_fresh_interpreter_takes_its_modules_apart_and_a_fork_does_not(run):
    seen = run("""
        import os

        class Last:
            def __del__(self, abort=os.abort):
                abort()

        last = Last()
    """)
    assert (seen.reported, seen.exception) == (True, None)
    assert (seen.exit_code, seen.signal) == ((0, None) if run.mode == "fork" else (None, "SIGABRT"))


def test_a_program_that_becomes_another_one_never_reports(run):
    seen = run("import os\nos.execv('/bin/echo', ['echo', 'other'])")
    assert (seen.reported, seen.exit_code, seen.stdout) == (False, 0, "other\n")


def test_only_the_program_itself_reports_and_not_its_forks(run):
    seen = run("import os\nif os.fork() != 0:\n    os.wait()\n    raise ValueError('parent')")
    assert seen.reported
    assert seen.exception.message == "parent"


def test_the_end_of_a_fork_is_not_taken_for_the_end_of_the_program(run):
    seen = run("import os\nif os.fork() != 0:\n    os.wait()\n    os._exit(0)")
    assert (seen.reported, seen.exit_code) == (False, 0)


def test_programs_that_run_at_once_do_not_mix(run):
    programs = [f"import time\ntime.sleep(0.2)\nprint({n})\nraise ValueError({n})" for n in range(8)]
    found = run.table(*programs).values()
    assert [seen.stdout for seen in found] == [f"{n}\n" for n in range(8)]
    assert [seen.exception.message for seen in found] == [str(n) for n in range(8)]


# --- the deadline, and what a program leaves behind -----------------------------------------------

ENDLESS = {
    "busy": "while True: pass",
    "ignores SIGTERM": "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: time.sleep(1)",
    "stopped": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
    "thread stays": "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()",
    "prints": "while True: print('x' * 1000)",
    "closed its streams": "import os, time\nos.close(1)\nos.close(2)\ntime.sleep(60)",
    "exit handler stays": "import atexit, time\natexit.register(time.sleep, 60)",
}


@pytest.mark.parametrize("program", ENDLESS.values(), ids=ENDLESS)
def test_what_runs_on_is_killed_at_the_deadline(run, program):
    seen = run.table(*ENDLESS.values(), deadline=0.6, threads=len(ENDLESS))[program]
    assert seen.timed_out
    assert seen.signal == "SIGKILL"
    assert 0.6 <= seen.seconds < 15.0


SLOW = {"slow.py": "import time\ntime.sleep(60)\n"}
WAITS = "import time\ntime.sleep(60)"
HANGING = {
    "at once": ("while True: pass", None, {}, True),
    "after its imports": (f"import sys\n{WAITS}", (2, 11), {}, True),
    "still imports": ("import slow", (1, 11), SLOW, False),
    "closed what it could have said it with": (f"import os, time\nos.closerange(3, 64)\n{WAITS}", (3, 11), {}, False),
}


@pytest.mark.parametrize(("program", "imports", "files", "hung"), HANGING.values(), ids=HANGING)
def test_what_is_to_hang_is_watched_as_long_after_its_imports_and_no_longer(run, program, imports, files, hung):
    marks = {"asserts": [], "imports": imports}
    seen = run(program, marks=marks, files=files, hangs=0.5, deadline=30.0 if hung else 2.0)
    assert seen.timed_out
    assert (seen.seconds_after_imports >= 0.5, seen.seconds < 30.0) == (hung, True)


def test_what_is_to_hang_and_ends_is_seen_to_end(run):
    seen = run("raise ValueError('soon')", marks={"asserts": [], "imports": None}, hangs=20.0)
    assert (seen.timed_out, seen.exit_code, seen.seconds_after_imports) == (False, 1, None)


@pytest.fixture(scope="module")
def plain_session():
    with session_of(worker.NOTHING_ISOLATED) as session:
        yield session


DAEMON = """
import os, time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open("born", "w").close()
        os.execv("/bin/sleep", ["sleep", "{mark}"])
    os._exit(0)
"""
FAMILY = """
import os, subprocess, time

subprocess.Popen(["sh", "-c", "sleep {mark} & sleep {mark} & touch born; wait"], start_new_session={apart})
"""
WAIT = """
while not os.path.exists("born"):
    time.sleep(0.01)
print("born", flush=True)
"""
LEAVERS = {
    "a daemon": DAEMON + WAIT,
    "a family": FAMILY.replace("{apart}", "False") + WAIT,
    "a family in a session of its own": FAMILY.replace("{apart}", "True") + WAIT,
}
CASES = list(itertools.product(["namespace", "session"], MODES, LEAVERS, ["ends", "runs on"]))


@pytest.fixture(scope="module")
def left_behind(session, plain_session):
    """Run all cases side by side; return what was seen of each, and which of its processes there still were."""

    def run_case(case):
        where, mode, leaver, end = case
        mark = f"60.{uuid.uuid4().int}"  # seconds that no other process sleeps for
        program = LEAVERS[leaver].replace("{mark}", mark) + "time.sleep(60)" * (end == "runs on")
        run = Runner(session if where == "namespace" else plain_session, mode)
        seen = run(program, deadline=2.0 if end == "runs on" else 20.0)
        return seen, processes_with(mark)

    return dict(zip(CASES, side_by_side(run_case, CASES, threads=len(CASES)), strict=True))


@pytest.mark.parametrize("case", CASES, ids=", ".join)
def test_nothing_a_program_started_outlives_it_or_holds_it_up(session, left_behind, case):
    where, mode, _leaver, end = case
    if where == "namespace" and session.isolation["processes"] != worker.OWN_PROCESSES:
        pytest.skip("this kernel lets this user have no process namespace")
    seen, remaining = left_behind[case]
    assert remaining == []
    assert (seen.mode, seen.stdout, seen.timed_out) == (mode, "born\n", end == "runs on")
    assert (seen.reported, seen.exit_code) == ((False, None) if seen.timed_out else (True, 0))
    assert seen.seconds < 15  # what it left holds the streams open


def test_a_program_that_kills_its_parent_is_no_evidence(plain_session, run):
    killer = "import os, signal, time\nos.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(20)"
    assert Runner(plain_session, run.mode).raw(killer) == {"harness": "the parent of the program was killed"}


def test_a_program_that_kills_what_watches_over_it_is_no_evidence_and_does_not_outlive_it(plain_session, run):
    mark, started = f"30.{uuid.uuid4().int}", time.monotonic()
    seen = Runner(plain_session, run.mode).raw(f"""
        import os, signal, subprocess, time

        subprocess.Popen(["sleep", "{mark}"])  # holds the streams open
        with open(f"/proc/{{os.getppid()}}/stat") as file:
            os.kill(int(file.read().rpartition(")")[2].split()[1]), signal.SIGKILL)
        time.sleep(20)
    """)
    assert seen == {"harness": "the process that starts programs failed 3 times: it ended without an answer"}
    assert time.monotonic() - started < 15
    left = processes_with(mark)  # out of reach without a process namespace
    assert 0 < len(left) <= ATTEMPTS
    for process in left:
        os.kill(process, signal.SIGKILL)
    zygotes = {zygote.process.pid for zygote in plain_session.pool.zygotes.values()}
    assert soon(lambda: set(processes_with(plain_session.folder)) == zygotes)
    assert Runner(plain_session, run.mode)("print(1)").stdout == "1\n"


def test_a_program_that_kills_all_it_can_reaches_nothing_outside_its_namespace(session, run):
    if session.isolation["processes"] != worker.OWN_PROCESSES:
        pytest.skip("without a process namespace this would kill everything of this user")
    seen = run("""
        import os, signal, subprocess

        assert os.getppid() == 1 and os.getpid() < 100, "not in a namespace"
        child = subprocess.Popen(["sleep", "60"])
        os.kill(1, signal.SIGKILL)
        os.kill(-1, signal.SIGKILL)
        print(child.wait())
    """)
    assert (seen.reported, seen.exit_code, seen.stdout, seen.stderr) == (True, 0, "-9\n", "")


# --- captured output ------------------------------------------------------------------------------


def test_200_mb_of_output_keep_head_and_tail(run):
    seen = run("""
        import sys

        print("the head")
        block = "x" * 999_999 + "\\n"
        for _ in range(200):
            sys.stdout.write(block)
        print("the tail")
    """)
    assert (seen.reported, seen.exit_code) == (True, 0)
    assert seen.stdout.startswith("the head\nxxx")
    assert seen.stdout.endswith("x\nthe tail\n")
    assert len(seen.stdout) < 40_000
    left_out = re.search(r"\n\[… ([\d,]+) bytes left out …\]\n", seen.stdout)
    kept = len(seen.stdout) - len(left_out.group())
    assert int(left_out.group(1).replace(",", "")) + kept == 200_000_000 + 18


def test_a_character_in_the_middle_of_what_is_kept_stays_whole(run):
    text = "显存不足" * 2000  # 24,000 bytes: head and tail are both in use, nothing is left out
    seen = run(f"import sys\nprint({text!r})\nprint('a' + {text!r}, file=sys.stderr)")
    assert (seen.stdout, seen.stderr) == (f"{text}\n", f"a{text}\n")


def test_bytes_that_are_no_text_are_replaced_and_streams_are_kept_apart(run):
    seen = run("import sys\nsys.stdout.buffer.write(b'a\\xff\\xfeb')\nsys.stderr.buffer.write(b'\\x80')")
    assert (seen.stdout, seen.stderr) == ("a\ufffd\ufffdb", "\ufffd")


def test_a_session_that_is_closed_while_programs_are_written_leaves_no_folder():
    files = {f"word_{number}.txt": "word" for number in range(600)}  # writing them takes a while

    def run_until_closed(session):
        while not session.stopped:
            session.run(job("pass", files=files), "exec")

    for delay in range(12):
        with session_of(worker.NOTHING_ISOLATED) as session:
            threads = [threading.Thread(target=run_until_closed, args=(session,)) for _ in range(4)]
            for thread in threads:
                thread.start()
            time.sleep(0.15 + delay / 100)
        for thread in threads:
            thread.join()
        assert not Path(session.folder).exists()
