"""What a program is given, what it can do to its own report, and what the report says of this machine: nothing."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from worker_runs import MODES, NAME, REPOSITORY, SHARED, Runner, build_library, job, session_of

from generator.evidence.records import Observation
from generator.verify import worker
from generator.verify.worker import zygote_pool
from generator.verify.worker.privacy import Scrubber
from generator.verify.worker.workspace import PASSED_ON


@pytest.fixture(scope="module")
def session():
    with session_of() as session:
        yield session


@pytest.fixture(scope="module", params=MODES)
def run(session, request):
    return Runner(session, request.param)


def undo_hex(text: str) -> str:
    return bytes.fromhex(text.strip()).decode()


# --- what a program gets -------------------------------------------------------------------------

OWN_VARIABLES = {"HOME", "TMPDIR", "PATH", "LANG", "COLUMNS"}


def test_the_environment_is_clean(run, monkeypatch):
    for name in ("GITHUB_TOKEN", "PYTHONPATH", "PYTHONSTARTUP", "https_proxy", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "not for snippets")
    for name in PASSED_ON:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NVIDIA_VISIBLE_DEVICES", "0")
    seen = run("import json, os\nprint(json.dumps(dict(os.environ)))")
    given = json.loads(seen.stdout)
    assert "not for snippets" not in given.values()
    assert given.keys() - {"LC_CTYPE"} == {*OWN_VARIABLES, "NVIDIA_VISIBLE_DEVICES"}
    assert given["NVIDIA_VISIBLE_DEVICES"] == "0"
    assert (given["HOME"], given["TMPDIR"]) == ("<private>/home", "<private>/tmp")


def test_what_starts_programs_has_no_secret_either(monkeypatch):
    monkeypatch.setenv("GITHUB_TOKEN", "not for snippets")
    monkeypatch.setenv("PYTHONPATH", "/not/for/snippets")
    with session_of(worker.NOTHING_ISOLATED) as session:
        seen = Runner(session, "fork")("""
            import os

            process, seen = os.getppid(), ""
            for _ancestor in range(3):  # reaper, guardian, zygote
                with open(f"/proc/{process}/environ") as file:
                    seen += file.read()
                with open(f"/proc/{process}/stat") as file:
                    process = int(file.read().rpartition(")")[2].split()[1])
            print("HOME=" in seen, "not for snippets" in seen, "/not/for/snippets" in seen)
        """)
    assert seen.stdout == "True False False\n"


def test_a_program_gets_the_variables_and_files_of_its_entry(run):
    seen = run(
        """
        import os, helper

        with open("words.txt", encoding="utf-8", newline="") as file:
            print(os.environ["A"], os.environ["COLUMNS"], helper.NAME, repr(file.read()), sorted(os.listdir()))
        """,
        variables={"A": "1", "COLUMNS": "40"},
        files={"helper.py": "NAME = 'h'", "words.txt": "显存\r\n"},
    )
    listed = "['helper.py', 'program.py', 'words.txt']"
    assert seen.stdout.replace("'__pycache__', ", "") == f"1 40 h '显存\\r\\n' {listed}\n"


def test_the_directory_is_private_and_is_removed(run):
    seen = run("""
        import os, pathlib, tempfile

        assert os.listdir() == ["program.py"], os.listdir()
        assert not os.listdir(pathlib.Path.home()) and not os.listdir(tempfile.gettempdir())
        pathlib.Path("left").mkdir()
        pathlib.Path("left/file").write_text("x")
        pathlib.Path("left").chmod(0o500)
        pathlib.Path.home().joinpath("cache").write_text("x")
        print(os.getcwd().encode().hex())
    """)
    assert seen.exception is None
    private = Path(undo_hex(seen.stdout)).parent
    assert private.parent == Path(run.session.folder)
    assert not private.exists()


def test_the_directory_of_a_killed_program_is_removed_too(run):
    seen = run("import os\nprint(os.getcwd().encode().hex(), flush=True)\nwhile True: pass", deadline=0.6)
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
    seen = run("""
        import sys

        print(__name__, __file__, sys.argv, sys.path[0].rpartition("/")[2])
        import __main__
        print(__main__.__dict__ is globals())
    """)
    assert seen.stdout == "__main__ program.py ['program.py'] work\nTrue\n"


def test_no_descriptor_of_ours_is_left_open_but_the_one_for_the_report(run):
    seen = run("""
        import os, stat

        ours = [fd for fd in range(3, 256) if os.path.exists(f"/proc/self/fd/{fd}")]
        print([stat.S_ISFIFO(os.fstat(fd).st_mode) and not os.get_inheritable(fd) for fd in ours])
    """)
    assert seen.stdout == "[True]\n"


def test_in_a_fork_proc_shows_what_forked_and_in_a_fresh_interpreter_the_program(run):
    seen = run("""
        import json, os, sys

        with open("/proc/self/cmdline", "rb") as file:
            words = file.read().split(b"\\0")[:-1]
        own = os.readlink("/proc/self") == str(os.getpid())
        print(json.dumps([own, [word.decode() for word in words[5:6]], words[-1].decode()]))
    """)
    expected = ["zygote", SHARED[-1]] if run.mode == "fork" else ["program", NAME]
    own, [command], last = json.loads(seen.stdout)
    assert own
    assert [command, last] == expected


def test_worker_processes_of_a_program_start(run):
    seen = run("""
        import multiprocessing

        def double(n):
            return 2 * n

        if __name__ == "__main__":
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                assert pool.map(double, [1, 2]) == [2, 4]
            with multiprocessing.get_context("fork").Pool(1) as pool:
                assert pool.map(double, [3]) == [6]
    """)
    assert (seen.reported, seen.exit_code, seen.exception) == (True, 0, None)


# --- privacy -------------------------------------------------------------------------------------


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


def test_an_environment_behind_a_link_is_named_neither_by_the_link_nor_by_its_place(tmp_path):
    place = tmp_path / "shared" / "environments" / "torch"
    place.mkdir(parents=True)
    link = tmp_path / "environments"
    link.symlink_to(place.parent)
    scrubber = Scrubber.for_run("/tmp/run", [(str(link / "torch"), "<prefix>"), ("/usr", "<prefix>")])
    seen = f"{link}/torch/lib/libcudnn.so.9 is {place}/lib/libcudnn.so.9, not /usr/lib/libcudnn.so.9"
    assert scrubber.text(seen) == "<prefix>/lib/libcudnn.so.9 is <prefix>/lib/libcudnn.so.9, not /usr/lib/libcudnn.so.9"


# Runs a job as another user of another machine would, and prints the observation.
ELSEWHERE = """
import ctypes, json, socket, sys
from generator.verify import worker

request = json.load(sys.stdin)
libc = ctypes.CDLL(None)
new_user, new_uts = 0x10000000, 0x04000000
if request["hostname"] and libc.unshare(new_uts) != 0 and libc.unshare(new_user | new_uts) != 0:
    sys.exit(77)
if request["hostname"]:
    socket.sethostname(request["hostname"])
session = worker.Session(sys.executable, worker.NOTHING_ISOLATED, [request["checkout"]])
print(json.dumps({**session.run(request["job"], request["mode"]), "key": ""}))
session.close()
"""


def run_elsewhere(program: str, mode: str, cwd: Path, hostname: str = "", **settings: str) -> Observation:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(REPOSITORY), "PYTHONDONTWRITEBYTECODE": "1"}
    request = {"job": job(program), "mode": mode, "hostname": hostname, "checkout": str(REPOSITORY)}
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        input=json.dumps(request),
        cwd=cwd,
        env={**environment, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 77:
        pytest.skip("this kernel lets no process of this user have a host name of its own")
    assert done.returncode == 0, done.stderr
    return Observation.model_validate_json(done.stdout)


def test_the_host_is_taken_out(tmp_path):
    seen = run_elsewhere("raise OSError('mallory@gpu-node-17')", "exec", tmp_path, "gpu-node-17", LOGNAME="mallory")
    assert seen.exception.message == "<user>@<host>"
    assert seen.stderr.endswith("OSError: <user>@<host>\n")


@pytest.mark.parametrize("mode", MODES)
def test_user_and_places_are_taken_out_wherever_the_worker_was_started(tmp_path, mode):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    program = "import os\nprint(os.getcwd(), 'of mallory, mallory2, /home/mallory.', flush=True)\nos.abort()"
    places = {"HOME": "/home/mallory", "TMPDIR": str(tmp_path / "link")}
    seen = run_elsewhere(program, mode, tmp_path, LOGNAME="mallory", **places)
    assert seen.stdout == "<private>/work of <user>, mallory2, <home>.\n"
    assert "Fatal Python error: Aborted" in seen.stderr
    assert str(REPOSITORY) not in seen.stderr
    assert not list((tmp_path / "real").iterdir())


def test_what_everybody_has_stays():
    message = "root cannot connect to (localhost, 29500): a/b /usr/lib/libcudnn.so"
    program = f"raise OSError({message!r})"
    seen = run_elsewhere(program, "fork", Path("/"), "localhost", LOGNAME="root", HOME="/")
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


def test_the_longest_of_several_private_folders_is_taken_out_first():
    found = [("/opt/python", "<prefix>"), ("/opt/python/lib/python3.11", "<python>"), ("/usr", "<prefix>")]
    scrubber = Scrubber.for_run("/tmp/outer/run-1", found, ["/srv/book"])
    told = "/opt/python/lib/python3.11/json /opt/python/bin /usr/bin /srv/book/a.py"
    assert scrubber.text(told) == "<python>/json <prefix>/bin /usr/bin <checkout>/a.py"
    assert (
        scrubber.text("/tmp/outer/run-1/work/p.py /tmp/outer/run-1/home /tmp/outer/x")
        == "p.py <private>/home <private>/x"
    )


# --- programs that get in the way of the report ----------------------------------------------------

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
    "hook deleted": "import sys\ndel sys.excepthook",
    "exit handlers broken": "import atexit\natexit._run_exitfuncs = None",
    "threading broken": "import threading\nthreading._shutdown = None",
}
NO_REASON_TO_BE_SILENT = {
    *("stdout closed", "stdout gone", "stdout deleted", "modules cleared", "exit broken"),
    *("hook deleted", "exit handlers broken", "threading broken"),
}


@pytest.mark.parametrize("name", GET_IN_THE_WAY)
def test_a_program_in_the_way_of_its_report_is_seen_as_it_was_or_not_at_all(run, name):
    raising = {key: f"{harm}\nraise ValueError('real')" for key, harm in GET_IN_THE_WAY.items()}
    raised = run.table(*raising.values())[raising[name]]
    if raised.reported:
        assert raised.exception.message == "real"
        assert raised.exit_code == 1
    else:
        assert name not in NO_REASON_TO_BE_SILENT
        assert (raised.exit_code, raised.signal) == (0, None)  # what the verdicts take for a harness error


def test_a_program_that_only_gets_in_the_way_raised_nothing(run):
    names = (
        "builtins gone",
        "stdout gone",
        "os broken",
        "descriptors closed",
        "exit handlers broken",
        "threading broken",
    )
    found = run.table(*(GET_IN_THE_WAY[name] for name in names)).values()
    assert [(seen.exception, seen.exit_code, seen.signal) for seen in found] == [(None, 0, None)] * len(names)


OWN = worker.PROTOCOL
OF_ANOTHER = (
    '{"protocol": 1, "exception": null, "exit_requested": false, "errnos": [], "device_sync": null, "imported": []}'
)
JUNK = [
    OF_ANOTHER,
    "junk",
    "\n",
    "{}",
    "[]",
    f'{{"protocol": {OWN}}}',
    f'{{"protocol": {OWN}, "exception": 5}}',
    '{"a": 1',
    "\0",
]
WRITE_JUNK = """
import os

for fd in range(3, 256):
    try:
        os.write(fd, {junk!r})
    except OSError:
        pass
"""


def test_junk_on_every_descriptor_is_no_report(run):
    programs = [WRITE_JUNK.format(junk=junk.encode()) + "os._exit(0)" for junk in JUNK]
    found = run.table(*programs).values()
    assert [(seen.reported, seen.exception, seen.exit_code) for seen in found] == [(False, None, 0)] * len(JUNK)


def test_junk_before_a_report_spoils_it_or_changes_nothing(run):
    programs = [WRITE_JUNK.format(junk=junk.encode()) + "raise ValueError('real')" for junk in JUNK[:6]]
    found = run.table(*programs).values()
    assert [seen.exit_code for seen in found] == [1] * 6
    assert [seen.reported for seen in found] == [False, False, True, False, False, False]
    assert {seen.exception.message for seen in found if seen.reported} == {"real"}
    assert not any(seen.exception for seen in found if not seen.reported)


def test_a_flood_on_the_descriptor_of_the_report_is_no_report_and_ends(run):
    seen = run(WRITE_JUNK.format(junk=b"x" * 1000).replace("x'", "x' * 6_000"))
    assert (seen.reported, seen.exit_code) == (False, 0)


BROKEN_TEXTS = ["raise RuntimeError('no text')", "return 3", "return self.__str__()"]


def test_an_exception_whose_text_cannot_be_made_is_still_reported(run):
    start = "class Broken(Exception):\n    def __str__(self):\n        "
    found = run.table(*(f"{start}{body}\n\nraise Broken" for body in BROKEN_TEXTS)).values()
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


def test_very_long_messages_all_along_a_chain_do_not_cost_the_report(run):
    programs = [LONG_CHAIN.format(character=character) for character in ("x", "\\x01", "显", "\\U0001f600")]
    for seen in run.table(*programs).values():
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


# --- the device ------------------------------------------------------------------------------------

OLD_DRIVER = """
#include <stdlib.h>
static int of(const char *name) { const char *text = getenv(name); return text ? atoi(text) : 0; }
int cuCtxSynchronize(void) { return of("DEMO_CURRENT"); }
"""
DRIVER = (
    OLD_DRIVER
    + """
int cuDeviceGetCount(int *count) { *count = 2; return of("DEMO_COUNT"); }
int cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) {
    *active = device == of("DEMO_ACTIVE");
    return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int device) { return of("DEMO_RETAIN"); }
int cuCtxPushCurrent_v2(void *context) { return setenv("DEMO_CURRENT", getenv("DEMO_PRIMARY"), 1); }
int cuCtxPopCurrent_v2(void **context) { return 0; }
"""
)
# What the driver answers for the thread's context, which device has a primary context, and what that one answers.
ANSWERS = {
    "all is well": ({"CURRENT": 0, "ACTIVE": 9}, 0),
    "illegal address": ({"CURRENT": 700, "ACTIVE": 9}, 700),
    "driver not initialized": ({"CURRENT": 3, "COUNT": 3}, None),
    "no context, so no work to wait for": ({"CURRENT": 201, "ACTIVE": 9}, None),
    "a fault in the context of other threads": ({"CURRENT": 201, "ACTIVE": 1, "PRIMARY": 719}, 719),
    "all is well in the context of other threads": ({"CURRENT": 201, "ACTIVE": 1, "PRIMARY": 0}, 0),
    "a context that a fault has broken": ({"CURRENT": 201, "ACTIVE": 1, "RETAIN": 700}, 700),
}


@pytest.fixture(scope="module")
def drivers(tmp_path_factory):
    """Return two libraries that answer what variables say, the older without calls for primary contexts."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler to make a stand-in for the driver library")
    folders = [tmp_path_factory.mktemp(name) for name in ("driver", "old")]
    sources = (DRIVER, OLD_DRIVER)
    return [build_library(*made, "libcuda.so.1") for made in zip(folders, sources, strict=True)]


@pytest.mark.parametrize("name", ANSWERS)
def test_a_fault_of_the_device_that_no_call_reported_is_seen(run, drivers, name):
    answers, seen_as = ANSWERS[name]
    variables = {f"DEMO_{key}": str(number) for key, number in answers.items()}
    seen = run(f"import ctypes\nctypes.CDLL({str(drivers[0])!r})", variables=variables)
    assert (seen.reported, seen.device_sync) == (True, seen_as)


@pytest.mark.parametrize(("answer", "seen_as"), [(0, 0), (700, 700), (201, None)])
def test_of_an_old_driver_only_the_context_of_the_program_is_asked(run, drivers, answer, seen_as):
    seen = run(f"import ctypes\nctypes.CDLL({str(drivers[1])!r})", variables={"DEMO_CURRENT": str(answer)})
    assert (seen.reported, seen.device_sync) == (True, seen_as)


def test_a_program_that_left_the_device_alone_is_not_made_to_touch_it(run, drivers):
    search = {"DEMO_CURRENT": "700", "LD_LIBRARY_PATH": str(drivers[0].parent)}
    assert run("print('no device touched')", variables=search).device_sync is None


def test_a_fork_that_loaded_the_driver_is_taken_apart_like_a_fresh_interpreter(session, drivers):
    seen = Runner(session, "fork")(f"""
        import ctypes, os

        class Last:
            def __del__(self, abort=os.abort):
                abort()

        last = Last()
        ctypes.CDLL({str(drivers[1])!r})
    """)
    assert (seen.reported, seen.device_sync, seen.signal) == (True, 0, "SIGABRT")


def test_what_happened_before_a_program_began_says_nothing_of_it(monkeypatch, tmp_path):
    """The interpreter starts, and cannot read the worker: it ends with a code, as a program could."""
    with session_of(worker.NOTHING_ISOLATED) as session:
        assert "harness" not in session.run(worker.make_job("x.py", "x = 1"), "exec")
        broken = tmp_path / "worker"
        shutil.copytree(Path(worker.SCRIPT).parent, broken)
        program = (broken / "program.py").read_text()
        (broken / "program.py").write_text(program.replace("os.write(result_fd, STARTED)", "os._exit(2)"))
        monkeypatch.setattr(zygote_pool, "SCRIPT", str(broken / "__main__.py"))
        with session_of(worker.NOTHING_ISOLATED) as other:
            seen = other.run(worker.make_job("x.py", "x = 1"), "exec")
    assert seen["harness"].startswith("the program was not started")
