"""The worker runs under every Python from 3.9 on."""

import json
import subprocess
import sys

import pytest
from worker_runs import MODES, NAME, Runner, best_isolation, pythons, session_of

from generator.verify import worker

MINORS = range(9, 15)
ENDS_CLEAN = """
import atexit, json, threading

atexit.register(print, "second")
atexit.register(int, "no number")
threading.Thread(target=print, args=("first",)).start()
print(json.dumps([1, "显存不足"]))
"""
RAISES = """
class DemoError(ValueError):
    pass


try:
    {}["key"]
except KeyError as error:
    raise DemoError("demo 7") from error
"""


@pytest.fixture(params=MINORS, ids=[f"3.{minor}" for minor in MINORS])
def python(request):
    """Return an interpreter of each minor version."""
    found = [path for version, path in pythons().items() if version.startswith(f"3.{request.param}.")]
    if not found:
        pytest.skip(f"no Python 3.{request.param} here, neither on the path nor made by pyenv")
    return found[0]


def test_a_python_describes_itself(python):
    command = [python, "-I", worker.SCRIPT, "probe"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    version = [python, "-c", "import platform; print(platform.python_version())"]
    assert told["python"] == subprocess.run(version, capture_output=True, text=True, check=True).stdout.strip()
    assert told["protocol"] == worker.PROTOCOL
    assert told["isolation"].keys() >= worker.NOTHING_ISOLATED.keys()


def test_programs_run_as_they_would_without_the_worker(python, tmp_path):
    with session_of(best_isolation(sys.executable), python=python) as session:
        for program in (ENDS_CLEAN, ENDS_CLEAN + RAISES):
            (tmp_path / NAME).write_text(program, encoding="utf-8")
            plain = subprocess.run([python, "-I", NAME], cwd=tmp_path, capture_output=True, text=True, check=False)
            for mode in MODES:
                seen = Runner(session, mode)(program)
                assert (seen.mode, seen.stdout, seen.exit_code) == (mode, plain.stdout, plain.returncode)
                assert (seen.reported, seen.violations, "no number" in seen.stderr) == (True, (), True)
        assert seen.exception.classes[:2] == ("DemoError", "ValueError")
        assert seen.exception.chain == ("KeyError: 'key'",)
