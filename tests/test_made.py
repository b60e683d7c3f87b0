"""The environments that `make verify` makes: which are asked for, and the simulated driver among them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from running import ENTRY, REPOSITORY, SETTINGS, add_programs, framework, words

from generator.content.loader import load_content
from generator.evidence.store import load_evidence
from generator.verify import descriptions, interpreters, made
from generator.verify.environments import find_hosts
from generator.verify.recipes import LOCKS, PIN, asked_for, asks_for_a_simulated_driver, recipes, total

needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler to make a stand-in for the driver")
ASKS = """
import ctypes, os
driver = ctypes.CDLL("libcuda.so.1")
version, count, text = ctypes.c_int(), ctypes.c_int(), ctypes.c_char_p()
print(driver.cuInit(0), driver.cuDriverGetVersion(ctypes.byref(version)), version.value)
print(driver.cuDeviceGetCount(ctypes.byref(count)), count.value)
driver.cuGetErrorString(driver.cuInit(0), ctypes.byref(text))
print(text.value.decode())
"""


@pytest.fixture
def good(tmp_path, good_content) -> Path:
    return good_content(tmp_path)


# --- which are asked for -------------------------------------------------------------------------


def test_every_recipe_is_installed_from_pinned_and_hashed_files():
    for recipe in recipes():
        for name in (name for group in recipe.install for name in group):
            text = (LOCKS / name).read_text(encoding="utf-8")
            packages = [block for block in re.split(r"\n(?=\S)", text) if not block.startswith("#")]
            assert packages, name
            assert [one for one in packages if not (PIN.match(one) and "--hash=sha256:" in one)] == [], name


def test_of_every_recipe_somebody_measured_what_is_downloaded():
    assert [recipe.name for recipe in recipes() if recipe.download is None] == [], "make lock writes the sizes"
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    least, most = total([recipe.download for recipe in recipes() if recipe.light])
    assert f"{least / 1e9:.1f} GB for the two small ones" in readme
    assert f"{most / 1e9:.1f} GB where" in readme
    assert f"about {total([recipe.download for recipe in recipes()])[0] / 1e9:.0f} GB for all" in readme


@pytest.mark.parametrize(
    ("program", "needs", "first"),
    [
        ("import torch", "", "frameworks"),
        ("import torch", "torch-cuda-build", "torch-cuda"),
        ("import torch", "torch-cuda-build, simulated-driver", "torch-cuda"),
        ("import torch", '"torch<2.2"', "torch-older"),
        ("import cupy", "", "arrays"),
        ("import numba", "simulated-driver", "arrays"),
        ("import jax", "", "jax-cpu"),
        ("import jax", "jax-cuda13-plugin", "jax-cuda"),
        ("import tensorflow", "simulated-driver", "tensorflow-cuda"),
        ("import triton", "", "torch-cuda"),
        ("import ray", "", "ray"),
        ("import cv2", "", "without-gpu"),
        ("import faiss", "faiss-cpu", "without-gpu"),
        ("import subprocess", "nvidia-cuda-nvcc", "nvcc"),
        ("import subprocess", "nvidia-cuda-nvcc-cu12", "nvcc-older"),
        ("import torch", "gpu", None),
    ],
)
def test_an_environment_is_asked_for_where_a_claim_can_run_in_it_and_in_none_before_it(good, program, needs, first):
    # The good entry's own programs need nothing: any Python runs them.
    add_programs(good, {"more.py": f"{program}\nint('word')\n"}, f"needs: [{needs}]")
    alone = [
        one.recipe.name
        for one in asked_for(load_content(good), recipes())
        if any(name.endswith(" more") for name in one.alone)
    ]
    assert alone == ([first] if first else [])


def test_the_simulated_driver_is_asked_for_by_claims_alone(good):
    assert not asks_for_a_simulated_driver(load_content(good))
    add_programs(good, {"more.py": "int('word')\n"}, "needs: [simulated-driver]")
    assert asks_for_a_simulated_driver(load_content(good))


def listing(content: Path, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "generator", "environments", "--content", str(content), *options]
    return subprocess.run(command, cwd=folder, env=SETTINGS, capture_output=True, text=True, check=False)


def test_the_list_says_what_is_asked_for_and_what_is_made(good, tmp_path):
    add_programs(good, {"more.py": "import subprocess\nint('word')\n"}, "needs: [nvidia-cudnn-cu13]")
    done = listing(good, tmp_path)
    lines = {line.partition(":")[0]: line for line in done.stdout.splitlines()}
    assert list(lines) == [recipe.name for recipe in recipes()]
    much = {recipe.name: f"{made.how_much(recipe.download)} to download" for recipe in recipes()}
    assert f"; not made, {much['cudnn']}; 5 claims can run in it, 1 of them need it" in lines["cudnn"]
    asked = f"; not asked for, {much['torch-cuda']}; 5 claims can run in it, 0 of them need it"
    assert asked in lines["torch-cuda"]
    assert not (tmp_path / ".venvs").exists()
    light = listing(good, tmp_path, "--light").stdout.splitlines()
    assert [line.partition(":")[0] for line in light] == [recipe.name for recipe in recipes() if recipe.light]


def test_what_cannot_be_installed_is_said_and_is_not_taken_for_made(good, tmp_path):
    add_programs(good, {"more.py": "import subprocess\nint('word')\n"}, "needs: [nvidia-cudnn-cu13]")
    nowhere = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": os.devnull}
    command = [sys.executable, "-m", "generator", "environments", "--content", str(good), "--light", "--make"]
    settings = {**SETTINGS, **nowhere}
    done = subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert f"Error: the environment cudnn (from {LOCKS / 'cudnn.txt'}) could not be made: ERROR: " in done.stderr
    assert not (tmp_path / ".venvs/cudnn").exists()


# --- the simulated driver ------------------------------------------------------------------------


@pytest.fixture
def driver(tmp_path, monkeypatch):
    """A folder with the simulated driver, made as `make verify` makes it."""
    monkeypatch.chdir(tmp_path)
    made.make_simulated_driver(print)
    return interpreters.SIMULATED_DRIVER.parent.absolute()


def ask(driver: Path, **settings: str) -> list[str]:
    environment = {**os.environ, "LD_LIBRARY_PATH": str(driver), **settings}
    command = [sys.executable, "-c", ASKS]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


@needs_compiler
@pytest.mark.parametrize(
    ("settings", "answers"),
    [
        ({}, ["0 0 13000", "0 0", "no error"]),
        ({"SIMULATED_DRIVER_VERSION": "12080"}, ["0 0 12080", "0 0", "no error"]),
        (
            {"SIMULATED_CUINIT": "803"},
            ["803 0 13000", "803 0", "system has unsupported display driver / cuda driver combination"],
        ),
        ({"SIMULATED_DEVICE_COUNT": "2"}, ["0 0 13000", "0 2", "no error"]),
        ({"SIMULATED_DEVICE_COUNT_ANSWER": "46"}, ["0 0 13000", "46 0", "no error"]),
    ],
    ids=str,
)
def test_the_simulated_driver_answers_as_it_is_told(driver, settings, answers):
    assert ask(driver, **settings) == answers


@needs_compiler
def test_a_file_beside_the_simulated_driver_comes_before_the_environment(driver):
    (driver / "simulated-driver.txt").write_text("SIMULATED_CUINIT=999\nSIMULATED_DRIVER_VERSION=12040\n")
    assert ask(driver, SIMULATED_CUINIT="0") == ["999 0 12040", "999 0", "unknown error"]


@needs_compiler
def test_what_looks_for_a_driver_is_found_twice_and_each_record_says_of_which_kind_it_is(driver, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    framework(tmp_path, "cupy-cuda13x")
    framework(tmp_path, "jax")
    found = {host.environment.name: host for host in find_hosts()}
    version = f"py{sys.version_info.major}{sys.version_info.minor}"
    names = ["cpu-cupy-cuda13x14.0.0-", "simulated-cupy-cuda13x14.0.0-", "cpu-jax14.0.0-"]
    assert list(found) == [name + version for name in names]
    kinds = [(host.environment.kind, host.environment.simulated_driver, host.libraries) for host in found.values()]
    assert kinds == [
        ("no-device", None, ""),
        ("simulated-driver", "1", str(driver)),
        ("no-device", None, ""),
    ]


@needs_compiler
@pytest.mark.usefixtures("driver")
def test_a_claim_that_asks_for_a_simulated_driver_runs_with_one_and_the_others_never_do(good, tmp_path):
    python = framework(tmp_path, "cupy-cuda13x")
    program = "import ctypes\n\nif ctypes.CDLL('libcuda.so.1').cuInit(0) == 804:\n    int('word')\n"
    add_programs(good, {"more.py": program}, "needs: [simulated-driver]")
    entry = good / "entries" / ENTRY / "entry.yaml"
    entry.write_text(entry.read_text() + 'programs:\n  more.py: {variables: {SIMULATED_CUINIT: "804"}}\n')
    command = [sys.executable, "-m", "generator", "verify", "--content", str(good), "--python", str(python)]
    done = subprocess.run(command, cwd=tmp_path, env=SETTINGS, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    evidence = load_evidence(tmp_path / ".cache/observations/content")
    ran = {environment.kind: sorted(seen) for environment, seen in evidence.of(load_content(good).entries[0].id)}
    assert ran["simulated-driver"] == ["more.py"]
    assert "more.py" not in ran["no-device"]
    assert words(load_content(good), evidence)["more"] == "confirmed"


def test_the_simulated_driver_needs_a_compiler_and_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(made.MakingError, match="needs a C compiler: install gcc and libc6-dev"):
        made.make_simulated_driver(print)


# --- descriptions that are kept ------------------------------------------------------------------


def test_an_interpreter_made_here_is_asked_again_only_when_something_has_changed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    python = framework(tmp_path, "jax").relative_to(tmp_path)
    [first] = find_hosts()
    [kept] = descriptions.PLACE.glob("*.json")
    told = json.loads(kept.read_text())
    kept.write_text(json.dumps({**told, "facts": {**told["facts"], "libc": "as it was kept"}}))
    assert [host.environment.libc for host in find_hosts()] == ["as it was kept"]
    packages = next(python.parents[1].glob("lib/*/site-packages"))
    (packages / "numpy-2.0.0.dist-info").mkdir()
    [again] = find_hosts()
    assert again.environment.distributions == {"jax": "14.0.0", "numpy": "2.0.0"}
    assert again.environment.libc == first.environment.libc
    kept.write_text(json.dumps({**json.loads(kept.read_text()), "state": descriptions.state_of(python, "", {})}))
    assert descriptions.kept(python, "", descriptions.state_of(python, "", {}))
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    assert descriptions.kept(python, "", descriptions.state_of(python, "", {})) is None


def test_an_environment_of_the_list_that_is_not_whole_is_not_used(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    home = framework(tmp_path, "jax").parents[1].rename(tmp_path / ".venvs/jax-cpu")
    assert [host for host in find_hosts() if not host.is_plain] == []
    (home / interpreters.STAMP).touch()
    assert len(list(find_hosts())) == 1


def test_what_was_kept_and_cannot_be_read_is_asked_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    framework(tmp_path, "jax")
    before = list(find_hosts())
    for kept in descriptions.PLACE.glob("*.json"):
        kept.write_text("[1")
    assert list(find_hosts()) == before


def test_the_source_of_the_stand_in_is_where_the_recipe_looks_for_it():
    assert made.STAND_IN.is_relative_to(REPOSITORY)
    assert made.STAND_IN.is_file()
