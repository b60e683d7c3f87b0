"""What forks programs: it shares what it imported and nothing else, refuses what would not be faithful, and can die."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import uuid
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from worker_runs import (
    MODES,
    REPOSITORY,
    Runner,
    build_library,
    job,
    processes_with,
    pythons,
    session_of,
    side_by_side,
    soon,
)

from generator.verify import worker
from generator.verify.worker import driver, zygote_pool

DRIVER = "int cuDeviceGetCount(int *count) { *count = 1; return %d; }\nint cuCtxSynchronize(void) { return 201; }\n"
# Stand-ins for frameworks, found by an interpreter of our own.
MODULES = {
    "looks_up": "import tempfile, os\ntempfile.gettempdir()\nHOME = os.path.expanduser('~')\nSTATE = []\n",
    "starts_thread": "import threading, time\nthreading.Thread(target=time.sleep, args=(600,), daemon=True).start()\n",
    "had_thread": "import threading\nthread = threading.Thread(target=int)\nthread.start()\nthread.join()\n",
    "initialises": "import ctypes\nctypes.CDLL({initialised!r})\n",
    "loads_driver": "import ctypes\nctypes.CDLL({loaded!r})\n",
    "torch": "import os\nfrom torch import cuda\nPARENT = os.getpid()\n",
    "torch.cuda": "import os, torch\ndef _is_in_bad_fork():\n    return os.getpid() != torch.PARENT\n",
    "broken": "import contextlib\nwith contextlib.suppress(OSError), open({imports!r}, 'a') as file:\n"
    "    file.write('tried\\n')\nimport no_such_module\n",
    "leaves": "import sys\nsys.exit('no device')\n",
    "dies": "import os\nos.abort()\n",
    "slow": "import time\nopen({imports!r} + '.slow', 'w').close()\ntime.sleep(0.5)\n",
}


@pytest.fixture(scope="module")
def stand_ins(tmp_path_factory):
    """Return an interpreter that finds the stand-ins, and the file where imports are noted."""
    folder = tmp_path_factory.mktemp("stand-ins")
    if shutil.which("cc") is None:
        pytest.skip("no C compiler to make stand-ins for the driver library")
    names = {"imports": str(folder / "imports")}
    for name, answer in (("initialised", 0), ("loaded", driver.NOT_INITIALIZED)):
        (folder / name).mkdir()
        names[name] = str(build_library(folder / name, DRIVER % answer, "libcuda.so.1"))
    venv.create(folder / "venv", symlinks=True)
    [packages] = (folder / "venv").glob("lib/python*/site-packages")
    for name, source in MODULES.items():
        path = packages / ("torch/__init__.py" if name == "torch" else name.replace(".", "/") + ".py")
        path.parent.mkdir(exist_ok=True)
        path.write_text(source.format(**names) if "{" in source else source)
    return str(folder / "venv/bin/python"), folder / "imports"


@pytest.fixture(scope="module")
def session(stand_ins):
    with session_of(python=stand_ins[0]) as session:
        yield session


@pytest.fixture
def run(session):
    return Runner(session, "fork")


@pytest.fixture
def own_session():
    """Return a session of this test's own, to do harm to."""
    with session_of(worker.NOTHING_ISOLATED) as session:
        yield session


# --- what is shared ------------------------------------------------------------------------------


def test_what_was_imported_is_there_already(run):
    assert run("import sys\nprint('looks_up' in sys.modules)", preload=["looks_up"]).stdout == "True\n"
    assert run("import sys\nprint('looks_up' in sys.modules)", preload=[]).stdout == "False\n"


def test_what_a_program_changes_is_unchanged_for_the_next(run):
    shared = ["json", "looks_up", "random"]
    changes = """
        import json, looks_up, os, random, sys

        json.dumps = looks_up.left = None
        looks_up.STATE.append("left")
        sys.path.append("left")
        sys.modules["left"] = sys.argv.append("left")
        os.environ["LEFT"] = "left"
        os.chdir("/")
        os.umask(0o777)
    """
    look = """
        import json, looks_up, os, sys

        print(json.dumps([hasattr(looks_up, "left"), looks_up.STATE, "left" in sys.path, "left" in sys.modules]))
        print(sys.argv, "LEFT" in os.environ, os.path.basename(os.getcwd()), os.umask(0o22) == 0o777)
    """
    expected = run(look, preload=shared).stdout
    assert expected == "[false, [], false, false]\n['program.py'] False work False\n"
    assert run(changes, preload=shared).exit_code == 0
    assert run(look, preload=shared).stdout == expected


def test_each_run_draws_other_random_numbers(run):
    program = "import random, uuid\nprint(random.random(), uuid.uuid4())"
    assert len({run(program, preload=["random", "uuid"]).stdout for _ in range(3)}) == 3


def test_each_run_draws_other_random_numbers_from_numpy():
    pattern = "import importlib.util, sys; sys.exit(importlib.util.find_spec('numpy') is None)"
    candidates = [
        *(str(made.parent / "bin/python") for made in sorted(REPOSITORY.glob(".venvs/*/.made"))),
        *pythons().values(),
    ]
    with_numpy = (
        python for python in candidates if not subprocess.run([python, "-I", "-c", pattern], check=False).returncode
    )
    python = next(with_numpy, None)
    if python is None:
        pytest.skip("no interpreter here has numpy: make verify installs one that has")
    with session_of(worker.NOTHING_ISOLATED, python=python) as session:
        run = Runner(session, "fork")
        seen = [run("import numpy\nprint(numpy.random.rand())", preload=["numpy.random"]) for _ in range(3)]
    assert len({one.stdout for one in seen}) == 3
    assert seen[0].imported == ("numpy",)


def test_places_looked_up_before_the_fork_are_those_of_the_run(run):
    seen = run(
        """
        import os, tempfile

        with tempfile.NamedTemporaryFile() as file:
            print(tempfile.gettempdir() == os.environ["TMPDIR"] == os.path.dirname(file.name), file.name)
        print(os.path.expanduser("~") == os.environ["HOME"])
    """,
        preload=["looks_up"],
    )
    first, second = seen.stdout.splitlines()
    assert first.startswith("True <private>/tmp/")
    assert second == "True"


# --- what is refused -------------------------------------------------------------------------------

REFUSED = {
    "starts_thread": "2 threads run in the process that would fork",
    "initialises": "CUDA is initialised in the process that would fork",
    "torch": "PyTorch takes this for a bad fork",
    "broken": "importing broken: ModuleNotFoundError: No module named 'no_such_module'",
    "leaves": "importing leaves: SystemExit: no device",
    "dies": "importing dies: it ended without a word",
    "not_there": "importing not_there: ModuleNotFoundError: No module named 'not_there'",
}


IN_A_FRESH_INTERPRETER = {
    "broken": ("exit 1", "ModuleNotFoundError: No module named 'no_such_module'"),
    "not_there": ("exit 1", "ModuleNotFoundError: No module named 'not_there'"),
    "leaves": ("exit 1", None),
    "dies": ("SIGABRT", None),
}


@pytest.mark.parametrize("module", REFUSED)
def test_a_fork_that_would_not_be_faithful_is_no_evidence_and_a_fresh_interpreter_is_asked(session, module):
    asked = job(f"import {module}\nprint('ran')", preload=[module], mode="fork", hints=[{"clean": True}])
    assert session.run(asked, "fork") == {"harness": REFUSED[module]}
    seen = worker.observe(session, asked)
    ended = seen["signal"] or f"exit {seen['exit_code']}"
    raised = seen["exception"]["line"] if seen["exception"] else None
    assert (ended, raised) == IN_A_FRESH_INTERPRETER.get(module, ("exit 0", None))
    assert (seen["mode"], seen["violations"]) == ("exec", [])


@pytest.mark.parametrize("module", ["had_thread", "loads_driver"])
def test_a_thread_that_has_ended_or_a_driver_not_initialised_is_no_reason_to_refuse(run, module):
    assert run("print('ran')", preload=[module]).stdout == "ran\n"


def test_what_cannot_be_imported_is_tried_once(stand_ins):
    python, imports = stand_ins
    imports.unlink(missing_ok=True)
    with session_of(worker.NOTHING_ISOLATED, python=python) as session:
        for _again in range(3):
            assert "harness" in Runner(session, "fork").raw("print('ran')", preload=["broken"])
    assert imports.read_text() == "tried\n"


def test_an_interpreter_that_cannot_be_started_is_no_evidence():
    with session_of(worker.NOTHING_ISOLATED, python="/no/such/python") as session:
        seen = Runner(session, "exec").raw("print('ran')")
    assert seen == {"harness": "starting /no/such/python: [Errno 2] No such file or directory: '/no/such/python'"}


def test_an_interpreter_that_goes_away_between_two_runs_is_no_evidence(tmp_path):
    venv.create(tmp_path / "venv", symlinks=True)
    with session_of(worker.NOTHING_ISOLATED, python=str(tmp_path / "venv/bin/python")) as session:
        run = Runner(session, "exec")
        assert run("print('ran')").stdout == "ran\n"
        (tmp_path / "venv").rename(tmp_path / "gone")
        seen = run.raw("print('ran')")
    assert seen["harness"].startswith("the program could not be started: FileNotFoundError")


# --- how it is replaced ----------------------------------------------------------------------------


def zygotes_of(session: worker.Session) -> set[int]:
    return {zygote.process.pid for zygote in session.pool.zygotes.values()}


def test_after_so_many_forks_another_one_takes_over(own_session, monkeypatch):
    monkeypatch.setattr(zygote_pool, "FORKS_OF_A_ZYGOTE", 3)
    run, used = Runner(own_session, "fork"), []
    for n in range(7):
        assert run(f"print({n})").stdout == f"{n}\n"
        used += zygotes_of(own_session)
    assert [used.count(process) for process in dict.fromkeys(used)] == [3, 3, 1]
    assert processes_with(own_session.folder) == used[-1:]


def test_only_the_newest_keep_their_frameworks_in_memory(own_session):
    run, names = Runner(own_session, "fork"), ["json", "random", "tempfile", "uuid"]
    Runner(own_session, "exec")("print('ran')")
    for name in names:
        assert run(f"import sys\nprint('{name}' in sys.modules)", preload=[name]).stdout == "True\n"
    assert list(own_session.pool.zygotes) == [(), ("tempfile",), ("uuid",)]
    run("print('ran')", preload=["tempfile"])
    run("print('ran')", preload=["json"])
    assert list(own_session.pool.zygotes) == [(), ("tempfile",), ("json",)]
    assert set(processes_with(own_session.folder)) == zygotes_of(own_session)


def test_many_threads_with_many_frameworks_lose_no_run(own_session, monkeypatch):
    monkeypatch.setattr(zygote_pool, "FORKS_OF_A_ZYGOTE", 3)
    run, names = Runner(own_session, "fork"), ["json", "random", "tempfile", "uuid", "shutil", "decimal"]
    asked = [(n, names[n % len(names)]) for n in range(48)]
    found = side_by_side(lambda one: run.raw(f"print({one[0]})", preload=[one[1]]), asked, threads=24)
    assert [seen.get("stdout", seen.get("harness")) for seen in found] == [f"{n}\n" for n, _name in asked]
    assert len(own_session.pool.zygotes) == len(zygotes_of(own_session)) == zygote_pool.LIVE_ZYGOTES
    assert set(processes_with(own_session.folder)) == zygotes_of(own_session)


# --- how it dies -----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_after_its_death_another_one_takes_over(own_session, mode):
    run = Runner(own_session, mode)
    assert run("print(1)").stdout == "1\n"
    [process] = zygotes_of(own_session)
    os.kill(process, signal.SIGKILL)
    assert run("print(2)").stdout == "2\n"
    assert process not in zygotes_of(own_session)


@pytest.mark.parametrize("mode", MODES)
def test_runs_in_progress_outlive_it(own_session, mode):
    program = "import os, time\nopen('{mark}', 'w').close()\ntime.sleep(2)\nprint('done')\nraise ValueError('end')"
    mark = str(uuid.uuid4())
    started = Path(own_session.folder)
    with ThreadPoolExecutor(3) as pool:
        running = [pool.submit(Runner(own_session, mode), program.format(mark=mark)) for _ in range(3)]
        assert soon(lambda: len(list(started.glob(f"run-*/work/{mark}"))) == 3)
        for process in zygotes_of(own_session):
            os.kill(process, signal.SIGKILL)
        found = [one.result() for one in running]
    assert [(seen.stdout, seen.exception.message, seen.exit_code) for seen in found] == [("done\n", "end", 1)] * 3
    assert soon(lambda: not processes_with(mark))


def test_deaths_all_the_time_are_no_evidence_and_no_crash(own_session):
    """What starts programs is killed again and again while programs run: each run is right, or says that it failed."""
    run, over = Runner(own_session, "fork"), threading.Event()

    def kill():
        while not over.wait(0.05):
            for process in zygotes_of(own_session):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        found = side_by_side(lambda n: run.raw(f"print({n})\nraise SystemExit({n})"), range(24))
    finally:
        over.set()
        killer.join()
    wrong = [seen for n, seen in enumerate(found) if "harness" not in seen and seen["exit_code"] != n]
    assert wrong == []
    assert run("print('after')").stdout == "after\n"


# Runs programs as the generator does, until it is killed.
SUPERVISOR = """
import json, sys, time
from concurrent.futures import ThreadPoolExecutor
from generator.verify import worker

request = json.loads(sys.stdin.readline())
session = worker.Session(request["python"], request["isolation"])
print(session.folder, flush=True)
with ThreadPoolExecutor(4) as pool:
    for job in request["jobs"]:
        pool.submit(session.run, job, job["mode"])
print("idle", flush=True)
time.sleep(60)
"""
RUNS_ON = """
import os, subprocess

subprocess.Popen(["sleep", "{mark}"], start_new_session=True)
while True:
    for name in range(50):
        os.makedirs(f"folder/{name}", exist_ok=True)
        open(f"folder/{name}/file", "w").close()
"""
STATES = {"idle": ("print('ran')", "json"), "running": (RUNS_ON, "json"), "importing": ("print('ran')", "slow")}


@pytest.mark.parametrize("isolation", ["isolated", "not isolated"])
@pytest.mark.parametrize("state", STATES)
def test_when_the_supervisor_is_killed_nothing_stays(session, stand_ins, state, isolation):
    python, imports = stand_ins
    mark, started = f"60.{uuid.uuid4().int}", Path(f"{imports}.slow")
    started.unlink(missing_ok=True)
    program, preload = STATES[state]
    modes = MODES if state != "importing" else ("fork",)  # then nobody but the one that imports can tidy up
    jobs = [job(program.replace("{mark}", mark), preload=[preload], mode=mode) for mode in modes]
    wanted = session.isolation if isolation == "isolated" else worker.NOTHING_ISOLATED
    command, environment = [sys.executable, "-c", SUPERVISOR], {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as supervisor:
        supervisor.stdin.write(json.dumps({"python": python, "isolation": wanted, "jobs": jobs}) + "\n")
        supervisor.stdin.flush()
        folder = supervisor.stdout.readline().strip()
        reached = {
            "idle": lambda: supervisor.stdout.readline() == "idle\n",
            "running": lambda: len(processes_with(mark)) == len(MODES),
            "importing": started.exists,
        }
        try:
            assert soon(reached[state], 20)
            assert processes_with(folder)
        finally:
            supervisor.kill()
    assert soon(lambda: not processes_with(folder) and not processes_with(mark) and not Path(folder).exists())
