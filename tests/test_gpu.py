"""Evidence from the GPU in this machine: `make gpu`, and `make site` where there is one."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from recorded import generator
from running import (
    ENTRY,
    PROGRAMS,
    REPOSITORY,
    add_programs,
    descendants,
    is_running,
    programs_in,
    rewrite,
    write_program,
)
from stub_host import StubHost, environment, framework
from worker_runs import soon

from generator.evidence.store import load_evidence

NEEDS_GPU = "snippet: reproduce.py\n    needs: [gpu]"
ON_GPU = ["dead_end.py", "reproduce.py", "workaround.py"]  # the last cures the reproduction, the first does not
STORE = Path(".cache/observations/content")


@pytest.fixture(autouse=True)
def root(good_content, tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    root = good_content(tmp_path).relative_to(tmp_path)
    rewrite(root, "entry.yaml", ("snippet: reproduce.py", NEEDS_GPU))
    text = (root / "entries" / ENTRY / "reproduce.py").read_text()
    write_program(root, "reproduce.py", f"import torch\n\n{text}")
    return root


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "generator", *arguments]


def run(host: StubHost, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the generator on a machine, with the interpreter that this test runs with."""
    path = f"{variables.pop('PYTHONPATH', '')}:{REPOSITORY}".strip(":")
    return host.run(*command(*arguments), cwd=Path.cwd(), PYTHONPATH=path, **variables)


def recorded() -> list[str]:
    """Return the programs that the store of the content folder has an observation of."""
    evidence = load_evidence(STORE)
    assert evidence.problems == []
    return sorted(name for seen in evidence.observations.values() for name in seen)


# --- make gpu ----------------------------------------------------------------------------------------


def test_it_says_what_was_found_runs_what_claims_about_a_gpu_rest_on_and_how_to_keep_it(host):
    framework(host.packages)
    done = run(host, "gpu")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "(python3 on PATH): Python 3." in done.stdout
    assert "torch 2.8.0" in done.stdout
    assert "found     NVIDIA Stub GPU, 24576 MiB; driver 580.95.05\n" in done.stdout
    assert "memory    GPU-a: 0 MiB in use\n" in done.stdout
    assert "running 3 programs (1 of them need the GPU, and come first) in " in done.stdout
    assert "about 15 s\n" in done.stdout
    assert programs_in(done.stderr) == ON_GPU
    assert programs_in(done.stderr.splitlines()[0]) == ["reproduce.py"]
    assert "ran       3 programs of 1 entry; 0 gave no evidence; claims contradicted: 0\n" in done.stdout
    assert done.stdout.endswith("keep it:  make evidence, then commit content/evidence\n")
    assert recorded() == ON_GPU
    again = run(host, "gpu")
    assert (again.returncode, programs_in(again.stderr)) == (0, [])
    assert "nothing is due: all that this machine can run of it has run" in again.stdout
    assert generator("evidence", "import").exit_code == 0
    [where] = load_evidence(Path("content/evidence")).environments.values()
    assert (where.kind, where.distributions["torch"]) == ("device", "2.8.0")


@pytest.mark.parametrize(
    ("arguments", "programs"),
    [
        ([ENTRY], ON_GPU),
        (["--role", "reproduce"], ["reproduce.py"]),
        ([ENTRY, "--role", "workaround"], ["workaround.py"]),
    ],
)
def test_it_can_be_restricted_to_entries_and_roles(host, arguments, programs):
    framework(host.packages)
    assert programs_in(run(host, "gpu", *arguments).stderr) == programs


def test_an_entry_that_is_not_there_is_named(host):
    done = run(host, "gpu", "no/such")
    assert (done.returncode, "there is no entry no/such" in done.stderr) == (2, True)


def test_without_a_gpu_it_says_what_was_asked_and_what_to_do(host):
    framework(host.packages)
    host.without_smi()
    host.without_nvml()
    done = run(host, "gpu", LD_LIBRARY_PATH="")
    assert done.returncode == 3
    assert "found     no GPU: neither nvidia-smi nor NVML nor the CUDA driver library shows one\n" in done.stdout
    assert "make gpu-plan writes a file to take to one" in done.stdout
    assert not STORE.exists()


def test_without_a_framework_it_says_so_and_a_named_interpreter_just_works(tmp_path, host):
    done = run(host, "gpu", "--role", "reproduce")
    assert done.returncode == 3
    assert "left out  1 claim that need: torch (1)" in done.stdout
    assert "can run none of it; name what has the frameworks with PYTHON= (--python)\n" in done.stdout
    assert not STORE.exists()
    framework(environment(tmp_path / "deep"))
    done = run(host, "gpu", "--python", str(tmp_path / "deep"))
    assert done.returncode == 0, done.stderr
    assert programs_in(done.stderr) == ON_GPU


def test_packages_that_an_environment_module_names_are_seen(tmp_path, host):
    done = run(host, "gpu", PYTHONPATH=str(framework(tmp_path / "module")))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "torch 2.8.0 (in PYTHONPATH)" in done.stdout
    assert "reproduce.py" in recorded()


def test_a_cpu_build_of_a_framework_runs_no_program_that_needs_the_gpu(host):
    (framework(host.packages) / "torch/version.py").write_text("cuda = None\n")
    done = run(host, "gpu", "--role", "reproduce")
    assert done.returncode == 3
    assert "left out  1 claim that need: a PyTorch built with CUDA (1)" in done.stdout


def test_a_busy_gpu_runs_nothing_unless_it_is_to_be_shared(host):
    framework(host.packages)
    host.in_use(9000)
    done = run(host, "gpu")
    assert done.returncode == 3
    assert "nothing was run: every GPU is in use by something else (9000 MiB)" in done.stdout
    done = run(host, "gpu", "--shared-gpu")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "memory    GPU-a: 9000 MiB in use by something else\n" in done.stdout
    [where] = load_evidence(STORE).environments.values()
    assert where.isolation["GPU memory"] == "not watched"


def test_after_its_budget_it_stops_and_the_next_start_does_the_rest(root, host):
    framework(host.packages)
    slow = {f"more_{n}.py": "import time\n\nimport torch\n\ntime.sleep(0.3)\nint('word')\n" for n in range(6)}
    everything = sorted({*add_programs(root, slow, "needs: [gpu]")} - {"claim.py"})
    done = run(host, "gpu", "--budget", "0.005")
    assert done.returncode == 4, done.stdout
    assert "; this time for 0.005 min, the rest next time" in done.stdout
    first = programs_in(done.stderr)
    assert 0 < len(first) < len(everything)
    assert f"left      {len(everything) - len(first)} programs: run it again\n" in done.stdout
    done = run(host, "gpu")
    assert sorted(first + programs_in(done.stderr)) == everything
    assert done.returncode == 0


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=lambda one: one.name)
def test_stopped_midway_what_had_ended_is_kept_and_nothing_runs_twice(root, host, how):
    framework(host.packages)
    slow = {f"more_{n}.py": "import time\n\nimport torch\n\ntime.sleep(0.3)\nint('word')\n" for n in range(8)}
    everything = sorted({*add_programs(root, slow, "needs: [gpu]")} - {"claim.py"})
    settings = {**host.variables, "PYTHONPATH": str(REPOSITORY)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command("gpu"), env=settings, text=True, **pipes) as process:
        assert soon(lambda: len(recorded()) >= 2, 60)
        below = list(descendants(process.pid))
        process.send_signal(how)
        said = process.stdout.read()
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert "stopped: what had ended is recorded, and the same command does the rest\n" in said
    assert soon(lambda: not any(map(is_running, below)), 10)
    before = recorded()
    done = run(host, "gpu")
    assert done.returncode == 0, done.stderr
    assert sorted(before + programs_in(done.stderr)) == everything


def test_contradictions_are_counted_and_end_with_1(root, host):
    framework(host.packages)
    write_program(root, "reproduce.py", "import torch\n")
    done = run(host, "gpu")
    assert done.returncode == 1
    assert "claims contradicted: 1\n" in done.stdout


def test_an_old_python_for_the_frameworks_and_another_for_the_generator(tmp_path, libraries):
    old = next(Path.home().glob(".pyenv/versions/3.9.*/bin/python"), None)
    if old is None:
        pytest.skip("no Python 3.9 is here")
    host = StubHost(tmp_path / "host", libraries, str(old))
    framework(host.packages)
    done = run(host, "gpu")
    assert done.returncode == 0, done.stdout + done.stderr
    [where] = load_evidence(STORE).environments.values()
    assert where.python.startswith("3.9.")


def test_make_hands_on_what_was_asked_for():
    asked = ["gpu", "ENTRY=a/b", "ROLE=claim", "BUDGET=5", "PYTHON=deep", "SHARED=1"]
    done = subprocess.run(["make", "-n", *asked], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    commands = [" ".join(line.split()) for line in done.stdout.splitlines()]
    expected = 'gpu --content "content" --role claim --budget 5 --python "deep" --shared-gpu a/b'
    assert [line for line in commands if line.endswith(expected)]


# --- make site where there is a GPU --------------------------------------------------------------------


def test_a_build_announces_what_it_runs_gpu_programs_first_and_says_how_to_keep_it(host):
    framework(host.packages)
    done = run(host, "build")
    assert done.returncode == 0, done.stderr
    announced, first, *_rest = done.stderr.splitlines()
    assert announced.startswith("running 4 programs (1 of them need the GPU, and come first) in ")
    assert announced.endswith("about 20 s")
    assert programs_in(first) == ["reproduce.py"]
    assert recorded() == PROGRAMS
    assert "keep it   make evidence, then commit content/evidence\n" in done.stdout


def test_a_build_keeps_to_its_budget_and_renders(root, host):
    framework(host.packages)
    slow = {f"more_{n}.py": "import time\n\nimport torch\n\ntime.sleep(0.3)\nint('word')\n" for n in range(6)}
    add_programs(root, slow, "needs: [gpu]")
    done = run(host, "build", "--budget", "0.005")
    assert done.returncode == 0, done.stderr
    assert "; this time for 0.005 min, the rest next time" in done.stderr
    assert " programs for the next time; VERIFY=all runs all of them\n" in done.stdout
    assert Path("site/demo/first-entry/index.html").is_file()
    before = recorded()
    done = run(host, "build", "--verify", "all")
    assert sorted(before + programs_in(done.stderr)) == sorted([*PROGRAMS, *slow])


def test_a_build_does_not_try_again_what_gave_no_evidence_and_then_finds_nothing_changed(root, host):
    framework(host.packages)
    rewrite(root, "entry.yaml", ("snippet: claim.py", "snippet: claim.py\n    needs: [gpu]"))
    write_program(root, "claim.py", "import os\n\nos._exit(0)\n")
    done = run(host, "build")
    assert f"ran {ENTRY}/claim.py: harness_error: it ended without a report" in done.stderr
    assert programs_in(run(host, "build").stderr) == []
    assert ": 0 written, 0 deleted" in run(host, "build").stdout
    assert programs_in(run(host, "build", "--verify", "all").stderr) == ["claim.py"]
    tried = run(host, "gpu")
    assert (tried.returncode, programs_in(tried.stderr)) == (0, ["claim.py"])
    assert "1 gave no evidence" in tried.stdout


def test_a_build_leaves_a_busy_gpu_alone_and_says_so(host):
    framework(host.packages)
    host.in_use(9000)
    done = run(host, "build")
    assert (done.returncode, programs_in(done.stderr)) == (0, [])
    assert "left out  4 programs: every GPU is in use by something else (9000 MiB)" in done.stderr
    assert "left      4 programs for the next time" in done.stdout
    host.in_use(0)
    assert programs_in(run(host, "build").stderr) == PROGRAMS


def test_verify_leaves_a_busy_gpu_alone_too(host):
    framework(host.packages)
    host.in_use(9000)
    done = run(host, "verify")
    assert programs_in(done.stderr) == []
    assert "left out  4 programs: every GPU is in use by something else (9000 MiB)" in done.stderr


def test_a_build_without_a_framework_names_the_interpreters_that_were_asked(host):
    host.without_smi()
    host.without_nvml()
    done = run(host, "build", LD_LIBRARY_PATH="")
    assert done.returncode == 0, done.stderr
    assert programs_in(done.stderr) == ["claim.py", "dead_end.py", "workaround.py"]
    [line] = [line for line in done.stdout.splitlines() if line.startswith("ran on")]
    assert f", programs of the standard library only: no framework in {host.folder}/plain/bin/python3" in line
    assert line.endswith("; name another with make site PYTHON=…")


# --- programs of the standard library, and stores --------------------------------------------------------


def test_without_a_framework_a_program_runs_that_has_run_nowhere_and_no_other(root, host, monkeypatch):
    monkeypatch.delenv("PYTHONPATH", raising=False)
    host.without_smi()
    host.without_nvml()
    assert run(host, "verify", LD_LIBRARY_PATH="").returncode == 0
    generator("evidence", "import")
    shutil.rmtree(".cache")
    [record] = Path("content/evidence/environments").glob("*.json")
    path = next(Path("content/evidence", ENTRY).glob("*.json"))
    other = "0123456789abcdef"  # as if all that had been committed elsewhere
    told = record.read_text().replace(record.stem, other)
    record.with_stem(other).write_text(told)
    path.with_stem(other).write_text(path.read_text().replace(path.stem, other))
    record.unlink()
    path.unlink()
    rekey(path.with_stem(other), other)
    add_programs(root, {"new.py": "int('word')\n"})
    assert programs_in(run(host, "build", LD_LIBRARY_PATH="").stderr) == ["new.py"]


def rekey(path: Path, environment_id: str) -> None:
    """Give observations the keys that they would have in another environment."""
    from generator.content.loader import load_content
    from generator.evidence.records import observation_key

    programs = load_content(Path("content")).find(ENTRY).snippets
    told = json.loads(path.read_text())
    for seen in told["observations"]:
        seen["key"] = observation_key(programs[seen["snippet"]].digest, seen["mode"], environment_id)
    path.write_text(json.dumps(told))


def test_each_content_folder_has_a_store_of_its_own(good_content, tmp_path, host):
    other = good_content(tmp_path / "other")
    assert run(host, "verify").returncode == 0
    assert run(host, "verify", "--content", "other/content").returncode == 0
    assert sorted(path.name for path in Path(".cache/observations").iterdir()) == ["content", "other-content"]
    done = run(host, "evidence", "import", "--content", os.path.relpath(other))
    assert "without a program" not in done.stdout
