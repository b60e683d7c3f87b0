"""Isolation: what surrounds a program, as root and as a user, and what it runs into there."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

import pytest
from worker_runs import MODES, Runner, pythons, session_of

from generator.verify import worker

NOBODY = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env")  # env has lost root's powers
USERS = ("this user", "nobody")
COMBINATIONS = [worker.NOTHING_ISOLATED, *worker.isolations()]
NAMES = ["+".join(name for name in wanted if wanted[name] == worker.FULLY_ISOLATED[name]) for wanted in COMBINATIONS]

# Finds the most isolation, and runs a program under each of several, in both modes; prints what was seen.
ACT = """
import json, os, sys

sys.path.insert(0, sys.argv[1])
import worker

request = json.load(sys.stdin)
with open("/proc/self/mountinfo") as file:
    mounts = file.read()
told = {"best": worker.best_isolation(sys.executable), "runs": []}
session = worker.Session(sys.executable, worker.NOTHING_ISOLATED)
for session.isolation in request["isolations"]:
    told["runs"].append({})
    for mode in ("fork", "exec"):
        seen = session.run(request["job"], mode)
        told["runs"][-1][mode] = [seen.get("harness", ""), seen.get("stdout"), seen.get("stderr")]
told["left in it"] = sorted(os.listdir(session.folder))
session.close()
with open("/proc/self/mountinfo") as file:
    told["mounts stayed"] = file.read() == mounts
json.dump(told, sys.stdout)
"""
# Tries what fences should keep it from, and what they should let through.
TRY_ALL = """
import json, os, resource, socket, time

def outcome(action):
    try:
        return action()
    except OSError as error:
        return error.errno

def connect():
    with socket.create_connection(("127.0.0.1", {port}), timeout=5):
        return "connected"

def itself():
    with socket.create_server(("localhost", 0)) as server, socket.create_connection(server.getsockname()):
        return "connected"

def write(path):
    with open(path, "a") as file:
        file.write("x")
    return "written"

told = {{
    "pids": [os.getpid() < 100, os.getppid() == 1, os.readlink("/proc/self") == str(os.getpid())],
    "host": outcome(connect),
    "itself": outcome(itself),
    "outside": outcome(lambda: write("{outside}/" + str(time.monotonic_ns()))),
    "session": outcome(lambda: write("../../home/x")),
    "own": [outcome(lambda: write(place + "/x")) for place in (".", os.environ["HOME"], os.environ["TMPDIR"])],
    "shared memory": os.path.exists("/dev/shm/{mark}"),
    "own shared memory": outcome(lambda: write("/dev/shm/{mark}-own")),
    "room": os.statvfs(".").f_blocks * os.statvfs(".").f_frsize,
    "limits": [resource.getrlimit(getattr(resource, "RLIMIT_" + name))[0] for name in ("FSIZE", "NPROC", "CORE")],
}}
os.makedirs("left/behind")
os.chmod("left", 0)
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def public():
    """Return a folder that every user may enter and write to, with a copy of the worker."""
    with tempfile.TemporaryDirectory(prefix="public-") as folder:
        Path(folder).chmod(0o777)
        shutil.copytree(Path(worker.SCRIPT).parent, Path(folder) / "worker", ignore=shutil.ignore_patterns("*.pyc"))
        yield Path(folder)


def python_of(user: str) -> list[str]:
    """Return the command that starts a Python as a user."""
    if user == "this user":
        return [sys.executable]
    if os.getuid() != 0 or not shutil.which("setpriv"):
        pytest.skip("only root, with setpriv, can become an unprivileged user")
    for python in [sys.executable, *pythons().values()]:
        if not subprocess.run([*NOBODY, python, "-c", ""], capture_output=True, check=False).returncode:
            return [*NOBODY, python]
    pytest.skip("no Python 3.9 or later here may be read by every user")


def act(command: list[str], public: Path, program: str, isolations: list[dict[str, str]]) -> dict:
    request = {"isolations": isolations, "job": worker.make_job("program.py", program, deadline=20.0)}
    done = subprocess.run(
        [*command, "-I", "-c", ACT, str(public)],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_mounts_stay_where_they_are_also_where_they_would_be_handed_on(public):
    command = ["unshare", "--user", "--map-root-user", "--mount", "--propagation", "shared", sys.executable]
    if subprocess.run([*command, "-c", ""], capture_output=True, check=False).returncode:
        pytest.skip("this kernel lets this user have no mounts of its own")
    told = act(command, public, "print('ran')", [worker.FULLY_ISOLATED])
    assert told["mounts stayed"]
    assert [ran for run in told["runs"] for ran in run.values()] == [["", "ran\n", ""]] * len(MODES)


@pytest.fixture(scope="module", params=USERS)
def tried(request, public):
    """Run the program that tries all under every combination of fences."""
    command, mark = python_of(request.param), f"faultbook-{uuid.uuid4()}"
    outside = Path(tempfile.mkdtemp(dir=public))
    outside.chmod(0o777)
    Path(f"/dev/shm/{mark}").touch()
    try:
        with socket.create_server(("127.0.0.1", 0)) as server:
            program = TRY_ALL.format(port=server.getsockname()[1], outside=outside, mark=mark)
            told = act(command, public, program, COMBINATIONS)
        is_root = request.param == "this user" and os.getuid() == 0
        yield {"is_root": is_root, "command": command, "outside": list(outside.iterdir()), **told}
    finally:
        for path in Path("/dev/shm").glob(f"{mark}*"):
            path.unlink()


def skip_if_refused(command: list[str], wanted: dict[str, str]) -> None:
    """Skip where this kernel lets a user have no namespaces, as another tool says as well."""
    flags = ["--user", "--map-root-user"] if wanted != worker.NOTHING_ISOLATED else []
    flags += ["--net"] * (wanted["network"] == worker.OWN_NETWORK)
    flags += ["--pid", "--fork", "--mount"] * (wanted["processes"] == worker.OWN_PROCESSES)
    flags += ["--mount"] * (wanted["files"] == worker.READ_ONLY)
    done = subprocess.run([*command[:-1], "unshare", *flags, "true"], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"this kernel refuses it: {done.stderr.strip()}")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("place", range(len(COMBINATIONS)), ids=NAMES)
def test_each_fence_holds_with_and_without_the_others(tried, place, mode):
    wanted = COMBINATIONS[place]
    harness, stdout, stderr = tried["runs"][place][mode]
    if harness:
        skip_if_refused(tried["command"], wanted)
    assert (harness, stderr) == ("", "")
    seen = json.loads(stdout)
    own_network, own_processes, read_only = (wanted[name] == worker.FULLY_ISOLATED[name] for name in wanted)
    assert seen["pids"] == ([True] * 3 if own_processes else [False, False, True])
    assert seen["host"] == (111 if own_network else "connected")  # ECONNREFUSED: nobody listens in there
    assert seen["itself"] == "connected"
    assert [seen["outside"], seen["session"]] == ([30, 30] if read_only else ["written", "written"])  # EROFS
    assert seen["own"] == ["written"] * 3
    assert seen["shared memory"] == (not read_only)
    assert seen["own shared memory"] == "written"
    largest_file, processes, core = seen["limits"]
    assert core == 0
    assert (seen["room"] == 1 << 30) == read_only
    assert (largest_file == 4 << 30) == (not read_only)
    in_user_namespace = not tried["is_root"] and wanted != worker.NOTHING_ISOLATED
    assert (0 < processes <= 4096) or not in_user_namespace


def test_nothing_is_left_of_a_run_but_what_it_wrote_where_files_are_shared(tried):
    assert tried["left in it"] == ["home", "tmp"]
    shared = [wanted for wanted in COMBINATIONS if wanted["files"] != worker.READ_ONLY]
    refused = any(run[mode][0] for run in tried["runs"] for mode in MODES)
    assert len(tried["outside"]) == 2 * len(shared) or refused


def test_the_most_isolation_to_be_had_is_what_works(tried):
    working = [wanted for wanted, run in zip(COMBINATIONS, tried["runs"], strict=True) if not run["exec"][0]]
    strongest = next((wanted for wanted in worker.isolations() if wanted in working), worker.NOTHING_ISOLATED)
    assert tried["best"] == strongest


# --- isolation that cannot be had -------------------------------------------------------------------

WITHOUT = {
    "net": ({"processes", "files"}, "network"),
    "pid": ({"network", "files"}, "processes"),
    "mnt": ({"network"}, "files"),
}


@pytest.mark.parametrize("kind", WITHOUT)
def test_isolation_that_is_refused_is_a_harness_error_and_never_silently_weaker(public, kind):
    forbid = f"echo 0 > /proc/sys/user/max_{kind}_namespaces && exec " + '"$0" "$@"'
    command = ["unshare", "--user", "--map-root-user", "sh", "-c", forbid, sys.executable]
    if subprocess.run([*command, "-c", ""], capture_output=True, check=False).returncode:
        pytest.skip("this kernel lets this user forbid itself no namespaces")
    left, missing = WITHOUT[kind]
    only = {**worker.NOTHING_ISOLATED, missing: worker.FULLY_ISOLATED[missing]}
    told = act(command, public, "print('ran')", [worker.FULLY_ISOLATED, only])
    for run in told["runs"]:
        for harness, stdout, _stderr in run.values():
            assert harness.startswith("isolation could not be set up: [Errno 28] namespaces")
            assert stdout is None
    assert told["best"] == {**worker.NOTHING_ISOLATED, **{name: worker.FULLY_ISOLATED[name] for name in left}}


def test_a_session_whose_folder_is_gone_has_no_evidence():
    with session_of(worker.NOTHING_ISOLATED) as session:
        Runner(session, "fork")("print('ran')")
        shutil.rmtree(session.folder)
        seen = Runner(session, "fork").raw("print('ran')")
    assert seen.keys() == {"harness"}
    assert "No such file or directory" in seen["harness"]


# --- what is recorded of a program that runs into a fence --------------------------------------------


@pytest.fixture(scope="module")
def session():
    with session_of() as session:
        if session.isolation != worker.FULLY_ISOLATED:
            pytest.skip(f"only so much isolation is to be had here: {session.isolation}")
        yield session


@pytest.fixture(scope="module", params=MODES)
def run(session, request):
    return Runner(session, request.param)


# None of these addresses is anybody's; there is no way to them from within, and no packet leaves.
ATTEMPTS = {
    "TCP": "import socket; socket.create_connection(('192.0.2.1', 80), timeout=5)",
    "UDP": "import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))",
    "a name": "import socket; socket.getaddrinfo('example.com', 80)",
    "a page": "import urllib.request; urllib.request.urlopen('http://192.0.2.1/', timeout=5)",
    "a file outside": "open('/var/made-by-a-program', 'w')",
    "a folder outside": "os.mkdir('/var/made-by-a-program')",
    "a file of everybody": "os.chmod('/etc/passwd', 0o644)",
    "a setting of this machine": "open('/proc/sys/kernel/hostname', 'r+')",
    "a file of another run": "open(os.path.dirname(os.path.dirname(os.getcwd())) + '/home/x', 'w')",
    "more than fits": "os.posix_fallocate(os.open('x', os.O_RDWR | os.O_CREAT), 0, 2 << 30)",
}
START = "import os\n"
UNCAUGHT = {name: START + attempt for name, attempt in ATTEMPTS.items()}
CAUGHT = {
    name: f"{START}try:\n    {attempt}\nexcept OSError:\n    print('caught')" for name, attempt in ATTEMPTS.items()
}
RAISED_ANEW = {name: f"{CAUGHT[name]}\n    raise ValueError('x')" for name in ("a file outside", "more than fits")}
FENCE_OF = {
    **dict.fromkeys(["TCP", "UDP", "a name", "a page"], "network"),
    "more than fits": "disk quota",
}


@pytest.mark.parametrize("name", ATTEMPTS)
def test_running_into_a_fence_is_a_violation(run, name):
    seen = run.table(*UNCAUGHT.values())[UNCAUGHT[name]]
    assert (seen.reported, seen.exit_code) == (True, 1)
    assert seen.violations == (FENCE_OF.get(name, "files"),)


@pytest.mark.parametrize("name", RAISED_ANEW)
def test_an_error_raised_because_of_a_fence_is_a_violation(run, name):
    seen = run.table(*RAISED_ANEW.values())[RAISED_ANEW[name]]
    assert (seen.exception.message, seen.stdout) == ("x", "caught\n")
    assert seen.violations == (FENCE_OF.get(name, "files"),)


@pytest.mark.parametrize("name", ATTEMPTS)
def test_of_an_error_that_the_program_catches_the_network_is_told_and_a_file_is_not(run, name):
    seen = run.table(*CAUGHT.values())[CAUGHT[name]]
    assert (seen.exit_code, seen.stdout) == (0, "caught\n")
    assert seen.violations == (("network",) if FENCE_OF.get(name) == "network" else ())


def test_a_folder_left_full_is_told_also_when_the_program_catches_the_error(session):
    if os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") < 3 << 30:
        pytest.skip("less than 3 GiB of memory are free, and the test fills 1 GiB")
    seen = Runner(session, "fork")(
        START
        + "file = os.open('x', os.O_RDWR | os.O_CREAT)\n"
        + "os.posix_fallocate(file, 0, os.statvfs('.').f_bavail * os.statvfs('.').f_bsize)\n"
        + "try:\n    os.write(os.open('y', os.O_RDWR | os.O_CREAT), b'x' * 5000)\nexcept OSError:\n    print('caught')"
    )
    assert (seen.stdout, seen.stderr, seen.violations) == ("caught\n", "", ("disk quota",))


def test_where_files_are_shared_a_file_has_a_largest_size(run):
    with session_of(worker.NOTHING_ISOLATED) as session:
        seen = Runner(session, run.mode)("open('x', 'wb').truncate(5 << 30)")
    assert seen.exception.line == "OSError: [Errno 27] File too large"
    assert seen.violations == ("disk quota",)


HARMLESS = """
import multiprocessing.shared_memory, os, socket, tempfile

for family, name in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET, "localhost"), (socket.AF_INET6, "::1")):
    if family == socket.AF_INET or os.path.exists("/proc/net/if_inet6"):
        with socket.create_server((name, 0), family=family) as server:
            socket.create_connection(server.getsockname()[:2]).close()
socket.gethostbyname("localhost")
for path in ("x", os.path.join(os.environ["HOME"], "x"), "/dev/null", "/dev/shm/x"):
    with open(path, "w") as file:
        file.write("x")
with tempfile.TemporaryFile() as file:
    file.write(b"x")
memory = multiprocessing.shared_memory.SharedMemory(create=True, size=100)
memory.close()
memory.unlink()
print(sorted(os.listdir("/dev/shm")))
"""


def test_what_a_program_may_do_is_no_violation_and_no_other_run_sees_it(run):
    first, second = run(HARMLESS), run(HARMLESS)
    assert (first.stdout, first.stderr, first.violations) == ("['x']\n", "", ())
    assert second.stdout == first.stdout


def test_a_private_folder_may_lie_in_shared_memory(monkeypatch):
    here = worker.best_isolation(sys.executable)
    if here != worker.FULLY_ISOLATED:
        pytest.skip(f"only so much isolation is to be had here: {here}")
    monkeypatch.setattr(tempfile, "tempdir", "/dev/shm")
    with session_of(worker.FULLY_ISOLATED) as session:
        assert session.folder.startswith("/dev/shm/")
        seen = Runner(session, "exec")("import os\nopen('x', 'w').close()\nprint(os.listdir('/dev/shm'))")
        assert seen.stdout == f"['{Path(session.folder).name}']\n"


LEAVE_SHARED_MEMORY = """
import ctypes

shmget = ctypes.CDLL(None, use_errno=True).shmget
there = shmget({key}, 4096, 0o600) >= 0
print(there, shmget({key}, 4096, 0o600 | 0o1000) >= 0)
"""


def test_shared_memory_of_a_run_ends_with_its_processes():
    if subprocess.run(["unshare", "--user", "--ipc", "true"], capture_output=True, check=False).returncode:
        pytest.skip("this kernel lets this user have no interprocess communication of its own")
    key = uuid.uuid4().int % 2**30 + 1
    program = LEAVE_SHARED_MEMORY.format(key=key)
    wanted = {**worker.NOTHING_ISOLATED, "processes": worker.OWN_PROCESSES}
    with session_of(wanted) as session:
        runs = [session.run(worker.make_job("program.py", program, preload=[]), mode) for mode in (*MODES, *MODES)]
    assert [run.get("stdout", run.get("harness")) for run in runs] == ["False True\n"] * 4
    found = Path("/proc/sysvipc/shm").read_text(encoding="ascii").splitlines()[1:]
    assert key not in {int(line.split()[0]) for line in found}
