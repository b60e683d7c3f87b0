"""The plan for a GPU host: one file, run by whatever Python is there, and its results taken back."""

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
    add_programs,
    command_of,
    descendants,
    is_running,
    rewrite,
    words,
    write_program,
)
from stub_host import StubHost, environment, framework
from worker_runs import pythons, soon

from generator.content.loader import load_content
from generator.evidence.store import load_evidence
from generator.verify import resultfile, worker

NEEDS_GPU = "snippet: reproduce.py\n    needs: [gpu]"
RESULTS = "gpu-results.jsonl"
OLDEST = next((python for version, python in pythons().items() if version.startswith("3.9.")), sys.executable)


@pytest.fixture(autouse=True)
def root(good_content, tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    root = good_content(tmp_path).relative_to(tmp_path)
    rewrite(root, "entry.yaml", ("snippet: reproduce.py", NEEDS_GPU))
    for name in ("reproduce.py", "workaround.py"):
        text = (root / "entries" / ENTRY / name).read_text()
        write_program(root, name, f"import torch\n\n{text}")
    return root


@pytest.fixture
def there(tmp_path) -> Path:
    """Return an empty folder on the GPU host."""
    folder = tmp_path / "there"
    folder.mkdir()
    return folder


def bundle(there: Path, *arguments: str) -> Path:
    """Write the plan and take its one file to the GPU host."""
    done = generator("gpu-plan", *arguments)
    assert done.exit_code == 0, done.stdout + done.stderr
    shutil.copy("gpu-plan/gpu-plan.pyz", there)
    return there / "gpu-plan.pyz"


def results_of(there: Path) -> list[str]:
    """Return the programs that have results, as often as they have."""
    path = there / RESULTS
    told = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    return sorted(one["observation"]["snippet"] for one in told if "observation" in one)


# --- the way there and back ------------------------------------------------------------------------


def test_results_come_back_as_evidence(root, there, host):
    framework(host.packages)
    done = host.run("python3", bundle(there), cwd=there)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "runs on   NVIDIA Stub GPU, 24576 MiB; driver 580.95.05" in done.stdout
    assert "programs  4 of 4 to run (0 are done), about 20 s" in done.stdout
    assert done.stdout.endswith("nothing is left that can run here\n")
    assert results_of(there) == PROGRAMS
    assert sorted(path.name for path in there.iterdir()) == ["gpu-plan.pyz", RESULTS]
    assert not list(host.home.iterdir())
    imported = generator("evidence", "import", "--from", f"there/{RESULTS}")
    assert imported.exit_code == 0, imported.stdout
    assert "4 imported\n" in imported.stdout
    evidence = load_evidence(root / "evidence")
    assert [(one.kind, one.driver) for one in evidence.environments.values()] == [("device", "580.95.05")]
    assert set(words(load_content(root), evidence).values()) == {"confirmed", "upheld"}
    again = generator("gpu-plan")
    assert (again.exit_code, "no program waits for a run" in again.stdout) == (3, True)


def test_writing_the_plan_again_deletes_nothing(there):
    bundle(there)
    brought_back = Path("gpu-plan") / RESULTS
    brought_back.write_text("hours of work\n")
    bundle(there)
    assert brought_back.read_text() == "hours of work\n"


def test_the_same_plan_gives_the_same_file(there):
    first = bundle(there).read_bytes()
    assert bundle(there).read_bytes() == first


def test_the_instructions_say_what_to_install_and_what_it_is_good_for(there, host):
    plan = bundle(there)
    readme = Path("gpu-plan/README.md").read_text()
    assert "| PyTorch, Triton and torchvision, built with CUDA | `pip install torch==" in readme
    assert "| 1 | 1 | 1 of 1 |" in readme
    assert host.run("python3", plan, "--readme", cwd=there).stdout.strip() == readme.strip()


def test_what_no_listed_environment_has_is_named(root, there):
    rewrite(root, "entry.yaml", (NEEDS_GPU, "snippet: reproduce.py\n    needs: [two-gpus]"))
    bundle(there)
    assert "Not decided by any of these: 1 that need torch and two-gpus." in Path("gpu-plan/README.md").read_text()


# --- a first try that is wrong -------------------------------------------------------------------------


def test_without_a_gpu_nothing_is_written_and_the_reason_is_said(there, host):
    framework(host.packages)
    host.without_smi()
    host.without_nvml()
    done = host.run("python3", bundle(there), cwd=there, LD_LIBRARY_PATH="")
    assert done.returncode == 3
    assert "no GPU: neither nvidia-smi nor NVML nor the CUDA driver library shows one" in done.stderr
    assert [path.name for path in there.iterdir()] == ["gpu-plan.pyz"]


def test_a_first_try_with_the_wrong_python_spoils_nothing_and_a_second_just_works(tmp_path, there, host):
    right = tmp_path / "frameworks"
    framework(environment(right))
    plan = bundle(there)
    done = host.run("python3", plan, cwd=there)
    assert done.returncode == 3
    assert "lacks torch (2 programs)" in done.stderr
    assert "asked" in done.stdout
    assert [path.name for path in there.iterdir()] == ["gpu-plan.pyz"]
    done = host.run("python3", plan, "--python", right, cwd=there)
    assert done.returncode == 0, done.stderr
    assert results_of(there) == PROGRAMS


def test_a_second_environment_goes_into_the_same_file(tmp_path, there, host):
    folders = [tmp_path / name for name in ("one", "two")]
    for folder, release in zip(folders, ("2.8.0", "2.9.0"), strict=True):
        framework(environment(folder), release=release)
    plan = bundle(there)
    for folder in folders:
        assert host.run("python3", plan, "--python", folder, cwd=there).returncode == 0
    assert results_of(there) == sorted(PROGRAMS * 2)
    assert generator("evidence", "import", "--from", f"there/{RESULTS}").stdout.count("4 imported") == 2


def test_where_nobody_names_one_what_one_environment_has_run_is_not_run_in_another(tmp_path, there, host):
    framework(environment(tmp_path / "active"))
    framework(host.packages)
    done = host.run("python3", bundle(there), cwd=there, VIRTUAL_ENV=str(tmp_path / "active"))
    assert done.returncode == 0, done.stderr
    assert results_of(there) == PROGRAMS
    assert done.stdout.count("programs  0 of 4 to run") == 1


def test_a_cpu_build_of_a_framework_runs_no_program_that_needs_the_gpu(there, host):
    (framework(host.packages) / "torch/version.py").write_text("cuda = None\n")
    done = host.run("python3", bundle(there), cwd=there)
    assert done.returncode == 3
    assert "lacks a PyTorch built with CUDA (1 program)" in done.stderr


def test_a_python_that_is_too_old_says_so(there):
    old = next(Path.home().glob(".pyenv/versions/3.[678].*/bin/python"), None)
    if old is None:
        pytest.skip("no Python before 3.9 is here")
    done = subprocess.run([old, bundle(there)], cwd=there, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: Python 3.9 or later is needed; this is 3.")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("no-such", "'no-such' is not an interpreter"),
        ("/no/such/python", "/no/such/python: there is no such file"),
        ("/bin/true", "/bin/true: it is not Python 3.9 or later"),
        ("/etc/passwd", "/etc/passwd: it cannot be started (Permission denied)"),
    ],
)
def test_a_python_that_cannot_be_used_is_named_and_no_other_is_taken_instead(root, there, host, name, why):
    framework(host.packages)
    add_programs(root, {"plain.py": "int('word')\n"}, "needs: [gpu]")
    done = host.run("python3", bundle(there), "--python", name, cwd=there)
    assert (done.returncode, why in done.stderr) == (2, True), done.stderr
    assert [path.name for path in there.iterdir()] == ["gpu-plan.pyz"]


def test_each_interpreter_is_said_to_lack_what_it_lacks(tmp_path, there, host):
    for name in ("one", "two"):
        framework(environment(tmp_path / name), "jax" if name == "one" else "cupy")
    named = ("--python", tmp_path / "one", "--python", tmp_path / "two")
    done = host.run("python3", bundle(there), *named, cwd=there)
    assert done.returncode == 3
    for name in ("one", "two"):
        assert f"{tmp_path / name}/bin/python lacks torch (2 programs)\n" in done.stderr


def test_a_file_that_holds_something_else_is_left_as_it_is(there, host):
    framework(host.packages)
    (there / RESULTS).write_text("my notes\n")
    done = host.run("python3", bundle(there), cwd=there)
    assert (done.returncode, (there / RESULTS).read_text()) == (2, "my notes\n")
    assert f"{RESULTS}, line 1, is not a result: name another file with --out" in done.stderr


# --- where frameworks are ------------------------------------------------------------------------------


def conda(folder: Path, _host: StubHost, python: str) -> dict[str, str]:
    framework(environment(folder / "conda", python))
    return {"CONDA_PREFIX": str(folder / "conda")}


def module(folder: Path, _host: StubHost, _python: str) -> dict[str, str]:
    return {"PYTHONPATH": str(framework(folder / "module"))}


def user_site(_folder: Path, host: StubHost, python: str) -> dict[str, str]:
    shutil.rmtree(host.folder / "plain")  # environments like that one have no user site
    (host.bin / "python3").symlink_to(python)
    told = "import site; print(site.getusersitepackages())"
    where = host.run("python3", "-c", told, cwd=host.folder).stdout.strip()
    assert where.startswith(str(host.home))
    framework(Path(where))
    return {}


def inactive_conda(folder: Path, host: StubHost, python: str) -> dict[str, str]:
    framework(environment(folder / "envs/deep", python))
    (host.home / ".conda").mkdir()
    (host.home / ".conda/environments.txt").write_text(f"{folder / 'envs/deep'}\n")
    return {}


def kernel(folder: Path, host: StubHost, python: str) -> dict[str, str]:
    framework(environment(folder / "kernel", python))
    place = host.home / ".local/share/jupyter/kernels/deep"
    place.mkdir(parents=True)
    (place / "kernel.json").write_text(json.dumps({"argv": [str(folder / "kernel/bin/python"), "-m", "ipykernel"]}))
    return {}


PLACES = {
    "an active conda environment": conda,
    "PYTHONPATH, as an environment module sets it": module,
    "the user's own site-packages": user_site,
    "a conda environment that is not active": inactive_conda,
    "a notebook's kernel": kernel,
}


@pytest.mark.parametrize("python", [sys.executable, OLDEST], ids=["this Python", "the oldest"])
@pytest.mark.parametrize("name", PLACES)
def test_programs_see_what_their_users_python_sees(tmp_path, there, libraries, name, python):
    host = StubHost(tmp_path / "host", libraries, python)
    variables = PLACES[name](tmp_path, host, os.path.realpath(python))
    done = host.run("python3", bundle(there), cwd=there, **variables)
    assert done.returncode == 0, done.stdout + done.stderr
    assert results_of(there) == PROGRAMS
    assert "torch 2.8.0" in done.stdout
    assert str(tmp_path) not in (there / RESULTS).read_text()


def test_a_conda_environment_can_be_named(tmp_path, there, host):
    inactive_conda(tmp_path, host, sys.executable)
    assert host.run("python3", bundle(there), "--python", "deep", cwd=there).returncode == 0
    done = host.run("python3", there / "gpu-plan.pyz", "--python", "shallow", cwd=there)
    assert (done.returncode, "(conda environments here: deep)" in done.stderr) == (2, True)


# --- what is known of the GPU ----------------------------------------------------------------------------


def gpu_of(there: Path) -> tuple[str | None, dict]:
    facts = json.loads((there / RESULTS).read_text().splitlines()[0])["facts"]
    return facts["driver"], facts["gpus"][0]


STUB = {"name": "NVIDIA Stub GPU", "memory_mib": 24576, "compute_capability": "9.0", "mig": "[N/A]"}


def test_without_nvidia_smi_nvml_is_asked(there, host):
    framework(host.packages)
    host.without_smi()
    assert host.run("python3", bundle(there), cwd=there).returncode == 0
    assert gpu_of(there) == ("580.95.05", STUB)


def test_without_nvml_too_cuda_itself_is_asked(there, host):
    framework(host.packages)
    host.without_smi()
    host.without_nvml()
    assert host.run("python3", bundle(there), cwd=there).returncode == 0
    assert gpu_of(there)[1] == STUB


def test_where_nvidia_smi_knows_no_number_for_the_memory_cuda_does(there, host):
    framework(host.packages)
    host.smi(memory="[N/A]")
    assert host.run("python3", bundle(there), cwd=there).returncode == 0
    assert gpu_of(there) == ("580.95.05", STUB)


def test_a_busy_gpu_is_left_alone_unless_it_is_to_be_shared(there, host):
    framework(host.packages)
    host.in_use(11264)
    plan = bundle(there)
    done = host.run("python3", plan, cwd=there)
    assert done.returncode == 3
    assert "every GPU is in use by something else (11264 MiB)" in done.stderr
    assert not (there / RESULTS).exists()
    assert host.run("python3", plan, "--shared-gpu", cwd=there).returncode == 0
    facts = json.loads((there / RESULTS).read_text().splitlines()[0])["facts"]
    assert facts["isolation"]["GPU memory"] == "not watched"


def test_a_desktop_on_the_gpu_is_no_reason_not_to_run(there, host):
    framework(host.packages)
    host.in_use(900)
    assert host.run("python3", bundle(there), cwd=there).returncode == 0
    assert results_of(there) == PROGRAMS


def test_what_is_left_out_is_counted_with_the_reason(root, there, host):
    framework(host.packages)
    rewrite(root, "entry.yaml", (NEEDS_GPU, "snippet: reproduce.py\n    needs: [gpu, two-gpus]"))
    rewrite(root, "entry.yaml", ("snippet: claim.py", "snippet: claim.py\n    needs: [gpu]"))
    done = host.run("python3", bundle(there), cwd=there)
    assert done.returncode == 0, done.stderr
    assert "left out  1 of the plan need: two GPUs (1 program)" in done.stdout


# --- stopped, and started again --------------------------------------------------------------------------


def many(root: Path, count: int = 8) -> list[str]:
    programs = {f"more_{n}.py": f"import torch, time\n\ntime.sleep(0.2 + {n} / 10)\n" for n in range(count)}
    return add_programs(root, programs, "needs: [gpu]")


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=lambda one: one.name)
def test_stopped_midway_it_keeps_what_had_ended_and_does_the_rest_when_started_again(root, there, host, how):
    everything = many(root)
    framework(host.packages)
    plan = bundle(there)
    command = ["python3", plan.name]
    with subprocess.Popen(command, cwd=there, env=host.variables, stdout=subprocess.PIPE, text=True) as process:
        assert soon(lambda: len(results_of(there)) >= 2, 60)
        below = list(descendants(process.pid))
        process.send_signal(how)
        said = process.stdout.read()
    if how != signal.SIGKILL:
        assert process.returncode == 130
        assert "stopped: what had ended is kept; the same command runs the other " in said
    assert soon(lambda: not any(map(is_running, below)), 10)
    before = results_of(there)
    assert 2 <= len(before) < len(everything)
    with (there / RESULTS).open("a") as file:
        file.write('{"format": 1, "environ')  # as a crash of the whole machine might leave it

    done = host.run("python3", plan, cwd=there)
    assert done.returncode == 0, done.stderr
    assert f"({len(before)} are done)" in done.stdout
    assert results_of(there) == everything
    assert generator("evidence", "import", "--from", f"there/{RESULTS}").exit_code == 0


def test_when_its_time_is_up_it_says_how_many_are_left(root, there, host):
    everything = many(root)
    framework(host.packages)
    plan = bundle(there)
    done = host.run("python3", plan, "--minutes", "0.001", cwd=there)
    assert done.returncode == 4
    ran = results_of(there)
    assert len(ran) < len(everything)
    assert done.stdout.endswith(f"{len(everything) - len(ran)} left: run the same command again\n")
    assert host.run("python3", plan, cwd=there).returncode == 0
    assert results_of(there) == everything


def test_what_gave_no_evidence_is_said_and_tried_again(root, there, host):
    framework(host.packages)
    write_program(root, "claim.py", "import os\n\nos._exit(0)\n")
    plan = bundle(there)
    for ran in ("4 programs", "1 program"):
        done = host.run("python3", plan, cwd=there)
        assert done.returncode == 0
        assert f"{ENTRY}/claim.py: no evidence: it ended without a report" in done.stdout
        assert f"ran       {ran}, 1 gave no evidence" in done.stdout
    assert results_of(there) == sorted(set(PROGRAMS) - {"claim.py"})


def test_two_runs_do_not_write_to_one_file_at_a_time(root, there, host):
    many(root)
    framework(host.packages)
    plan = bundle(there)
    with subprocess.Popen(["python3", plan.name], cwd=there, env=host.variables, stdout=subprocess.DEVNULL) as process:
        assert soon(lambda: bool(results_of(there)), 60)
        done = host.run("python3", plan, cwd=there)
        process.terminate()
    assert (done.returncode, "another run writes to" in done.stderr) == (2, True)


def test_what_another_run_has_added_meanwhile_is_kept_and_not_run_again(tmp_path):
    """The second looks at the file, asks interpreters for a while, and begins once the first has ended."""
    facts = dict.fromkeys(resultfile.MAKES_AN_ENVIRONMENT)
    cells = [{"entry": ENTRY, "program": str(n), "job": {"name": f"{n}.py"}} for n in range(3)]
    first = resultfile.ResultFile(str(tmp_path / RESULTS))
    first.begin()
    first.add(cells[0], facts, {"snippet": "0.py"})
    second = resultfile.ResultFile(str(tmp_path / RESULTS))
    first.add(cells[1], facts, {"snippet": "1.py"})
    first.close()
    second.begin()
    assert [second.has(cell) for cell in cells] == [True, True, False]
    second.add(cells[2], facts, {"snippet": "2.py"})
    second.close()
    assert results_of(tmp_path) == ["0.py", "1.py", "2.py"]


def test_an_interrupt_does_not_wait_for_a_framework_that_is_being_imported(there, host):
    (framework(host.packages) / "torch/__init__.py").write_text("import time\n\ntime.sleep(600)\n")
    plan = bundle(there)
    with subprocess.Popen(["python3", plan.name], cwd=there, env=host.variables, stdout=subprocess.PIPE) as process:
        assert soon(lambda: any("torch" in command_of(pid) for pid in descendants(process.pid)), 60)
        process.send_signal(signal.SIGINT)
        said = process.stdout.read().decode()
    assert (process.returncode, "stopped: what had ended is kept" in said) == (130, True)


def test_where_nobody_reads_any_more_the_run_goes_on(there, host):
    framework(host.packages)
    plan = bundle(there)
    with subprocess.Popen(["python3", plan.name], cwd=there, env=host.variables, stdout=subprocess.PIPE) as process:
        process.stdout.close()
    assert (process.returncode, results_of(there)) == (0, PROGRAMS)


# --- what GPU programs need comes first -------------------------------------------------------------------


def test_programs_that_need_the_gpu_come_first(there, host):
    framework(host.packages)
    host.run("python3", bundle(there), cwd=there)
    told = [json.loads(line) for line in (there / RESULTS).read_text().splitlines()]
    assert next(one["observation"]["snippet"] for one in told if "observation" in one) == "reproduce.py"


# --- what comes back and cannot be used -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[]\n", "not a result"),
        ('{"format": 9}\n', "it has format 9, this generator reads 1"),
        (
            '{"format": 1, "environment": "x", "entry": "a/b", "program": "", "observation": {}}\n',
            "no line before it describes the environment x",
        ),
        (
            f'{{"format": 1, "environment": "x", "facts": {{"protocol": {worker.PROTOCOL + 1}}}}}\n',
            f"it has protocol {worker.PROTOCOL + 1}, this generator {worker.PROTOCOL}",
        ),
    ],
)
def test_a_line_that_cannot_be_used_is_located(tmp_path, line, message):
    (tmp_path / RESULTS).write_text(line)
    done = generator("evidence", "import", "--from", RESULTS)
    assert done.exit_code == 1
    assert f"{RESULTS}:1:1" in done.stdout
    assert message in done.stdout


def test_a_line_that_a_crash_cut_off_is_a_warning(there, host):
    framework(host.packages)
    host.run("python3", bundle(there), cwd=there)
    with (there / RESULTS).open("a") as file:
        file.write('{"format": 1, "environ')
    done = generator("evidence", "import", "--from", f"there/{RESULTS}")
    assert (done.exit_code, "the last line is cut off" in done.stdout) == (0, True)
