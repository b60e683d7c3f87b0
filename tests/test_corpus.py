"""The seeded corpus: programs that try to pass for what they are not. A false `confirmed` must not come of any.

Every program runs in a fork and in a fresh interpreter, and is judged as a reproduction of one symptom; those that
claim a cure are judged as a workaround. Deliberate forging by a hostile program is out of scope: it runs as the same
user, in the process that reports.
"""

import os
import shutil
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from generator.content.loader import LoadedEntry, load_content
from generator.evidence.records import Observation, observation_key
from generator.evidence.store import Evidence
from generator.judge.verdicts import judge_entry
from generator.verify import worker
from generator.verify.environments import Host, environment_from, probe
from generator.verify.jobs import job_for

REPOSITORY = Path(__file__).parents[1]
SYMPTOM = "RuntimeError: release unlocked lock"
RAISE = '__import__("threading").Lock().release()'  # the interpreter says it: a program's own words reproduce nothing
WORDS = "demo library: cannot load part 7"  # another symptom: what a library prints before it ends the process
LIBRARY = "import ctypes\n\nlibrary = ctypes.CDLL('libcuda.so.1')\n"  # the stand-in below
NOTHING_ASSERTED = "harness_error (no_assertion)"
MODES = ("fork", "exec")
DEADLINE = 3.0
MANY_PROCESSES = 200


@dataclass(frozen=True)
class Case:
    """A program, what it is run as, and the status it must get."""

    name: str
    program: str
    status: str
    role: str = "reproduce"
    needs: str = ""
    also: Any = field(default=None, compare=False)

    @property
    def text(self) -> str:
        return textwrap.dedent(self.program).lstrip()


CASES = [
    Case("control: raises the symptom", RAISE, "confirmed"),
    Case(
        "raises the symptom with its own words",
        'raise RuntimeError("release unlocked lock")',
        "harness_error (own_words)",
    ),
    Case("control: a cure that asserts its result", "assert 1 + 1 == 2", "confirmed", "workaround"),
    Case(
        "control: a cure that asserts in the functions it calls",
        """
        def check(value):
            assert value == 2, "wrong"

        def main():
            try:
                check(1 + 1)
            except ValueError:
                pass

        if __name__ == "__main__":
            main()
        """,
        "confirmed",
        "workaround",
    ),
    Case(
        "control: a library ends the process with the symptom (stand-in)", f"{LIBRARY}library.gives_up()", "confirmed"
    ),
    Case("wrong exception", "int('word')", "contradicted (other_error)"),
    Case("right exception, another message", "raise RuntimeError('demo')", "contradicted (other_message)"),
    Case("ImportError instead of the symptom", f"import no_such_module\n{RAISE}", "contradicted (other_error)"),
    Case("another exception quotes the symptom", f"raise ValueError({SYMPTOM!r})", "contradicted (other_error)"),
    Case(
        "a class derived from the symptom's quotes it",
        f"raise NotImplementedError({SYMPTOM!r})",
        "contradicted (other_error)",
    ),
    Case(
        "too deep a recursion while the symptom is handled",
        f"raise RecursionError('while handling: ' + {SYMPTOM!r})",
        "contradicted (other_error)",
    ),
    Case(
        "a class of its own with the symptom's name",
        "class RuntimeError(Exception):\n    pass\n\nraise RuntimeError('release unlocked lock')",
        "contradicted (other_error)",
    ),
    Case(
        "a class of its own derived from the symptom's",
        "class Refused(RuntimeError):\n    pass\n\nraise Refused('release unlocked lock')",
        "contradicted (other_error)",
    ),
    Case(
        "the symptom in a note of another error",
        f"error = RuntimeError('demo')\nerror.__notes__ = [{SYMPTOM!r}]\nraise error",
        "contradicted (other_message)",
    ),
    Case(
        "the message quotes the symptom behind its own words",
        f"raise RuntimeError('while handling: ' + {SYMPTOM!r})",
        "contradicted (other_message)",
    ),
    Case("an assertion quotes the symptom", f"assert False, {SYMPTOM!r}", "contradicted (other_error)"),
    Case("exits 0 before the failing line", f"if True:\n    raise SystemExit\n{RAISE}", "contradicted (no_error)"),
    Case("sys.exit(0)", f"import sys\nsys.exit(0)\n{RAISE}", "contradicted (no_error)"),
    Case("os._exit(0)", f"import os\nos._exit(0)\n{RAISE}", "harness_error (no_report)"),
    Case(
        "sys.exit(0) before the assertion of a cure",
        "import sys\nsys.exit(0)\nassert False",
        "contradicted (other_error)",
        "workaround",
    ),
    Case(
        "os._exit(0) before the assertion of a cure",
        "import os\nos._exit(0)\nassert False",
        "harness_error (no_report)",
        "workaround",
    ),
    Case("sys.exit with the message", f"import sys\nsys.exit({SYMPTOM!r})", "contradicted (other_error)"),
    Case(
        "prints the message without raising",
        f"import sys\nprint({SYMPTOM!r})\nprint('Traceback (most recent call last):', {SYMPTOM!r}, file=sys.stderr)",
        "contradicted (no_error)",
    ),
    Case(
        "writes junk to every descriptor, then exits 0",
        """
        import os

        for fd in range(3, 64):
            try:
                os.write(fd, b'RuntimeError: release unlocked lock')
            except OSError:
                pass
        os._exit(0)
        """,
        "harness_error (no_report)",
    ),
    Case(
        "writes half a report to every descriptor, then raises something else",
        """
        import os

        for fd in range(3, 64):
            try:
                os.write(fd, b'{"protocol": 3, "exception": {"line": "RuntimeError: release unlocked lock"}')
            except OSError:
                pass
        raise ValueError('other')
        """,
        "contradicted (other_error)",
    ),
    Case("SIGSEGV", "import ctypes\nctypes.string_at(0)", "contradicted (crashed)"),
    Case("SIGABRT", "import os\nos.abort()", "contradicted (crashed)"),
    Case(
        "SIGABRT on the way out of a cure",
        "import atexit, os\natexit.register(os.abort)",
        "contradicted (crashed)",
        "workaround",
    ),
    Case(
        "logs the symptom, then SIGSEGV",
        f"import ctypes, traceback\n\ntry:\n    {RAISE}\nexcept RuntimeError:\n    traceback.print_exc()\n"
        "ctypes.string_at(0)",
        "contradicted (crashed)",
    ),
    Case(
        "prints the symptom, then kills itself",
        f"import os, sys\n\nprint({SYMPTOM!r}, file=sys.stderr, flush=True)\nos.kill(os.getpid(), 9)",
        "contradicted (crashed)",
    ),
    Case(
        "prints a library's last words, then SIGABRT",
        f"import os, sys\n\nprint({WORDS!r}, file=sys.stderr, flush=True)\nos.abort()",
        "contradicted (crashed)",
    ),
    Case(
        "prints a library's last words, then a library ends the process (stand-in)",
        f"{LIBRARY}import sys\n\nprint({WORDS!r}, file=sys.stderr, flush=True)\nlibrary.ends()",
        "contradicted (crashed)",
    ),
    Case(
        "a library logs the symptom, then SIGSEGV (stand-in)",
        f"{LIBRARY}library.logs()\nctypes.string_at(0)",
        "contradicted (crashed)",
    ),
    Case(
        "a library logs the symptom, then ends the process for another reason (stand-in)",
        f"{LIBRARY}library.logs()\nlibrary.gives_up_otherwise()",
        "contradicted (crashed)",
    ),
    Case("asserts a constant", "assert True", NOTHING_ASSERTED, "workaround"),
    Case("asserts a tuple", "assert (1 + 1 == 3, 'wrong')", NOTHING_ASSERTED, "workaround"),
    Case("asserts a generator", "assert (value == 3 for value in [2])", NOTHING_ASSERTED, "workaround"),
    Case("asserts in a loop over nothing", "for value in []:\n    assert value == 2", NOTHING_ASSERTED, "workaround"),
    Case(
        "asserts in a thread",
        "import threading\n\ndef check():\n    assert 1 + 1 == 3\n\n"
        "thread = threading.Thread(target=lambda: check())\nthread.start()\nthread.join()",
        NOTHING_ASSERTED,
        "workaround",
    ),
    Case(
        "asserts in a forked child",
        "import os\n\nif os.fork() == 0:\n    assert 1 + 1 == 2\n    os._exit(0)\nos.wait()",
        NOTHING_ASSERTED,
        "workaround",
    ),
    Case(
        "asserts in another process",
        "import subprocess, sys\n\nsubprocess.run([sys.executable, '-c', 'assert 1 + 1 == 3'])",
        NOTHING_ASSERTED,
        "workaround",
    ),
    Case(
        "asserts on the way out",
        "import atexit\n\n@atexit.register\ndef check():\n    assert 1 + 1 == 3",
        NOTHING_ASSERTED,
        "workaround",
    ),
    Case(
        "asserts when an object goes",
        "class Number:\n    def __del__(self):\n        assert 1 + 1 == 3\n\nNumber()",
        NOTHING_ASSERTED,
        "workaround",
    ),
    Case("asserts in a function nobody calls", "def check():\n    assert 1 + 1 == 3", NOTHING_ASSERTED, "workaround"),
    Case(
        "asserts in a coroutine nobody awaits",
        "async def check():\n    assert 1 + 1 == 3\n\nprint(check())",
        NOTHING_ASSERTED,
        "workaround",
    ),
    Case(
        "suppresses its failed assertion",
        "import contextlib\n\nwith contextlib.suppress(AssertionError):\n    assert 1 + 1 == 3",
        NOTHING_ASSERTED,
        "workaround",
    ),
    Case(
        "catches its failed assertion",
        "def check():\n    assert 1 + 1 == 3\n\ntry:\n    check()\nexcept Exception as error:\n    print(error)",
        NOTHING_ASSERTED,
        "workaround",
    ),
    Case("infinite loop", "while True:\n    pass", "contradicted (timed_out)"),
    Case(
        "ignores SIGTERM",
        "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True:\n    time.sleep(1)",
        "contradicted (timed_out)",
    ),
    Case(
        "fork bomb within limits",
        f"""
        import os, time

        for _ in range({MANY_PROCESSES}):
            if os.fork() == 0:
                time.sleep(600)
        """,
        "contradicted (no_error)",
    ),
    Case(
        "daemon in its own session",
        """
        import os, time

        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(600)
            os._exit(0)
        os.wait()
        """,
        "contradicted (no_error)",
    ),
    Case(
        "200 MB of output",
        "import sys\nblock = 'x' * 999_999 + chr(10)\nfor _ in range(200):\n    sys.stdout.write(block)",
        "contradicted (no_error)",
    ),
    Case(
        "a grandchild holds stdout open",
        "import subprocess\nsubprocess.Popen(['sleep', '600'], start_new_session=True)",
        "contradicted (no_error)",
    ),
    Case(
        "writes outside its directory",
        "open('/etc/faultbook-was-here', 'w')",
        "isolation_violation (files)",
        needs="files",
    ),
    Case(
        "opens the network, then raises the symptom",
        f"""
        import socket

        try:
            socket.create_connection(("192.0.2.1", 80), timeout=1)
        except OSError:
            pass
        {RAISE}
        """,
        "isolation_violation (network)",
        needs="network",
    ),
    Case(
        "reads the supervisor's environment",
        """
        import os
        from pathlib import Path

        assert "FAULTBOOK_SECRET" not in os.environ
        for folder in Path("/proc").iterdir():
            try:
                assert b"FAULTBOOK_SECRET" not in (folder / "environ").read_bytes()
            except OSError:
                pass
        raise LookupError("no secret in sight")
        """,
        "contradicted (other_error)",
        needs="processes",
    ),
    Case(
        "fills the disk quota, then raises the symptom",
        f"""
        try:
            with open("full", "wb", buffering=0) as file:
                while True:
                    file.write(bytes(1 << 20))
        except OSError:
            pass
        {RAISE}
        """,
        "isolation_violation (disk quota)",
        needs="files",
    ),
    Case(
        "changes a preloaded module's globals",
        "import json\njson.dumps = None\njson.leaked = True",
        "contradicted (no_error)",
    ),
    Case(
        "runs after one that changed them",
        f"import json\nassert not hasattr(json, 'leaked')\nassert json.dumps([1]) == '[1]'\n{RAISE}",
        "confirmed",
    ),
    Case(
        "asynchronous device error without sync (stand-in driver)",
        "import ctypes\nctypes.CDLL('libcuda.so.1')",
        "contradicted (latent_error)",
        "workaround",
    ),
]

# What only a GPU can show; the same rules are shown above and in test_worker_* with stand-ins for its libraries.
GPU_CASES = [
    Case(
        "asynchronous device error without sync",
        """
        import torch

        values = torch.ones(10, device="cuda")
        taken = values[torch.tensor([25], device="cuda")]
        """,
        "contradicted (latent_error)",
        "workaround",
    ),
    Case(
        "neighbour's out-of-memory",
        """
        import torch

        free, _total = torch.cuda.mem_get_info()
        torch.empty(free - (64 << 20), dtype=torch.uint8, device="cuda")
        """,
        "harness_error (GPU memory in use by something else)",
        "workaround",
    ),
]
HOLD_MEMORY = """
import time
import torch

kept = torch.empty(4 << 30, dtype=torch.uint8, device="cuda")
print("held", flush=True)
time.sleep(120)
"""
POISONED = "parent poisoned by torch.cuda.is_available()"
POISONED_STATUS = "confirmed, from a fresh interpreter"


@pytest.fixture(scope="module")
def host() -> Host:
    return probe(Path(sys.executable))


@pytest.fixture(scope="module")
def entry(tmp_path_factory, good_content) -> LoadedEntry:
    """Return an entry whose claims are the cases: each a reproduction of the symptom, or a cure."""
    root = good_content(tmp_path_factory.mktemp("corpus"))
    folder = root / "entries/demo/first-entry"
    path = folder / "entry.yaml"
    text = path.read_text(encoding="utf-8")
    text = text.replace('text: "ValueError: invalid literal for int() with base 10: <word>"', f'text: "{SYMPTOM}"')
    text = text.replace(
        'match: "invalid literal for int() with base 10"',
        f'match: "RuntimeError: release unlocked lock"\n  - text: "{WORDS}"',
    )
    start, rest = text.split("reproduce:\n")
    reproductions, cures = ["reproduce:\n"], ["workarounds:\n"]
    for number, case in enumerate([*CASES, *GPU_CASES]):
        (folder / f"case_{number}.py").write_text(case.text, encoding="utf-8")
        if case.role == "reproduce":
            reproductions.append(f"  - {{id: case-{number}, cause: not-a-number, snippet: case_{number}.py}}\n")
        else:
            words = "title: {en: A, zh: 甲}, text: {en: A, zh: 甲}, trade_off: {en: A, zh: 甲}"
            cures.append(f"  - {{id: case-{number}, {words}, snippet: case_{number}.py, cures: [case-0]}}\n")
    path.write_text(start + "".join(reproductions + cures) + rest[rest.index("dead_ends:") :], encoding="utf-8")
    [loaded] = load_content(root).entries
    return loaded


def status_of(entry: LoadedEntry, host: Host, name: str, seen: dict[str, Any]) -> str:
    """Return the verdict that a page would show, in words."""
    if "harness" in seen:
        return f"harness_error ({seen['harness']})"
    key = observation_key(entry.snippets[name].digest, seen["mode"], host.environment.id)
    evidence = Evidence()
    evidence.add(entry.id, host.environment, Observation.model_validate({**seen, "key": key}))
    evidence.add(entry.id, host.environment, raised_as_it_should(entry, host))
    verdict = next(item.verdict for item in judge_entry(entry, evidence) if item.claim.snippet == name)
    return f"{verdict.word} ({verdict.reason})" if verdict.reason else verdict.word


def raised_as_it_should(entry: LoadedEntry, host: Host) -> Observation:
    """Return what case 0 does, so that a cure has something to cure."""
    raised = {"classes": ["RuntimeError", "Exception"], "message": SYMPTOM.partition(": ")[2], "line": SYMPTOM}
    key = observation_key(entry.snippets["case_0.py"].digest, "exec", host.environment.id)
    ended = {"exit_code": 1, "signal": None, "timed_out": False, "reported": True, "exception": raised}
    rest = {"device_sync": None, "stdout": "", "stderr": "", "seconds": 0.1, "peak_memory_mib": 1}
    where = {"snippet": "case_0.py", "key": key, "mode": "exec", "date": "2026-11-21"}
    return Observation.model_validate({**ended, **rest, **where})


DRIVER = """
#include <stdio.h>
#include <stdlib.h>

int cuCtxSynchronize(void) { return 710; }
void logs(void) { fputs(WORDS, stderr); }
void ends(void) { abort(); }
void gives_up(void) { logs(); abort(); }
void gives_up_otherwise(void) { fputs("demo library: out of pages\\n", stderr); abort(); }
"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory) -> str:
    """Return a folder with a stand-in for the driver library: every synchronization tells of a device-side assert."""
    folder = tmp_path_factory.mktemp("driver")
    (folder / "driver.c").write_text(DRIVER.replace("WORDS", f'"{WORDS}\\n"'))
    compiler = shutil.which("cc")
    assert compiler
    subprocess.run([compiler, "-shared", "-fPIC", "-o", folder / "libcuda.so.1", folder / "driver.c"], check=True)
    return str(folder)


@pytest.fixture(scope="module")
def table(entry, host, driver) -> dict[tuple[str, str], str]:
    """Run every case in every mode, side by side, and return the statuses."""
    os.environ["FAULTBOOK_SECRET"] = "not for programs"
    os.environ["LD_LIBRARY_PATH"] = driver
    session = worker.Session(sys.executable, dict(host.environment.isolation))
    session.folder_bytes = 32 << 20
    FOLDERS.append(session.folder)

    def run(number: int, mode: str) -> tuple[tuple[str, str], str]:
        snippet = entry.snippets[f"case_{number}.py"]
        job = {
            **job_for(entry, snippet, mode=mode),
            "preload": ["json"] if mode == "fork" else [],
            "deadline": DEADLINE,
        }
        seen = session.run(job, mode)
        assert len(str(seen)) < 200_000
        assert "not for programs" not in str(seen)
        return (CASES[number].name, mode), status_of(entry, host, snippet.name, seen)

    try:
        with ThreadPoolExecutor(4) as pool:
            runs = [pool.submit(run, number, mode) for number in range(len(CASES)) for mode in MODES]
            return dict(run.result() for run in runs)
    finally:
        session.close()
        del os.environ["FAULTBOOK_SECRET"], os.environ["LD_LIBRARY_PATH"]


def as_in_fork(status: str) -> str:
    """Return what a status becomes where a fork gave it: a fork may only confirm."""
    return "stale (fork_cannot_contradict)" if status.startswith("contradicted") else status


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_program_gets_the_status_it_deserves(table, host, case):
    if (
        case.needs in worker.FULLY_ISOLATED
        and host.environment.isolation[case.needs] != worker.FULLY_ISOLATED[case.needs]
    ):
        pytest.skip(f"this kernel does not isolate {case.needs}: {host.environment.isolation[case.needs]}")
    assert table[case.name, "exec"] == case.status
    assert table[case.name, "fork"] == as_in_fork(case.status)


def test_nothing_is_confirmed_that_should_not_be(table):
    deserved = {case.name for case in CASES if case.status == "confirmed"}
    assert {name for (name, _mode), status in table.items() if status == "confirmed"} == deserved


def test_nothing_of_it_is_left(table, host):
    assert table
    written = Path("/etc/faultbook-was-here")
    assert host.environment.isolation["files"] != worker.READ_ONLY or not written.exists()
    written.unlink(missing_ok=True)
    give_up = time.monotonic() + 5
    while (left := sleepers()) and time.monotonic() < give_up:
        time.sleep(0.05)
    assert left == []


FOLDERS: list[str] = []  # of the session that the cases ran in


def sleepers() -> list[str]:
    """Return the processes that a case, or its session, has left behind."""
    marks = [b"case_", *(folder.encode() for folder in FOLDERS)]
    found = []
    for folder in Path("/proc").iterdir():
        try:
            command = (folder / "cmdline").read_bytes() if folder.name.isdecimal() else b""
            if any(mark in command for mark in marks):
                found.append(folder.name)
        except OSError:
            continue
    return found


STAND_IN_TORCH = """
import os

class cuda:
    poisoned = False

    @staticmethod
    def is_available():
        os.register_at_fork(after_in_child=lambda: setattr(cuda, "poisoned", True))
        return False

    @staticmethod
    def _is_in_bad_fork():
        return cuda.poisoned
"""


def test_a_poisoned_parent_is_never_believed(tmp_path, entry):
    """A stand-in for PyTorch, poisoned while it is preloaded, as something that asks for a device at import would."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "env"], check=True)
    python = tmp_path / "env/bin/python"
    packages = tmp_path / f"env/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
    (packages / "torch.py").write_text(STAND_IN_TORCH + "\ncuda.is_available()\n")
    host = Host(python, environment_from(worker.probe()))
    session = worker.Session(str(python), dict(host.environment.isolation))
    job = {**job_for(entry, entry.snippets["case_0.py"], mode="fork"), "preload": ["torch"]}
    try:
        refused = session.run(job, "fork")
        believed = worker.observe(session, job)
    finally:
        session.close()
    assert refused == {"harness": "PyTorch takes this for a bad fork"}
    assert (believed["mode"], status_of(entry, host, "case_0.py", believed)) == ("exec", "confirmed")


@pytest.mark.gpu
@pytest.mark.parametrize("case", GPU_CASES, ids=lambda case: case.name)
def test_what_only_a_gpu_can_show(entry, case):
    if shutil.which("nvidia-smi") is None:
        pytest.skip("not run: needs a GPU")
    host = probe(Path(os.environ.get("FAULTBOOK_GPU_PYTHON", sys.executable)))
    if "torch" not in host.environment.distributions:
        pytest.skip("not run: FAULTBOOK_GPU_PYTHON names no interpreter with PyTorch")
    name = f"case_{[*CASES, *GPU_CASES].index(case)}.py"
    session = worker.Session(str(host.python), dict(host.environment.isolation))
    neighbour = None
    try:
        if "neighbour" in case.name:
            neighbour = subprocess.Popen([host.python, "-c", HOLD_MEMORY], stdout=subprocess.PIPE)
            neighbour.stdout.readline()
        seen = session.run(job_for(entry, entry.snippets[name], mode="exec"), "exec")
    finally:
        session.close()
        if neighbour:
            neighbour.kill()
            neighbour.wait()
    assert status_of(entry, host, name, seen).startswith(case.status.split(" (GPU")[0])


def rows() -> list[str]:
    """Return the table of cases as it stands in the docs."""
    table = ["| program | judged as | status |", "|---|---|---|"]
    table += [f"| {case.name} | {case.role} | {case.status} |" for case in CASES]
    table.append(f"| {POISONED} (stand-in for PyTorch) | reproduce | {POISONED_STATUS} |")
    return table + [f"| {case.name} | {case.role} | {case.status}; needs a GPU |" for case in GPU_CASES]


def test_the_table_stands_in_the_docs(table, host, capsys):
    said = f"{len(table)} runs on {host.environment.name}, isolation: {host.environment.isolation}"
    not_run = f"{len(GPU_CASES)} cases not run: they need a GPU" if shutil.which("nvidia-smi") is None else ""
    with capsys.disabled():
        sys.stdout.write("\n".join(["", *rows(), said, not_run, ""]))
    text = (REPOSITORY / "docs/verification.md").read_text(encoding="utf-8")
    assert "\n".join(rows()) in text
