"""The worker alone: what it imports, and that it can be started by path from anywhere and leaves nothing behind."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from worker_runs import pythons

from generator.content import frameworks
from generator.verify import worker

WORKER = Path(worker.SCRIPT).parent
MODULES = sorted(WORKER.glob("*.py"))
MARKS = json.dumps({"asserts": None, "imports": None, "imported": None})
# What a program finds imported under a bare interpreter, and what the worker may add to that.
IMPORTED = "import json, sys; print(json.dumps(sorted(sys.modules)))"
MAY_ADD = "import __future__, builtins, json, linecache, os, re, sys, traceback, types\n"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_is_python_3_9_and_imports_the_standard_library_and_its_own_package(path):
    tree = ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 9))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {
        f"faultbook_worker.{node.module}" if node.level == 1 else "." * node.level + str(node.module)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    }
    own = {f"faultbook_worker.{module.stem}" for module in MODULES}
    assert {name.partition(".")[0] for name in imported - own} <= sys.stdlib_module_names


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """Return a folder that holds the worker and nothing else, for anybody."""
    folder = tmp_path_factory.mktemp("alone") / "worker"
    shutil.copytree(WORKER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(params=[0, -1], ids=["oldest Python", "newest Python"])
def python(request):
    """Return the oldest interpreter that is at hand, or the newest."""
    return pythons()[sorted(pythons(), key=lambda version: int(version.split(".")[1]))[request.param]]


def started(python: str, script: Path, program: str, folder: Path) -> str:
    """Start a program as a guardian does; return what it printed."""
    (folder / "program.py").write_text(program)
    read_end, write_end = os.pipe()
    command = [python, "-I", "-X", "faulthandler", script, "program", str(write_end), MARKS, "program.py"]
    try:
        done = subprocess.run(
            command, cwd=folder, env={}, pass_fds=[write_end], capture_output=True, text=True, check=False
        )
        os.close(write_end)
        reported = os.read(read_end, 65536)
    finally:
        os.close(read_end)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(reported.removeprefix(b"started\n"))["protocol"] == worker.PROTOCOL
    return done.stdout


def test_a_program_finds_imported_what_it_would_without_the_worker(alone, tmp_path, python):
    seen = json.loads(started(python, alone / "__main__.py", IMPORTED, tmp_path))
    plain = subprocess.run(
        [python, "-I", "-X", "faulthandler", "-c", MAY_ADD + IMPORTED], env={}, capture_output=True, check=True
    )
    assert set(seen) <= set(json.loads(plain.stdout))


def test_it_describes_an_environment_where_nothing_else_of_ours_is_and_writes_nothing(alone, tmp_path, python):
    command = [python, "-I", "-S", alone / "__main__.py", "probe"]
    done = subprocess.run(command, cwd=tmp_path, env={}, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["isolation"].keys() >= worker.NOTHING_ISOLATED.keys()
    assert sorted(path.name for path in alone.iterdir()) == [path.name for path in MODULES]
    assert not list(tmp_path.iterdir())


def test_without_a_command_it_says_which_there_are(alone):
    done = subprocess.run([sys.executable, "-I", alone / "__main__.py"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "probe" in done.stderr


def test_the_worker_records_every_framework_that_a_claim_can_need():
    distributions = {name for group in frameworks.FRAMEWORKS.values() for name in group}
    assert {name for name in (*frameworks.FRAMEWORKS, *distributions) if not worker.FRAMEWORKS.match(name)} == set()
