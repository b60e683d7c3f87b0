"""Verification from the plan to the evidence, by real processes and through the command line."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.evidence import Evidence, load_evidence
from generator.loader import load_content
from generator.verdicts import judge_entry
from generator.verify.engine import run_cells
from generator.verify.environments import Host, ProbeError, environment_from, find_hosts, probe
from generator.verify.plan import Cell, plan
from generator.verify.run import DEADLINE_SECONDS, key_of

REPOSITORY = Path(__file__).parents[1]
ENTRY = "demo/first-entry"
PROGRAMS = ["claim.py", "dead_end.py", "reproduce.py", "workaround.py"]


@pytest.fixture(scope="module")
def host() -> Host:
    return probe(Path(sys.executable))


@pytest.fixture
def root(good_content, tmp_path) -> Path:
    return good_content(tmp_path)


def rewrite(root: Path, name: str, *changes: tuple[str, str]) -> None:
    path = root / "entries" / ENTRY / name
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def names(cells: list[Cell]) -> list[str]:
    return sorted(cell.snippet.name for cell in cells)


# --- the plan ----------------------------------------------------------------------------------


def test_everything_is_due_at_first_once_for_each_host(root, host):
    facts = host.environment.model_dump(mode="json", exclude={"id", "name", "format"})
    other = Host(host.python, environment_from({**facts, "distributions": {"torch": "2.13.0+cpu"}}))
    cells = plan(load_content(root), Evidence(), [host, other])
    assert [(cell.host, cell.snippet.name) for cell in cells] == [
        (where, name)
        for where in (host, other)
        for name in ["reproduce.py", "workaround.py", "dead_end.py", "claim.py"]
    ]
    assert plan(load_content(root), Evidence(), []) == []


def test_a_program_of_several_claims_is_run_once(root, host):
    rewrite(root, "entry.yaml", ("snippet: dead_end.py", "snippet: reproduce.py"))
    assert names(plan(load_content(root), Evidence(), [host])) == ["claim.py", "reproduce.py", "workaround.py"]


def test_what_is_recorded_is_not_due_until_its_program_changes(root, host, tmp_path):
    content = load_content(root)
    list(run_cells(plan(content, Evidence(), [host]), tmp_path / "store"))
    evidence = load_evidence(tmp_path / "store")
    assert plan(content, evidence, [host]) == []
    assert names(plan(content, evidence, [host], again=True)) == PROGRAMS
    rewrite(root, "entry.yaml", ("一个单词", "一个词"), ("expect: completes", "expect: symptom"))
    assert plan(load_content(root), evidence, [host]) == []
    rewrite(root, "claim.py", ("12", "13"))
    assert names(plan(load_content(root), evidence, [host])) == ["claim.py"]
    newer = host.environment.model_copy(update={"id": "of-newer-packages"})
    assert names(plan(load_content(root), evidence, [Host(host.python, newer)])) == PROGRAMS


@pytest.mark.parametrize(
    ("need", "program", "due"),
    [
        ("", "import json", True),
        ("gpu", "import json", False),
        ("network", "import json", False),
        ("torch>=2.5", "import json", False),
        ("", "import torch", False),
        ("", "def late():\n    from jax import numpy", False),
    ],
)
def test_what_a_host_cannot_run_is_not_due(root, host, need, program, due):
    if host.environment.distributions or host.environment.gpus:
        pytest.skip("this interpreter has frameworks")
    rewrite(root, "entry.yaml", ("    snippet: reproduce.py", f"    snippet: reproduce.py\n    needs: [{need}]"))
    (root / "entries" / ENTRY / "reproduce.py").write_text(program)
    assert ("reproduce.py" in names(plan(load_content(root), Evidence(), [host]))) is due


def test_what_does_not_parse_or_is_not_there_is_not_due(root, host):
    (root / "entries" / ENTRY / "reproduce.py").write_text("no python")
    (root / "entries" / ENTRY / "claim.py").unlink()
    assert names(plan(load_content(root), Evidence(), [host])) == ["dead_end.py", "workaround.py"]


@pytest.mark.parametrize(
    ("expect", "deadline"), [("symptom", 60.0), ("{hangs: 5}", 60.0), ("{hangs: 90}", 90.0), ("{exits: 3}", 60.0)]
)
def test_a_run_may_take_as_long_as_a_claim_says_that_it_hangs(root, host, expect, deadline):
    rewrite(root, "entry.yaml", ("    snippet: reproduce.py", f"    snippet: reproduce.py\n    expect: {expect}"))
    cells = {cell.snippet.name: cell for cell in plan(load_content(root), Evidence(), [host])}
    assert cells["reproduce.py"].deadline == deadline
    assert cells["claim.py"].deadline == DEADLINE_SECONDS


# --- the engine --------------------------------------------------------------------------------


def test_each_observation_is_on_disk_before_it_is_handed_on(root, host, tmp_path):
    store = tmp_path / "store"
    seen = set()
    for cell, observation in run_cells(plan(load_content(root), Evidence(), [host]), store):
        stored = load_evidence(store)
        assert stored.problems == []
        assert stored.observations[ENTRY, host.environment.id][cell.snippet.name] == observation
        assert observation.key == key_of(cell.snippet, host)
        assert stored.environments == {host.environment.id: host.environment}
        seen.add(cell.snippet.name)
    assert sorted(seen) == PROGRAMS


def test_failures_are_recorded_like_successes_and_a_run_without_a_report_is_not(root, host, tmp_path):
    folder = root / "entries" / ENTRY
    (folder / "claim.py").write_text("import os\nos.abort()")
    (folder / "dead_end.py").write_text("import os\nos._exit(7)")
    (folder / "workaround.py").write_text("import os\nos._exit(0)")
    content = load_content(root)
    cells = plan(content, Evidence(), [host])
    assert sorted(cell.snippet.name for cell, _seen in run_cells(cells, tmp_path / "store")) == PROGRAMS
    evidence = load_evidence(tmp_path / "store")
    assert sorted(evidence.observations[ENTRY, host.environment.id]) == ["claim.py", "dead_end.py", "reproduce.py"]
    assert names(plan(content, evidence, [host])) == ["workaround.py"]
    words = {item.claim.snippet: item.verdict.word for item in judge_entry(content.entries[0], evidence)}
    assert words == {
        "reproduce.py": "confirmed",
        "workaround.py": "not_run",
        "dead_end.py": "contradicted",
        "claim.py": "refuted",
    }


def test_a_run_that_is_given_up_keeps_what_it_has(root, host, tmp_path):
    cells = plan(load_content(root), Evidence(), [host])
    running = run_cells(cells, tmp_path / "store")
    first, _observation = next(running)
    running.close()
    recorded = load_evidence(tmp_path / "store").observations[ENTRY, host.environment.id]
    assert list(recorded) == [first.snippet.name]


def test_new_observations_join_those_in_the_store(root, host, tmp_path):
    content = load_content(root)
    for cell in plan(content, Evidence(), [host]):
        list(run_cells([cell], tmp_path / "store"))
    assert plan(content, load_evidence(tmp_path / "store"), [host]) == []


# --- interpreters ------------------------------------------------------------------------------


def test_an_interpreter_that_is_named_is_used_even_without_a_framework(host):
    assert list(find_hosts([sys.executable])) == [host]


def test_the_same_environment_is_used_once(host, tmp_path):
    (tmp_path / "python").symlink_to(sys.executable)
    assert [found.environment for found in find_hosts([sys.executable, sys.executable])] == [host.environment]


def test_an_interpreter_can_be_named_as_in_a_shell(host, monkeypatch):
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    [found] = find_hosts([Path(sys.executable).name])
    assert found == host


@pytest.mark.parametrize("name", ["no-such-python", "/no/such/python", "/bin/true", "/bin/false", "/bin/echo", "/"])
def test_what_is_no_python_is_named_in_one_line_with_the_remedy(name):
    with pytest.raises(ProbeError) as caught:
        list(find_hosts([name]))
    message = str(caught.value)
    assert name in message
    assert "\n" not in message
    assert message.endswith("Name a Python 3.9 or later with --python")


def test_without_a_name_only_interpreters_with_a_framework_are_used(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert list(find_hosts()) == []
    # A virtual environment made by hand.
    python = Path(sys.executable).resolve()
    (tmp_path / "plain/bin").mkdir(parents=True)
    (tmp_path / "plain/bin/python3").symlink_to(python)
    (tmp_path / "plain/pyvenv.cfg").write_text(f"home = {python.parent}\ninclude-system-site-packages = false\n")
    monkeypatch.setenv("PATH", str(tmp_path / "plain/bin"))
    assert list(find_hosts()) == []
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    info = tmp_path / "plain/lib" / version / "site-packages/torch-2.13.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: torch\nVersion: 2.13.0\n")
    assert [found.environment.distributions for found in find_hosts()] == [{"torch": "2.13.0"}]


# --- the command line --------------------------------------------------------------------------


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "generator", *arguments]


def settings(**changes: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(REPOSITORY), **changes}


def generator(folder: Path, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command(*arguments), cwd=folder, env=settings(**changes), capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    return done


def verify(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return generator(folder, "verify", "--python", sys.executable, *arguments)


def ran(done: subprocess.CompletedProcess[str]) -> list[str]:
    return sorted(line.split("/")[2].split(":")[0] for line in done.stderr.splitlines() if line.startswith("ran "))


def written(done: subprocess.CompletedProcess[str]) -> list[str]:
    return sorted(line.removeprefix("wrote ") for line in done.stdout.splitlines() if line.startswith("wrote "))


def test_from_the_plan_to_committed_evidence(root, tmp_path, host):
    done = verify(tmp_path, "--plan")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert sorted(lines[:-1]) == [f"{ENTRY}/{name} in {host.environment.name}" for name in PROGRAMS]
    assert lines[-1] == "4 to run"
    assert not (tmp_path / ".cache").exists()

    done = verify(tmp_path)
    assert done.returncode == 0
    assert "3 confirmed, 1 upheld" in done.stdout
    assert ran(done) == PROGRAMS
    assert not (root / "evidence").exists()

    done = generator(tmp_path, "evidence", "import")
    environment = host.environment.id
    files = [f"content/evidence/{ENTRY}/{environment}.json", f"content/evidence/environments/{environment}.json"]
    assert done.returncode == 0
    assert written(done) == sorted(files)
    assert "3 confirmed, 1 upheld" in done.stdout
    assert load_evidence(root / "evidence") == load_evidence(tmp_path / ".cache/observations")

    before = {name: (tmp_path / name).stat().st_mtime_ns for name in files}
    done = generator(tmp_path, "evidence", "import")
    assert (done.returncode, written(done)) == (0, [])
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in files} == before

    rewrite(root, "entry.yaml", ("snippet: dead_end.py", "snippet: reproduce.py"))
    (root / "entries" / ENTRY / "dead_end.py").unlink()
    done = generator(tmp_path, "evidence", "import")
    assert done.returncode == 0
    recorded = load_evidence(root / "evidence").observations[ENTRY, environment]
    assert sorted(recorded) == ["claim.py", "reproduce.py", "workaround.py"]


def test_importing_nothing_is_told_in_one_line_with_the_remedy(root, tmp_path):
    done = generator(tmp_path, "evidence", "import")
    assert done.returncode == 1
    assert done.stderr == "Error: .cache/observations holds no observations: run `make verify` first\n"
    assert not (root / "evidence").exists()


def test_a_contradicted_claim_is_named_and_ends_with_1(root, tmp_path):
    (root / "entries" / ENTRY / "dead_end.py").write_text("int('7')\n")
    for run in (PROGRAMS, []):  # the second time from the record
        done = verify(tmp_path)
        assert done.returncode == 1
        assert ran(done) == run
        assert (
            f"contradicted: {ENTRY} dead-end strip (dead_end.py): no_error; expected symptom, saw: exit code 0\n"
            in done.stdout
        )


def test_a_refuted_claim_is_no_failure_and_broken_evidence_is_replaced(root, tmp_path, host):
    (root / "entries" / ENTRY / "claim.py").write_text("assert int('12') == 13\n")
    store = tmp_path / ".cache/observations"
    for folder, text in ((ENTRY, '{"format": 1, '), ("environments", '{"format": 7, "colour": "blue"}')):
        (store / folder).mkdir(parents=True)
        (store / folder / f"{host.environment.id}.json").write_text(text)
    done = verify(tmp_path, ENTRY)
    assert done.returncode == 0
    assert "3 confirmed, 1 refuted" in done.stdout
    assert load_evidence(store).problems == []


def test_nothing_to_run_with_ends_with_3(root, tmp_path):
    assert root.is_dir()
    done = generator(tmp_path, "verify", PATH=str(tmp_path))
    assert done.returncode == 3
    assert done.stdout == "no interpreter with a framework is at hand: run `make verify`, or name one with --python\n"
    assert not (tmp_path / ".cache").exists()


def test_an_interpreter_that_is_not_there_is_told_in_one_line(root, tmp_path):
    assert root.is_dir()
    done = generator(tmp_path, "verify", "--python", "nowhere/python")
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("Error: nowhere/python cannot be used to run snippets: ")
    assert line.endswith("Name a Python 3.9 or later with --python")


@pytest.fixture
def many(root) -> Path:
    """Return the content with eight more reproductions, the last five of them endless."""
    more = ""
    for n in range(8):
        program = "int('word')" if n < 3 else "import time\nopen('started', 'w').close()\ntime.sleep(600)"
        (root / "entries" / ENTRY / f"more_{n}.py").write_text(program)
        more += f"  - id: more-{n}\n    cause: not-a-number\n    snippet: more_{n}.py\n"
    rewrite(root, "entry.yaml", ("reproduce:\n", f"reproduce:\n{more}"))
    return root


def test_a_killed_run_leaves_whole_files_and_no_process_and_the_next_one_does_the_rest(many, tmp_path, host):
    store = tmp_path / ".cache/observations"
    path = store / ENTRY / f"{host.environment.id}.json"
    arguments = command("verify", "--python", sys.executable)
    environment = settings(TMPDIR=str(tmp_path))  # what is killed cannot tidy up
    with subprocess.Popen(arguments, cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL) as process:
        give_up = time.monotonic() + 30
        running: list[int] = []
        while not running and time.monotonic() < give_up:
            time.sleep(0.01)
            if path.exists() and len(recorded_in(path)) >= 3:
                started = list(tmp_path.glob("faultbook-*/work/started"))
                found = snippets_of(process.pid)
                running = found if len(found) == len(started) else []
        process.send_signal(signal.SIGKILL)
    assert running
    assert all(ends_soon(pid) for pid in running)
    left = load_evidence(store)
    assert left.problems == []
    recorded = sorted(left.observations[ENTRY, host.environment.id])
    assert 3 <= len(recorded) <= 7

    for n in range(3, 8):
        (many / "entries" / ENTRY / f"more_{n}.py").write_text("int('word')\n")
    done = verify(tmp_path)
    everything = sorted([*PROGRAMS, *(f"more_{n}.py" for n in range(8))])
    assert done.returncode == 0
    assert sorted([*recorded, *ran(done)]) == everything
    assert recorded_in(path) == everything


def recorded_in(path: Path) -> list[str]:
    return [seen["snippet"] for seen in json.loads(path.read_text(encoding="utf-8"))["observations"]]


def snippets_of(parent: int) -> list[int]:
    """Return the processes that a generator runs snippets in."""
    found = []
    for task in Path(f"/proc/{parent}/task").iterdir():
        found += [int(pid) for pid in (task / "children").read_text().split()]
    return found


def ends_soon(pid: int) -> bool:
    give_up = time.monotonic() + 5
    while time.monotonic() < give_up:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.02)
    return False
