"""The probes to be run on a GPU machine, run here: without a driver, and with a stand-in for one."""

import ast
import ctypes
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROBE = Path(__file__).parents[1] / "tools" / "probes" / "process_model.py"
FRAMEWORKS = ("torch", "triton", "tensorflow", "jax", "cupy", "numba")

# One device. As with the real driver, calls work in the process that called cuInit and in no fork of it; a fault
# is seen by whoever waits next; a kernel that hangs lets nobody wait to the end.
DRIVER = """\
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pid_t owner = 0;
static int faulted = 0, hung = 0;
static _Thread_local void *current = 0;

static int state(void) { return owner == getpid() ? (faulted ? 700 : 0) : 3; }

int cuInit(unsigned flags) {
  if (owner && owner != getpid()) return 3;
  while (getenv("STAND_IN_HANGS")) pause();
  owner = getpid();
  return 0;
}
int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
int cuDeviceGetCount(int *count) { *count = 1; return owner == getpid() ? 0 : 3; }
int cuDeviceGetAttribute(int *value, int which, int device) { *value = which == 75 ? 9 : 0; return state(); }
int cuDevicePrimaryCtxRetain(void **context, int device) { *context = &owner; return state(); }
int cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) { *active = owner == getpid(); return 0; }
int cuCtxSetCurrent(void *context) { current = context; return 0; }
int cuCtxGetCurrent(void **context) { *context = current; return 0; }
int cuCtxSynchronize(void) { while (hung) pause(); return current ? state() : 201; }
int cuMemAlloc_v2(char **address, size_t size) { *address = malloc(size); return state(); }
int cuMemsetD8_v2(char *address, unsigned char value, size_t size) { memset(address, value, 16); return state(); }
int cuMemcpyDtoH_v2(char *to, char *from, size_t size) { memcpy(to, from, size); return state(); }
int cuModuleLoadData(void **module, char *text) { *module = text; return strstr(text, "sm_75") ? state() : 218; }
int cuModuleGetFunction(char **function, void *module, const char *name) { *function = strdup(name); return state(); }
int cuLaunchKernel(const char *function) { *(strcmp(function, "hang") ? &faulted : &hung) = 1; return 0; }
"""

# A framework that starts the driver when it is used, or, if told so, as soon as it is imported.
CUPY = """\
import ctypes
import os

driver = ctypes.CDLL("libcuda.so.1")
if "STAND_IN_IMPORT_STARTS" in os.environ:
    driver.cuInit(0)


class Array:
    def sum(self):
        context = ctypes.c_void_p()
        for code in (driver.cuInit(0), driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)):
            if code:
                raise RuntimeError(f"driver answers {code}")
        return 4.0


def ones(count):
    return Array()


def is_available():
    return driver.cuInit(0) == 0
"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    """Return a folder with a stand-in for the driver library."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler to make a stand-in for the driver library")
    folder = tmp_path_factory.mktemp("driver")
    (folder / "driver.c").write_text(DRIVER)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", folder / "libcuda.so.1", folder / "driver.c"], check=True)
    return folder


@pytest.fixture
def ask(tmp_path):
    """Return a function that runs the probes and returns their records by name, and the printed summary."""

    def run(*options, **variables):
        done = subprocess.run(
            [sys.executable, PROBE, *options],
            env={**os.environ, "TMPDIR": str(tmp_path), **{name: str(value) for name, value in variables.items()}},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, "")
        lines = done.stdout.splitlines()
        records = [json.loads(line) for line in lines if line.startswith("{")]
        assert list(records[0]) == ["machine"]
        return {record["probe"]: record for record in records[1:]}, done.stdout

    return run


def all_probes() -> set[str]:
    listed = subprocess.run([sys.executable, PROBE, "--list"], capture_output=True, text=True, check=True).stdout
    return {line.split()[0] for line in listed.splitlines()}


def has_driver() -> bool:
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    return True


@pytest.mark.skipif(has_driver(), reason="this machine has a driver")
def test_without_a_driver_every_probe_says_so(ask, tmp_path):
    records, printed = ask("--out", str(tmp_path / "results"))
    assert {record["status"] for record in records.values()} == {"no libcuda"}
    assert records.keys() == all_probes()
    written = (tmp_path / "results" / "process_model.jsonl").read_text().splitlines()
    assert [json.loads(line)["probe"] for line in written[1:]] == list(records)
    assert f"{len(records)} no libcuda" in printed.splitlines()[-1]


def test_a_framework_that_is_not_there_is_named(ask, driver):
    absent = [name for name in FRAMEWORKS if importlib.util.find_spec(name) is None]
    records, _ = ask("--only", ",".join(f"import_{name}" for name in absent), LD_LIBRARY_PATH=driver)
    assert absent
    for name in absent:
        assert records[f"import_{name}"]["status"].startswith("missing: ")
        assert name in records[f"import_{name}"]["status"]


def test_the_driver_alone_answers_without_a_framework(ask, driver):
    names = "fork_before_cuinit,fork_after_cuinit,fault_in_driver,hung_kernel,limits_driver"
    records, printed = ask("--only", names, LD_LIBRARY_PATH=driver)
    assert {record["status"] for record in records.values()} == {"answered"}
    assert records["fork_before_cuinit"]["says"].startswith("5 of 5 children used it")
    assert records["fork_after_cuinit"]["answer"]["in_child"]["value"] == {"cuDeviceGetCount": 3, "cuInit": 3}
    assert "cuCtxSynchronize answers 700" in records["fault_in_driver"]["says"]
    assert records["fault_in_driver"]["says"].endswith("the next child: works")
    assert records["hung_kernel"]["answer"]["ended"] == -9
    assert records["limits_driver"]["says"].startswith("AS 8 GiB: works")
    assert "fork_before_cuinit   5 of 5 children used it" in printed


def test_namespaces_are_entered_or_it_is_said_why_not(ask, driver):
    records, _ = ask("--only", "namespaces_driver", LD_LIBRARY_PATH=driver)
    combinations = [said.split(": ", 1) for said in records["namespaces_driver"]["says"].split("; ")]
    assert len(combinations) == 8
    for names, said in combinations:
        steps = records["namespaces_driver"]["answer"][names]["value"]
        assert said.endswith("GPU works") if "use" in steps else said == f"unshare {steps['unshare']}"
        if "mount" in names and steps.get("read_only") == "ok":
            assert steps["writable_outside"] is False


@pytest.fixture
def framework(tmp_path):
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "cupy.py").write_text(CUPY)
    return tmp_path / "modules"


def test_a_framework_is_asked_for_its_import_its_calls_and_its_faults(ask, driver, framework):
    names = "import_cupy,poison_cupy,fault_cupy"
    records, _ = ask("--only", names, LD_LIBRARY_PATH=driver, PYTHONPATH=framework)
    says = {name: record["says"] for name, record in records.items()}
    assert says["import_cupy"].startswith("clean; 3 of 3 forks used the GPU")
    assert says["import_cupy"].endswith("a fork after use here: RuntimeError: driver answers 3")
    assert records["import_cupy"]["answer"]["normal_end"]["ended"] == 0
    assert says["poison_cupy"].endswith("it fails after ['cupy.is_available()']")
    # Nothing but the primary contexts shows a fault where the main thread has no context of its own.
    assert says["fault_cupy"] == (
        "the main thread has no context; cuCtxSynchronize answers 201; through the primary contexts 700"
    )


def test_an_import_that_starts_the_driver_is_not_clean(ask, driver, framework):
    variables = {"LD_LIBRARY_PATH": driver, "PYTHONPATH": framework, "STAND_IN_IMPORT_STARTS": "1"}
    records, _ = ask("--only", "import_cupy,poison_cupy", **variables)
    assert records["import_cupy"]["says"].startswith("NOT clean (1 threads, driver state 0); 0 of 3 forks used the GPU")
    assert records["poison_cupy"]["says"].startswith("no conclusion: a plain fork cannot use the GPU")


def test_a_probe_that_hangs_is_ended_with_all_it_started_and_keeps_what_it_found(ask, driver, tmp_path):
    started = time.monotonic()
    variables = {"LD_LIBRARY_PATH": driver, "STAND_IN_HANGS": "1"}
    records, _ = ask("--only", "fork_before_cuinit", "--probe-seconds", "4", **variables)
    assert time.monotonic() - started < 15
    assert records["fork_before_cuinit"]["status"] == "timed out"
    assert records["fork_before_cuinit"]["answer"] == {"parent": 3}
    assert [line for line in command_lines() if str(tmp_path) in line] == []
    assert [path for path in tmp_path.iterdir() if path.name.startswith("process-model")] == []


def command_lines():
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            yield path.read_text()
        except OSError:  # it ended meanwhile
            continue


def test_what_the_budget_leaves_no_time_for_is_reported_as_such(ask, driver):
    records, _ = ask("--only", "driver,fault_in_driver", "--seconds", "0", LD_LIBRARY_PATH=driver)
    assert {record["status"] for record in records.values()} == {"out of time"}


def test_an_unknown_probe_is_refused_with_the_way_to_their_names():
    done = subprocess.run(
        [sys.executable, PROBE, "--only", "import_tourch"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "no such probe: import_tourch. --list names them" in done.stderr


def test_it_is_written_for_python_3_9_and_imports_the_standard_library_only():
    tree = ast.parse(PROBE.read_text(), feature_version=(3, 9))
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [node.module if isinstance(node, ast.ImportFrom) else node.names[0].name for node in imports]
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
