"""Which GPUs a run is given, and what memory in use on them says of it. A library stands in for NVML."""

import json
import os
import shutil
import subprocess
import sys
import textwrap

import pytest
from worker_runs import REPOSITORY, build_library

from generator.verify.worker import gpu_listing

NVML = """
#include <stdio.h>
#include <stdlib.h>
static FILE *values(void) { const char *path = getenv("DEMO_GPUS"); return path ? fopen(path, "r") : NULL; }
static int look(long wanted, char *uuid, unsigned long long *mib) {
    FILE *file = values();
    long place = 0;
    int found = 0;
    while (file && !found && fscanf(file, "%90s %llu", uuid, mib) == 2) found = place++ == wanted;
    if (file) fclose(file);
    return found ? 0 : 999;
}
int nvmlInit_v2(void) { FILE *file = values(); return file ? fclose(file) : 9; }
int nvmlDeviceGetCount_v2(unsigned *count) {
    char uuid[96];
    unsigned long long mib;
    for (*count = 0; look(*count, uuid, &mib) == 0;) ++*count;
    return 0;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **gpu) { *gpu = (void *)(index + 1L); return 0; }
int nvmlDeviceGetUUID(void *gpu, char *uuid, unsigned length) {
    unsigned long long mib;
    return look((long)gpu - 1, uuid, &mib);
}
int nvmlDeviceGetMemoryInfo(void *gpu, unsigned long long *memory) {
    char uuid[96];
    unsigned long long mib;
    int failed = look((long)gpu - 1, uuid, &mib);
    memory[2] = mib << 20;
    return failed;
}
"""
# In both the supervisor and the programs: puts memory in use on the GPUs.
PUT = """
import json, os, sys, threading, time

def put(**mib):
    with open({path!r} + str(os.getpid()), "w") as file:
        file.writelines(f"{{gpu}} {{used}}\\n" for gpu, used in mib.items())
    os.rename(file.name, {path!r})
"""
START = """
from concurrent.futures import ThreadPoolExecutor
from generator.verify import worker
from generator.verify.worker import gpus as watching

watching.MEMORY_BACK_SECONDS = 0.3

def run(program, gpus=0):
    seen = session.run(worker.make_job("program.py", {put!r} + program, gpus=gpus), "fork")
    return seen.get("harness") or seen

def telling(*programs, **gpus):
    with ThreadPoolExecutor(4) as pool:
        return [seen["stdout"] for seen in pool.map(lambda program: run(program, **gpus), programs)]

put(**{gpus})
session = worker.Session(sys.executable, worker.NOTHING_ISOLATED, [], worker.GpuPool(watched={watched}))
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    if shutil.which("cc") is None:
        pytest.skip("no C compiler to make a stand-in for NVML")
    return build_library(tmp_path_factory.mktemp("nvml"), NVML, "libnvidia-ml.so.1").parent


@pytest.fixture
def scenario(library, tmp_path):
    """Return a function that starts a session on a machine with such GPUs, and returns what some code makes of it."""

    def play(gpus: dict[str, int], code: str, *, watched: bool = True, **variables: str):
        path = str(tmp_path / "gpus")
        put = PUT.format(path=path)
        script = put + START.format(put=put, gpus=gpus, watched=watched) + textwrap.dedent(code)
        environment = {"PATH": os.environ["PATH"], "LD_LIBRARY_PATH": str(library), "PYTHONPATH": str(REPOSITORY)}
        done = subprocess.run(
            [sys.executable, "-c", script + "\nsession.close()"],
            capture_output=True,
            text=True,
            check=False,
            env={**environment, "DEMO_GPUS": path, **variables},
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return play


# --- which GPUs a run is given --------------------------------------------------------------------

TELL = """
TELL = '''
started = time.monotonic()
time.sleep(0.1)
print(json.dumps([os.environ.get("CUDA_VISIBLE_DEVICES"), started, time.monotonic()]))
'''
"""


def overlap(first: list, second: list) -> bool:
    return first[1] < second[2] and second[1] < first[2]


def test_each_run_has_a_gpu_of_its_own(scenario):
    runs = scenario({"GPU-a": 0, "GPU-b": 0}, f"{TELL}\nprint(json.dumps([*map(json.loads, telling(*[TELL] * 8))]))")
    assert {gpus for gpus, *_times in runs} == {"GPU-a", "GPU-b"}
    at_once = [(one, other) for one in runs for other in runs if one is not other and overlap(one, other)]
    assert at_once
    assert all(one[0] != other[0] for one, other in at_once)


def test_a_run_that_wants_two_gpus_has_both_to_itself(scenario):
    code = f"""{TELL}
with ThreadPoolExecutor(4) as pool:
    found = pool.map(lambda gpus: json.loads(run(TELL, gpus=gpus)["stdout"]), [1, 2, 0, 2, 1])
    print(json.dumps(list(found)))
"""
    runs = scenario({"GPU-a": 0, "GPU-b": 0}, code)
    wide = [one for one in runs if "," in one[0]]
    assert sorted(wide[0][0].split(",")) == ["GPU-a", "GPU-b"]
    assert len(wide) == 2
    assert not [one for one in wide for other in runs if one is not other and overlap(one, other)]


def test_gpus_beyond_those_asked_for_are_left_to_others(scenario):
    code = f"{TELL}\nsession.gpu_pool.limit(1)\nprint(json.dumps([*map(json.loads, telling(*[TELL] * 4))]))"
    assert {gpus for gpus, *_times in scenario({"GPU-a": 0, "GPU-b": 0}, code)} == {"GPU-a"}


SEEN = """print(json.dumps(telling("print(os.environ.get('CUDA_VISIBLE_DEVICES'))")))"""
VISIBLE = {
    "one gpu": ({"GPU-a": 0}, {}, {"None"}),
    "one of two, by name": ({"GPU-a": 0, "GPU-b": 0}, {"CUDA_VISIBLE_DEVICES": "GPU-b"}, {"GPU-b"}),
    "one of two, by number": ({"GPU-a": 0, "GPU-b": 0}, {"CUDA_VISIBLE_DEVICES": "1"}, {"1"}),
    "two of two, by number": ({"GPU-a": 0, "GPU-b": 0}, {"CUDA_VISIBLE_DEVICES": "1,0"}, {"1", "0"}),
    "none of two": ({"GPU-a": 0, "GPU-b": 0}, {"CUDA_VISIBLE_DEVICES": ""}, {""}),
    "no gpu": ({}, {}, {"None"}),
}


@pytest.mark.parametrize("name", VISIBLE)
def test_a_gpu_is_named_only_where_there_is_a_choice(scenario, name):
    gpus, variables, expected = VISIBLE[name]
    [seen] = scenario(gpus, SEEN, **variables)
    assert seen.strip() in expected


# --- memory in use ---------------------------------------------------------------------------------

IN_USE = "{} MiB of a GPU are in use by something else"
LEFT = IN_USE + ", left by this run or a neighbour's"


def test_memory_that_a_neighbour_uses_before_a_run_makes_it_no_evidence(scenario):
    code = "print(json.dumps([run('1')['exit_code'], put(A=500), run('1'), put(A=10), run('1')['exit_code']]))"
    assert scenario({"A": 10}, code) == [0, None, IN_USE.format(500), None, 0]


def test_memory_that_is_not_given_back_makes_a_run_no_evidence(scenario):
    code = "print(json.dumps([run('put(A=500)'), run('1'), put(A=0), run('1')['exit_code']]))"
    assert scenario({"A": 0}, code) == [LEFT.format(500), IN_USE.format(500), None, 0]


def test_memory_is_waited_for(scenario):
    code = """
        watching.MEMORY_BACK_SECONDS = 10
        put(A=500)
        threading.Timer(0.3, lambda: put(A=0)).start()
        print(json.dumps([run("1")["exit_code"]]))
    """
    assert scenario({"A": 0}, code) == [0]


def test_the_most_memory_in_use_during_a_run_is_recorded(scenario):
    code = """
        program = "put(A=5, B=730)\\ntime.sleep(0.2)\\nput(A=5, B=130)\\ntime.sleep(0.2)\\nput(A=5, B=30)"
        print(json.dumps([run("1")["peak_gpu_memory_mib"], run(program, gpus=2)["peak_gpu_memory_mib"]]))
    """
    assert scenario({"A": 5, "B": 30}, code) == [0, 700]


def test_a_gpu_that_was_busy_from_the_start_runs_nothing(scenario):
    assert scenario({"A": 5000}, "print(json.dumps(run('1')))") == IN_USE.format(5000)


def test_memory_in_use_from_the_start_is_no_reason_not_to_run(scenario):
    assert scenario({"A": 600}, "print(json.dumps(run('1')['exit_code']))") == 0


def test_only_the_gpus_of_a_run_count(scenario):
    code = """
        put(**{"GPU-a": 0, "GPU-b": 900})
        print(json.dumps(run("time.sleep(0.1)")["peak_gpu_memory_mib"]))
    """
    assert scenario({"GPU-a": 0, "GPU-b": 0}, code, CUDA_VISIBLE_DEVICES="GPU-a") == 0


def test_whoever_shares_a_gpu_may_say_so_and_nothing_is_watched(scenario):
    code = "print(json.dumps([run(program)['peak_gpu_memory_mib'] for program in ('put(A=9000)', '1')]))"
    assert scenario({"A": 5000}, code, watched=False) == [None, None]


def test_where_the_driver_does_not_answer_runs_are_given_no_gpu(scenario):
    code = "seen = run('1')\nprint(json.dumps([session.gpu_pool.all, seen['exit_code'], seen['peak_gpu_memory_mib']]))"
    assert scenario({"A": 0}, code, DEMO_GPUS="/no/such/file") == [[], 0, None]


# --- what the record of an environment says of it ----------------------------------------------------

SMI = "#!/bin/sh\necho '580.1, Demo GPU, 1000, 9.0, [N/A]'\n"
WATCHED = {"": "watched for other users", "GPU-a": "watched for other users", "0": "not watched"}


@pytest.mark.parametrize("visible", WATCHED)
def test_the_record_of_an_environment_says_whether_memory_is_watched(scenario, tmp_path, visible):
    (tmp_path / "nvidia-smi").write_text(SMI)
    (tmp_path / "nvidia-smi").chmod(0o755)
    chosen = {"CUDA_VISIBLE_DEVICES": visible} if visible else {}
    code = "print(json.dumps(worker.probe()))"
    told = scenario({"GPU-a": 0}, code, PATH=f"{tmp_path}:{os.environ['PATH']}", **chosen)
    assert [gpu["name"] for gpu in told["gpus"]] == ["Demo GPU"]
    assert told["isolation"]["GPU memory"] == WATCHED[visible]


@pytest.mark.parametrize(
    ("chosen", "seen"),
    [
        (None, [True, True]),
        ("", [False, False]),
        ("1", [False, True]),
        ("0,1", [True, True]),
        ("GPU-aa", [True, False]),
        ("GPU-bb12, GPU-aa11", [True, True]),
        ("MIG-77", [True, True]),
    ],
)
def test_the_record_of_an_environment_has_the_gpus_that_programs_see(monkeypatch, tmp_path, chosen, seen):
    rows = ["580.1, First, 1000, 9.0, [N/A], 0, GPU-aa11", "580.1, Second, 1000, 9.0, [N/A], 1, GPU-bb12"]
    (tmp_path / "nvidia-smi").write_text("#!/bin/sh\ncat <<END\n" + "\n".join(rows) + "\nEND\n")
    (tmp_path / "nvidia-smi").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    if chosen is not None:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", chosen)
    driver, gpus = gpu_listing.ask_nvidia_smi()
    names = [gpu["name"] for gpu in gpus]
    assert (driver, [name in names for name in ("First", "Second")]) == ("580.1", seen)
