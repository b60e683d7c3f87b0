"""A plan run where nothing of ours is installed: another interpreter, the worker's one file, and a folder."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from recorded import generator
from running import (
    ENTRY,
    PROGRAMS,
    REPOSITORY,
    SETTINGS,
    add_programs,
    another_python,
    descendants,
    is_running,
    programs_in,
    rewrite,
    words,
    write_program,
)
from worker_runs import soon

from generator.evidence import Evidence, load_evidence
from generator.loader import load_content
from generator.verify import worker
from generator.verify.engine import run_cells
from generator.verify.environments import Host, probe
from generator.verify.interpreters import WORKER
from generator.verify.plan import plan

PYTHON = str(another_python())


@pytest.fixture(scope="module")
def there() -> Host:
    return probe(Path(PYTHON))


@pytest.fixture(autouse=True)
def root(good_content, tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return good_content(tmp_path).relative_to(tmp_path)


@pytest.fixture
def export(tmp_path) -> Callable[..., Path]:
    """Return a function that takes a plan and the worker, and nothing else, to an empty folder."""

    def export_plan(*arguments: str) -> Path:
        folder = tmp_path / "there"
        done = generator("verify", "--export", "there/plan.json", *arguments)
        assert done.exit_code == 0, done.stdout
        shutil.copy(WORKER, folder / "worker.py")
        return folder

    return export_plan


def batch_command(*arguments: str) -> list[str]:
    return [PYTHON, "-I", "worker.py", "batch", "plan.json", "--out", "results", *arguments]


def clean_settings(folder: Path) -> dict[str, str]:
    return {"PATH": "/usr/bin:/bin", "TMPDIR": str(folder)}


def batch(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = batch_command(*arguments)
    done = subprocess.run(
        command, cwd=folder, env=clean_settings(folder), capture_output=True, text=True, timeout=120, check=False
    )
    assert "Traceback" not in done.stderr
    return done


def results_of(folder: Path) -> list[str]:
    """Return the programs that a batch has recorded, as often as it has."""
    path = folder / "results/observations.jsonl"
    whole = (
        [line for line in path.read_text().splitlines(keepends=True) if line.endswith("\n")] if path.exists() else []
    )
    return sorted(json.loads(line)["observation"]["snippet"] for line in whole)


# --- as if run directly ------------------------------------------------------------------------


def test_results_from_another_host_are_imported_as_if_it_had_run_here(root, export, there, tmp_path):
    write_program(root, "claim.py", "import subprocess\n\nassert int('12') == 13, subprocess\n")
    write_program(root, "dead_end.py", "int('7')\n")
    write_program(root, "words.txt", "word\n")
    write_program(root, "reproduce.py", "with open('words.txt', encoding='utf-8') as file:\n    int(file.read())\n")
    rewrite(root, "entry.yaml", ("history:", "programs:\n  reproduce.py: {files: [words.txt]}\nhistory:"))
    folder = export("--repeat", "2")
    done = batch(folder)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "4 programs: 0 cannot run here, 0 are done, 4 to run"
    assert done.stdout.splitlines()[-1] == "0 have no observation yet"
    assert programs_in(done.stdout) == results_of(folder) == PROGRAMS
    assert sorted(path.name for path in (folder / "results").iterdir()) == ["environment.json", "observations.jsonl"]
    assert str(folder) not in (folder / "results/observations.jsonl").read_text()

    done = generator("evidence", "import", "--from", "there/results")
    assert done.exit_code == 0
    assert f"{there.environment.name} ({there.environment.id}): 4 imported\n" in done.stdout
    imported = load_evidence(root / "evidence")

    content = load_content(root)
    list(run_cells(plan(content, Evidence(), [there]), tmp_path / "store"))
    direct = load_evidence(tmp_path / "store")
    assert imported.environments == direct.environments
    assert words(content, imported) == words(content, direct)
    assert set(words(content, direct).values()) == {"confirmed", "contradicted", "refuted"}
    for name, seen in direct.observations[ENTRY, there.environment.id].items():
        other = imported.observations[ENTRY, there.environment.id][name]
        assert (seen.key, seen.mode, seen.exit_code) == (other.key, other.mode, other.exit_code)
        assert (seen.exception, seen.stdout, seen.stderr) == (other.exception, other.stdout, other.stderr)
        assert len(other.repeats) == 1
    assert plan(content, imported, [there]) == []


def test_what_is_done_is_not_run_again_and_what_gave_no_evidence_is(root, export):
    write_program(root, "claim.py", "import os\n\nos._exit(0)\n")
    network = "import socket\n\nsocket.create_connection(('192.0.2.1', 80), timeout=2)\n"
    add_programs(root, {"network.py": network})
    folder = export()
    done = batch(folder)
    assert done.returncode == 0
    assert f"{ENTRY}/claim.py: no evidence: it ended without a report\n" in done.stdout
    assert f"{ENTRY}/network.py: no evidence: network\n" in done.stdout
    assert done.stdout.splitlines()[-1] == "2 have no observation yet"
    assert results_of(folder) == ["dead_end.py", "reproduce.py", "workaround.py"]
    again = batch(folder)
    assert again.stdout.splitlines()[0] == "5 programs: 0 cannot run here, 3 are done, 2 to run"
    assert programs_in(again.stdout) == ["claim.py", "network.py"]


# --- killed, and started again -----------------------------------------------------------------


def test_a_batch_that_is_killed_does_the_rest_when_it_is_started_again(root, export):
    everything = add_programs(root, {f"more_{n}.py": f"import time\n\ntime.sleep({n} / 10)\n" for n in range(8)})
    folder = export()
    command, settings = batch_command(), clean_settings(folder)
    with subprocess.Popen(command, cwd=folder, env=settings, stdout=subprocess.DEVNULL) as process:
        assert soon(lambda: len(results_of(folder)) >= 3, 30)
        below = list(descendants(process.pid))
        process.send_signal(signal.SIGKILL)
    assert soon(lambda: not any(map(is_running, below)), 10)
    assert soon(lambda: not list(folder.glob("faultbook-*")), 10)
    before = results_of(folder)
    assert 3 <= len(before) < len(everything)
    with (folder / "results/observations.jsonl").open("a") as file:
        file.write('{"entry": "demo/first-en')  # as a crash of the whole machine might leave it

    done = batch(folder)
    assert done.returncode == 0
    assert sorted([*before, *programs_in(done.stdout)]) == everything
    assert results_of(folder) == everything
    assert done.stdout.splitlines()[-1] == "0 have no observation yet"
    assert generator("evidence", "import", "--from", "there/results").exit_code == 0
    assert sorted(*load_evidence(root / "evidence").observations.values()) == everything


def test_when_its_time_is_up_a_batch_starts_nothing_further(root, export):
    everything = add_programs(root, {f"more_{n}.py": "int('word')\n" for n in range(100)})
    folder = export()
    assert batch(folder, "--seconds", "0").returncode == 0
    assert results_of(folder) == []
    done = batch(folder, "--seconds", "0.01")
    assert done.returncode == 0
    started = results_of(folder)
    assert len(started) <= (os.cpu_count() or 1)
    assert done.stdout.splitlines()[-1] == f"{len(everything) - len(started)} have no observation yet"


# --- what cannot be run ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ({"protocol": 1, "cells": []}, f"plan.json is of protocol 1, this worker of {worker.PROTOCOL}: export it anew"),
        ({"cells": []}, f"plan.json is of protocol None, this worker of {worker.PROTOCOL}: export it anew"),
        ([], "plan.json is no plan: export it anew"),
        ({"protocol": worker.PROTOCOL}, "plan.json is no plan: export it anew"),
        (None, "plan.json cannot be read ([Errno 2] No such file or directory: 'plan.json'): export it anew"),
    ],
    ids=str,
)
def test_what_is_no_plan_for_this_worker_ends_with_2_and_the_remedy(tmp_path, plan, words):
    shutil.copy(WORKER, tmp_path / "worker.py")
    if plan is not None:
        (tmp_path / "plan.json").write_text(json.dumps(plan))
    done = batch(tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{words}\n")
    assert not (tmp_path / "results").exists()


def test_a_plan_whose_frameworks_and_devices_are_not_here_ends_with_3(root, export, there):
    if there.environment.distributions or there.environment.gpus:
        pytest.skip("this interpreter has frameworks or a GPU")
    rewrite(root, "entry.yaml", ("snippet: reproduce.py", "snippet: reproduce.py\n    needs: [gpu]"))
    for name in ("claim.py", "dead_end.py", "workaround.py"):
        write_program(root, name, f"import tensorflow\n\n{(root / 'entries' / ENTRY / name).read_text()}")
    folder = export()
    done = batch(folder)
    assert done.returncode == 3
    assert done.stdout.splitlines() == [
        "4 programs: 4 cannot run here, 0 are done, 0 to run",
        "0 have no observation yet",
    ]
    assert results_of(folder) == []


def test_results_of_another_environment_are_left_as_they_are(export):
    folder = export()
    assert batch(folder).returncode == 0
    record = folder / "results/environment.json"
    facts = json.loads(record.read_text())
    for change in ({"python": "3.0.0"}, {"protocol": 1}):
        record.write_text(json.dumps({**facts, **change}))
        done = batch(folder)
        told = "results holds results of another environment: name another folder with --out\n"
        assert (done.returncode, done.stdout, done.stderr) == (2, "", told)
        assert json.loads(record.read_text()) == {**facts, **change}
    record.write_text(json.dumps({**facts, "libc": "glibc-2.99"}))  # is no part of what an environment is
    assert batch(folder).returncode == 0


def test_one_script_makes_what_a_host_with_a_gpu_needs_and_another_runs_it_there(root, tmp_path):
    rewrite(root, "entry.yaml", ("    snippet: claim.py", "    snippet: claim.py\n    needs: [gpu]"))
    script = REPOSITORY / "tools/gpu-plan.sh"
    made = subprocess.run(
        ["sh", script, "content", "gpu-plan", sys.executable], env=SETTINGS, capture_output=True, text=True, check=True
    )
    assert "wrote gpu-plan/plan.json: 4 programs" in made.stdout
    folder = tmp_path / "elsewhere"
    shutil.move("gpu-plan", folder)
    settings = {**os.environ, "PYTHON": PYTHON, "PROBES": "no"}
    settings.pop("PYTHONPATH", None)
    ran = subprocess.run(["sh", folder / "run.sh"], env=settings, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "4 programs: 1 cannot run here, 0 are done, 3 to run" in ran.stdout
    assert "0 have no observation yet" in ran.stdout
    done = generator("evidence", "import", "--from", str(folder / "results"))
    assert (done.exit_code, "3 confirmed" in done.stdout) == (0, True)
    wrong = subprocess.run(
        ["sh", folder / "run.sh"], env={**settings, "PYTHON": "/bin/false"}, capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 2
    assert wrong.stderr == "Error: PYTHON=/bin/false is no Python 3.9 or later: name the one that has the frameworks\n"
