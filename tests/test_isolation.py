"""Running one snippet: real processes, and what is seen of them."""

import contextlib
import functools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from generator.evidence import Observation
from generator.loader import Snippet
from generator.verify.environments import Host, probe
from generator.verify.run import MODE, key_of, run_snippet
from generator.verify.scrub import Scrubber

REPOSITORY = Path(__file__).parents[1]
NAME = "program.py"


@pytest.fixture(scope="module")
def host() -> Host:
    return probe(Path(sys.executable))


@pytest.fixture(scope="module")
def run(host):
    def run_program(program: str, deadline: float = 20.0) -> Observation:
        return run_snippet(snippet_of(program), host, deadline=deadline)

    return run_program


@pytest.fixture(scope="module")
def run_table(run):
    """Return a function that runs all programs of a table side by side, once, and returns what was seen of each."""

    @functools.cache
    def run_programs(*programs: str, deadline: float = 20.0) -> dict[str, Observation]:
        with ThreadPoolExecutor(4) as pool:
            return dict(zip(programs, pool.map(lambda program: run(program, deadline), programs), strict=True))

    return run_programs


def snippet_of(program: str) -> Snippet:
    return Snippet(NAME, Path(NAME), textwrap.dedent(program).encode())


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def ends_soon(pid: int) -> bool:
    give_up = time.monotonic() + 5
    while is_running(pid) and time.monotonic() < give_up:
        time.sleep(0.02)
    return not is_running(pid)


def undo_hex(text: str) -> str:
    return bytes.fromhex(text.strip()).decode()


# --- how a program ends ------------------------------------------------------------------------


def test_a_program_that_ends_is_reported_clean(run, host):
    seen = run("print('done')")
    assert (seen.reported, seen.exit_code, seen.signal, seen.timed_out, seen.exception) == (True, 0, None, False, None)
    assert (seen.stdout, seen.stderr) == ("done\n", "")
    assert (seen.snippet, seen.mode, seen.key) == (NAME, MODE, key_of(snippet_of("print('done')"), host))
    assert 0 < seen.seconds < 10
    assert seen.peak_memory_mib > 1
    assert seen.device_sync is None


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
def test_the_exceptions_behind_an_exception_are_listed(run_table, program, chain):
    seen = run_table(*CHAINS)[program]
    assert seen.exception.line == "KeyError: 'k'"
    assert tuple(line.partition(":")[0] for line in seen.exception.chain) == chain


PROGRAMS_THAT_PRINT_A_TRACEBACK = {
    "nested calls": "def outer():\n    inner()\n\ndef inner():\n    raise OSError(2, 'gone')\n\nouter()\n",
    "cause": "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise RuntimeError('x') from error\n",
    "context": "try:\n    1 / 0\nfinally:\n    raise RuntimeError('x')\n",
    "notes": "error = ValueError('显存不足\\nfirst')\nerror.__notes__ = ['more']\nraise error\n",
    "library frames": "import json\njson.loads('[')\n",
    "syntax error of generated code": "compile('1 +', 'made.py', 'exec')\n",
    "recursion": "def deeper(n):\n    return deeper(n + 1)\n\ndeeper(0)\n",
    "exit with a text": "import sys\nsys.exit('no device')\n",
    "exit with a number": "raise SystemExit(3)\n",
}


@pytest.mark.parametrize("program", PROGRAMS_THAT_PRINT_A_TRACEBACK.values(), ids=PROGRAMS_THAT_PRINT_A_TRACEBACK)
def test_what_is_printed_is_what_python_prints(run_table, tmp_path, program):
    (tmp_path / NAME).write_text(program, encoding="utf-8")
    command = [sys.executable, "-I", NAME]
    plain = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env={"LANG": "C.UTF-8"})
    expected = plain.stderr.replace(f"{tmp_path}/", "").replace(sysconfig.get_path("stdlib"), "<python>")
    seen = run_table(*PROGRAMS_THAT_PRINT_A_TRACEBACK.values())[program]
    assert without_counts(seen.stderr) == without_counts(expected)
    assert seen.stdout == plain.stdout
    assert seen.exit_code == plain.returncode


def test_classes_of_other_modules_carry_the_module_name(run_table):
    seen = run_table(*PROGRAMS_THAT_PRINT_A_TRACEBACK.values())[PROGRAMS_THAT_PRINT_A_TRACEBACK["library frames"]]
    assert seen.exception.classes[:2] == ("json.decoder.JSONDecodeError", "ValueError")
    assert seen.exception.line.startswith("json.decoder.JSONDecodeError: Expecting value")


def test_a_recursion_error_is_described(run_table):
    seen = run_table(*PROGRAMS_THAT_PRINT_A_TRACEBACK.values())[PROGRAMS_THAT_PRINT_A_TRACEBACK["recursion"]]
    assert seen.exception.classes[0] == "RecursionError"
    assert "[Previous line repeated" in seen.stderr


def without_counts(traceback: str) -> str:
    return re.sub(r"repeated \d+ more", "repeated more", traceback)


def test_a_program_that_this_python_cannot_parse_is_a_syntax_error(run):
    seen = run("x = 1 +\n")
    assert seen.reported
    assert seen.exception.classes[0] == "SyntaxError"
    assert "worker" not in seen.stderr


EXITS = {"sys.exit()": 0, "sys.exit(3)": 3, "sys.exit(('why', 2))": 1}


@pytest.mark.parametrize(("statement", "code"), EXITS.items(), ids=EXITS)
def test_an_exit_request_is_no_exception(run_table, statement, code):
    seen = run_table(*(f"import sys\n{text}" for text in EXITS))[f"import sys\n{statement}"]
    assert (seen.reported, seen.exit_code, seen.exception) == (True, code, None)


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
def test_death_by_a_signal_has_a_name(run_table, program, name):
    seen = run_table(*SIGNALS)[program]
    assert (seen.signal, seen.exit_code, seen.reported, seen.timed_out) == (name, None, False, False)


def test_a_crash_shows_what_was_printed_and_the_line_of_the_program_and_no_path_of_ours(run_table):
    crashed, aborted, *_others = run_table(*SIGNALS).values()
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


# --- the deadline ------------------------------------------------------------------------------


ENDLESS = {
    "busy": "while True: pass",
    "ignores SIGTERM": "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: time.sleep(1)",
    "stopped": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
    "thread stays": "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()",
    "prints": "while True: print('x' * 1000)",
    "closed its streams": "import os, time\nos.close(1)\nos.close(2)\ntime.sleep(60)",
}


@pytest.mark.parametrize("program", ENDLESS.values(), ids=ENDLESS)
def test_what_runs_on_is_killed_at_the_deadline(run_table, program):
    seen = run_table(*ENDLESS.values(), deadline=1.0)[program]
    assert seen.timed_out
    assert seen.signal == "SIGKILL"
    assert 1.0 <= seen.seconds < 4.0


def test_children_and_grandchildren_die_with_the_program_at_the_deadline(run):
    seen = run(
        """
        import os, subprocess, sys, time

        nested = "import subprocess, time; p = subprocess.Popen(['sleep', '60']); print(p.pid, flush=True); p.wait()"
        child = subprocess.Popen([sys.executable, "-c", nested])
        print(child.pid, flush=True)
        time.sleep(60)
        """,
        deadline=1.5,
    )
    assert seen.timed_out
    pids = [int(line) for line in seen.stdout.split()]
    assert len(pids) == 2
    assert all(ends_soon(pid) for pid in pids)


def test_children_left_behind_die_when_the_program_ends(run):
    seen = run("import subprocess\nprint(subprocess.Popen(['sleep', '60']).pid)")
    assert (seen.reported, seen.exit_code) == (True, 0)
    assert seen.seconds < 5
    assert ends_soon(int(seen.stdout))


def test_a_process_that_escapes_with_the_streams_open_does_not_hold_up_the_run(run):
    seen = run("import subprocess\nprint(subprocess.Popen(['sleep', '30'], start_new_session=True).pid)")
    escaped = int(seen.stdout)
    with contextlib.suppress(ProcessLookupError):
        os.kill(escaped, signal.SIGKILL)
    assert (seen.reported, seen.exit_code, seen.timed_out) == (True, 0, False)
    assert seen.seconds < 5


# --- captured output ---------------------------------------------------------------------------


def test_200_mb_of_output_keep_head_and_tail(run):
    seen = run(
        """
        import sys

        print("the head")
        block = "x" * 999_999 + "\\n"
        for _ in range(200):
            sys.stdout.write(block)
        print("the tail")
        """
    )
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


# --- what a program gets -----------------------------------------------------------------------


def test_the_environment_is_clean(run, monkeypatch):
    for name in ("GITHUB_TOKEN", "PYTHONPATH", "PYTHONSTARTUP", "https_proxy", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "not for snippets")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    seen = run("import json, os\nprint(json.dumps(dict(os.environ)))")
    given = json.loads(seen.stdout)
    assert "not for snippets" not in given.values()
    assert given.keys() <= {
        *("HOME", "TMPDIR", "PATH", "LANG", "COLUMNS", "LC_CTYPE"),
        *("CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "LD_LIBRARY_PATH"),
    }
    assert given["CUDA_VISIBLE_DEVICES"] == "0"
    assert (given["HOME"], given["TMPDIR"]) == ("<private>/home", "<private>/tmp")


def test_the_directory_is_private_and_is_removed(run):
    seen = run(
        """
        import os, pathlib, tempfile

        assert os.listdir() == ["program.py"], os.listdir()
        assert not os.listdir(pathlib.Path.home()) and not os.listdir(tempfile.gettempdir())
        pathlib.Path("left").mkdir()
        pathlib.Path("left/file").write_text("x")
        pathlib.Path("left").chmod(0o500)
        pathlib.Path.home().joinpath("cache").write_text("x")
        print(os.getcwd().encode().hex())
        """
    )
    assert seen.exception is None
    private = Path(undo_hex(seen.stdout)).parent
    assert private.name.startswith("faultbook-")
    assert not private.exists()


def test_the_directory_of_a_killed_program_is_removed_too(run):
    seen = run("import os\nprint(os.getcwd().encode().hex(), flush=True)\nwhile True: pass", deadline=1.0)
    assert not Path(undo_hex(seen.stdout)).exists()


def test_standard_input_is_empty(run):
    saved, (typed, keyboard) = os.dup(0), os.pipe()
    os.write(keyboard, b"typed\n")
    os.dup2(typed, 0)
    try:
        seen = run("import sys\nprint(repr(sys.stdin.readline()))\ninput()")
    finally:
        os.dup2(saved, 0)
        for descriptor in (saved, typed, keyboard):
            os.close(descriptor)
    assert (seen.stdout, seen.exception.line) == ("''\n", "EOFError: EOF when reading a line")


def test_the_program_is_main(run):
    seen = run(
        """
        import sys

        print(__name__, __file__, sys.argv, sys.path[0].rpartition("/")[2])
        import __main__
        print(__main__.__dict__ is globals())
        """
    )
    assert seen.stdout == "__main__ program.py ['program.py'] work\nTrue\n"


def test_worker_processes_of_a_program_start(run):
    seen = run(
        """
        import multiprocessing

        def double(n):
            return 2 * n

        if __name__ == "__main__":
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                assert pool.map(double, [1, 2]) == [2, 4]
            with multiprocessing.get_context("fork").Pool(1) as pool:
                assert pool.map(double, [3]) == [6]
        """
    )
    assert (seen.reported, seen.exit_code, seen.exception) == (True, 0, None)


def test_the_network_is_out_of_reach_where_the_kernel_allows_it(run, host):
    answered = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(5)

        def answer():
            with contextlib.suppress(OSError):
                server.accept()[0].close()
                answered.set()

        thread = threading.Thread(target=answer)
        thread.start()
        program = f"import socket\nsocket.create_connection(('127.0.0.1', {server.getsockname()[1]}), timeout=2)"
        seen = run(program)
        socket.create_connection(server.getsockname()).close()  # ends the wait, if the program did not
        thread.join()
    if host.environment.isolation == {"network": "none"}:
        assert "OSError" in seen.exception.classes
    else:
        assert host.environment.isolation == {"network": "host"}
        assert seen.exception is None
    assert answered.is_set()


def test_programs_that_run_at_once_do_not_mix(run_table):
    programs = [f"import time\ntime.sleep(0.2)\nprint({n})\nraise ValueError({n})" for n in range(4)]
    found = run_table(*programs).values()
    assert [seen.stdout for seen in found] == [f"{n}\n" for n in range(4)]
    assert [seen.exception.message for seen in found] == [str(n) for n in range(4)]


# --- privacy -----------------------------------------------------------------------------------


def test_paths_of_this_machine_are_taken_out(run):
    secret = {
        "home": str(Path.home() / "model.pt"),
        "checkout": str(Path.cwd() / "train.py"),
        "packages": sysconfig.get_path("purelib") + "/torch/nn.py",
        "stdlib": sysconfig.get_path("stdlib") + "/json/decoder.py",
    }
    seen = run(f"""
        import os, sys

        text = "\\n".join([os.getcwd(), os.path.abspath(__file__), os.environ["HOME"], *{list(secret.values())!r}])
        print(text)
        print(text, file=sys.stderr)
        raise RuntimeError(text)
    """)
    expected = "\n".join(
        [
            *("<private>/work", NAME, "<private>/home", "<home>/model.pt", "<checkout>/train.py"),
            *("<site-packages>/torch/nn.py", "<python>/json/decoder.py"),
        ]
    )
    assert seen.stdout == expected + "\n"
    assert seen.stderr.startswith(expected + "\n")
    assert seen.exception.message == expected
    assert seen.exception.line == f"RuntimeError: {expected}"
    whole = seen.model_dump_json()
    assert not [text for text in secret.values() if text in whole]


# Runs a snippet as another user of another machine would, and prints the observation.
ELSEWHERE = """
import ctypes, socket, sys
from pathlib import Path
from generator.loader import Snippet
from generator.verify.environments import probe
from generator.verify.run import run_snippet

libc = ctypes.CDLL(None)
new_user, new_uts = 0x10000000, 0x04000000
if sys.argv[1:] and libc.unshare(new_uts) != 0 and libc.unshare(new_user | new_uts) != 0:
    sys.exit(77)
if sys.argv[1:]:
    socket.sethostname(sys.argv[1])
snippet = Snippet("program.py", Path("program.py"), sys.stdin.buffer.read())
print(run_snippet(snippet, probe(Path(sys.executable))).model_dump_json())
"""


def run_elsewhere(program: str, cwd: Path, *hostname: str, **settings: str) -> Observation:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(REPOSITORY), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *hostname],
        input=textwrap.dedent(program),
        cwd=cwd,
        env={**environment, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 77:
        pytest.skip("this kernel lets no process have a host name of its own")
    assert done.returncode == 0, done.stderr
    return Observation.model_validate_json(done.stdout)


def test_the_host_is_taken_out(tmp_path):
    seen = run_elsewhere("raise OSError('mallory@gpu-node-17')", tmp_path, "gpu-node-17", LOGNAME="mallory")
    assert seen.exception.message == "<user>@<host>"
    assert seen.stderr.endswith("OSError: <user>@<host>\n")


def test_user_and_places_are_taken_out_wherever_the_generator_was_started(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    program = "import os\nprint(os.getcwd(), 'of mallory, mallory2, /home/mallory.', flush=True)\nos.abort()"
    seen = run_elsewhere(program, tmp_path, LOGNAME="mallory", HOME="/home/mallory", TMPDIR=str(tmp_path / "link"))
    assert seen.stdout == "<private>/work of <user>, mallory2, <home>.\n"
    assert "Fatal Python error: Aborted" in seen.stderr
    assert str(REPOSITORY) not in seen.stderr


def test_what_everybody_has_stays():
    message = "root cannot connect to (localhost, 29500): a/b /usr/lib/libcudnn.so"
    seen = run_elsewhere(f"raise OSError({message!r})", Path("/"), "localhost", LOGNAME="root", HOME="/")
    assert seen.exception.message == message


@pytest.mark.parametrize(
    ("old", "text", "scrubbed"),
    [
        ("ada", "ada canada ada_1 /ada/ ada", "X canada ada_1 /X/ X"),
        ("/home/ada", "/home/ada/x.py /home/adam/x.py at /home/ada", "X/x.py /home/adam/x.py at X"),
        ("node-1.example", "on node-1.example:29500", "on X:29500"),
    ],
)
def test_words_are_replaced_as_words_and_paths_anywhere(old, text, scrubbed):
    scrubber = Scrubber(((old, "X"),))
    assert scrubber.text(text) == scrubbed
    assert scrubber.tree({"a": [text, 1, None], "b": {"c": text}}) == {"a": [scrubbed, 1, None], "b": {"c": scrubbed}}


# --- programs that get in the way of the report ------------------------------------------------

GET_IN_THE_WAY = {
    "builtins gone": "import builtins\nbuiltins.open = builtins.str = builtins.isinstance = builtins.sorted = None",
    "stdout closed": "import sys\nsys.stdout.close()",
    "stdout gone": "import sys\nsys.stdout = None\nsys.stderr = None",
    "stdout deleted": "import sys\ndel sys.stdout",
    "modules cleared": "import sys\nsys.modules.clear()",
    "modules replaced": "import sys\nsys.modules = {}",
    "modules are no dict": "import sys\nsys.modules = None",
    "modules with odd names": "import sys\nsys.modules[3] = sys",
    "json gone": "import json\njson.dump = json.dumps = None",
    "exit broken": "import sys\nsys.exit = print",
    "os broken": "import os\nos.write = os.fdopen = os.getpid = None",
    "descriptors closed": "import os\nos.closerange(3, 64)",
}
NO_REASON_TO_BE_SILENT = {"stdout closed", "stdout gone", "stdout deleted", "modules cleared", "exit broken"}


@pytest.mark.parametrize("name", GET_IN_THE_WAY)
def test_a_program_in_the_way_of_its_report_is_seen_as_it_was_or_not_at_all(run_table, name):
    raising = {key: f"{harm}\nraise ValueError('real')" for key, harm in GET_IN_THE_WAY.items()}
    raised = run_table(*raising.values())[raising[name]]
    if raised.reported:
        assert raised.exception.message == "real"
        assert raised.exit_code == 1
    else:
        assert name not in NO_REASON_TO_BE_SILENT
        assert (raised.exit_code, raised.signal) == (0, None)  # what the verdicts take for a harness error


def test_a_program_that_only_gets_in_the_way_raised_nothing(run_table):
    harms = [GET_IN_THE_WAY[name] for name in ("builtins gone", "stdout gone", "os broken", "descriptors closed")]
    assert [(seen.exception, seen.exit_code) for seen in run_table(*harms).values()] == [(None, 0)] * 4


JUNK = ["junk", "\n", "{}", "[]", '{"protocol": 1}', '{"protocol": 1, "exception": 5}', '{"protocol": 1', "\0"]
WRITE_JUNK = """
import os

for fd in range(3, 256):
    try:
        os.write(fd, {junk!r})
    except OSError:
        pass
"""


def test_junk_on_every_descriptor_is_no_report(run_table):
    programs = [WRITE_JUNK.format(junk=junk.encode()) + "os._exit(0)" for junk in JUNK]
    found = run_table(*programs).values()
    assert [(seen.reported, seen.exception, seen.exit_code) for seen in found] == [(False, None, 0)] * len(JUNK)


def test_junk_before_a_report_spoils_it_or_changes_nothing(run_table):
    programs = [WRITE_JUNK.format(junk=junk.encode()) + "raise ValueError('real')" for junk in JUNK[:5]]
    found = run_table(*programs).values()
    assert [seen.exit_code for seen in found] == [1] * 5
    assert [seen.reported for seen in found] == [False, True, False, False, False]
    assert {seen.exception.message for seen in found if seen.reported} == {"real"}
    assert not any(seen.exception for seen in found if not seen.reported)


BROKEN_TEXTS = ["raise RuntimeError('no text')", "return 3", "return self.__str__()"]


def test_an_exception_whose_text_cannot_be_made_is_still_reported(run_table):
    start = "class Broken(Exception):\n    def __str__(self):\n        "
    found = run_table(*(f"{start}{body}\n\nraise Broken" for body in BROKEN_TEXTS)).values()
    assert [seen.exception.classes[0] for seen in found] == ["Broken"] * 3
    assert [seen.exception.message for seen in found] == [
        *("<__str__ raised RuntimeError>", "<__str__ raised TypeError>", "<__str__ raised RecursionError>")
    ]
    assert all(seen.exception.line.startswith("Broken: <") for seen in found)


LONG_CHAIN = """
error = None
for n in range(12):
    try:
        raise ValueError("start" + "{character}" * 100_000) from error
    except ValueError as caught:
        error = caught
raise error
"""


def test_very_long_messages_all_along_a_chain_do_not_cost_the_report(run_table):
    programs = [LONG_CHAIN.format(character=character) for character in ("x", "\\x01", "显", "\\U0001f600")]
    for seen in run_table(*programs).values():
        assert seen.reported
        assert seen.exception.message.startswith("start")
        assert seen.exception.line.startswith("ValueError: start")
        assert [len(seen.exception.message), len(seen.exception.line)] == [20_000, 20_000]
        assert len(seen.exception.chain) == 9


def test_half_of_a_surrogate_pair_is_written_as_python_prints_it(run):
    seen = run("raise ValueError('a\\udcffb')")
    assert seen.exception.message == "a\\udcffb"
    assert seen.exception.line == "ValueError: a\\udcffb"
    assert seen.stderr.endswith("ValueError: a\\udcffb\n")


def test_only_the_program_itself_reports_and_not_its_forks(run):
    seen = run("import os\nif os.fork() != 0:\n    os.wait()\n    raise ValueError('parent')")
    assert seen.reported
    assert seen.exception.message == "parent"


def test_the_end_of_a_fork_is_not_taken_for_the_end_of_the_program(run):
    seen = run("import os\nif os.fork() != 0:\n    os.wait()\n    os._exit(0)")
    assert (seen.reported, seen.exit_code) == (False, 0)


def test_a_program_that_becomes_another_one_never_reports(run):
    seen = run("import os\nos.execv('/bin/echo', ['echo', 'other'])")
    assert (seen.reported, seen.exit_code, seen.stdout) == (False, 0, "other\n")


# --- the device --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    """Return a folder with a driver library whose synchronization answers what a variable says."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler to make a stand-in for the driver library")
    folder = tmp_path_factory.mktemp("driver")
    source = '#include <stdlib.h>\nint cuCtxSynchronize(void) { return atoi(getenv("CUDA_VISIBLE_DEVICES")); }\n'
    (folder / "driver.c").write_text(source)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", folder / "libcuda.so.1", folder / "driver.c"], check=True)
    return folder


@pytest.mark.parametrize(
    ("answer", "seen_as"),
    [
        pytest.param(0, 0, id="all is well"),
        pytest.param(700, 700, id="illegal address"),
        pytest.param(3, None, id="driver not initialized"),
        pytest.param(201, None, id="no context, so no work to wait for"),
    ],
)
def test_a_fault_of_the_device_that_no_call_reported_is_seen(run, driver, monkeypatch, answer, seen_as):
    monkeypatch.setenv("LD_LIBRARY_PATH", str(driver))
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", str(answer))
    assert run("import ctypes\nctypes.CDLL('libcuda.so.1')").device_sync == seen_as


def test_a_program_that_left_the_device_alone_is_not_made_to_touch_it(run, driver, monkeypatch):
    monkeypatch.setenv("LD_LIBRARY_PATH", str(driver))
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "700")
    assert run("print('no device touched')").device_sync is None
