"""Programs that wait for a GPU, checked without one: names, arguments, and how far they come."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from running import SETTINGS, add_programs, framework, rewrite

from generator.verify.drycheck import LOOK_UP


def looked_up(folder: Path, source: str) -> list[str]:
    asked = {"p.py": {"source": source, "folder": str(folder)}}
    command = [sys.executable, "-I", str(LOOK_UP)]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["p.py"]


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("import json\njson.loads('1')", []),
        ("import json\njson.lodas('1')", ["line 2: json has no attribute 'lodas'"]),
        ("import json as j\n\nj.dumps(1, ident=2)", []),  # it takes any keyword
        (
            "import shutil\nshutil.which('a', way='b')",
            ["line 2: shutil.which: got an unexpected keyword argument 'way'"],
        ),
        ("import shutil\nshutil.which('a', 1, None, 4)", ["line 2: shutil.which: too many positional arguments"]),
        ("from os import path\npath.jion('a')", ["line 2: path has no attribute 'jion'"]),
        ("from os import pth", ["line 1: No module named 'os.pth'; 'os' is not a package"]),
        ("import no_such_module_here", ["line 1: No module named 'no_such_module_here'"]),
        ("import beside\nbeside.anything(1, 2, 3)", []),
        ("import json\njson = 3\njson.anything", []),  # it stands for something else now
        ("import xml.etree.ElementTree as ET\nET.fromstring('<a/>').tag", []),
        ("import ctypes\nctypes.cdll.no_such", []),  # an object that finds its attributes when asked
        ("def f(:\n", ["line 1: invalid syntax"]),
        ("from . import beside", ["line 1: Empty module name"]),  # what is no ImportError
    ],
    ids=repr,
)
def test_names_and_arguments_are_looked_up_where_they_can_be_read(tmp_path, source, wrong):
    (tmp_path / "beside.py").write_text("raise SystemExit('never imported')\n")
    assert looked_up(tmp_path, source) == wrong


ASKS = "import ctypes\n\nctypes.CDLL('libcuda.so.1')\nint('word')\n"
SAYS_SO = "print('no CUDA-capable device is detected')\nint('word')\n"
DIES_BEFORE = "import ctypes\n\nctypes.CDLL(None).no_such_function()\nint('word')\n"
MISSPELT = "import shutil\n\nprint('no CUDA-capable device is detected')\nshutil.wich('a')\nint('word')\n"
ASSERTS = "class cuda:\n    device_count = staticmethod(int)\n\n\nassert cuda.device_count() > 0\nint('word')\n"
QUOTES = "quoted = 'no CUDA-capable device is detected'; undefined_name\nint('word')\n"
CATCHES = f"import traceback\n\ntry:\n    {QUOTES.splitlines()[0]}\nexcept NameError:\n    traceback.print_exc()\n"
ASSERTS_OF_ANOTHER = (
    "class cuda:\n    device_count = staticmethod(int)\n\n\nassert undefined_name(cuda.device_count())\n"
)
PROGRAMS = {
    "asks.py": ASKS,
    "asserts.py": ASSERTS,
    "says_so.py": SAYS_SO,
    "dies_before.py": DIES_BEFORE,
    "misspelt.py": MISSPELT,
    "quotes.py": QUOTES,
    "catches.py": CATCHES,
    "asserts_of_another.py": ASSERTS_OF_ANOTHER,
}


def drycheck(content: Path, folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "generator", "drycheck", "--content", str(content), "--python", sys.executable]
    return subprocess.run([*command, *more], cwd=folder, env=SETTINGS, capture_output=True, text=True, check=False)


def test_a_program_is_ready_when_its_names_are_there_and_it_comes_as_far_as_the_device(tmp_path, good_content):
    good = good_content(tmp_path)
    add_programs(good, PROGRAMS, "needs: [gpu]")
    done = drycheck(good, tmp_path, "--verbose")
    lines = re.findall(r"(?m)^demo/first-entry/(\S+) in cpu-py\d+: (.*)", done.stdout)
    said = dict(lines)
    assert sorted(name for name, _words in lines) == sorted(PROGRAMS)  # the others need none
    assert done.returncode == 1, done.stderr
    assert said["asks.py"].startswith("ready; without a device it ends with OSError: libcuda.so.1")
    assert said["says_so.py"].startswith("ready; ")
    assert said["asserts.py"].startswith("ready; without a device it ends with AssertionError")
    assert said["dies_before.py"].startswith("it ends before it asks for a device: AttributeError: ")
    for name in ("quotes.py", "catches.py", "asserts_of_another.py"):  # source in a traceback is nothing that they say
        assert said[name].startswith("it ends before it asks for a device: "), name
    assert said["misspelt.py"] == "line 4: shutil has no attribute 'wich'"
    assert done.stdout.splitlines()[-1] == "3 programs are ready for a GPU, 5 are not"


def test_where_nothing_is_wrong_the_answer_is_0(tmp_path, good_content):
    good = good_content(tmp_path)
    add_programs(good, {"asks.py": ASKS}, "needs: [gpu]")
    done = drycheck(good, tmp_path)
    assert (done.returncode, done.stdout) == (0, "1 programs are ready for a GPU, 0 are not\n")


def test_what_no_environment_has_is_named(tmp_path, good_content):
    good = good_content(tmp_path)
    add_programs(good, {"asks.py": ASKS}, 'needs: [gpu, "torch<2.2"]')
    done = drycheck(good, tmp_path)
    assert done.returncode == 1
    assert "/asks.py: no environment here has all of torch<2.2: " in done.stdout


def test_an_entry_that_is_not_there_is_named(tmp_path, good_content):
    done = drycheck(good_content(tmp_path), tmp_path, "demo/frist-entry")
    assert done.returncode == 2
    assert "there is no entry demo/frist-entry" in done.stderr


def add_claim(content: Path, snippet: str, needs: str) -> None:
    """Add a reproduction with these needs of a program that the entry has."""
    claim = f"  - id: another\n    cause: not-a-number\n    snippet: {snippet}\n    needs: [{needs}]\n"
    rewrite(content, "entry.yaml", ("reproduce:\n", f"reproduce:\n{claim}"))


def test_a_program_is_checked_for_each_of_its_claims_where_these_need_different_environments(tmp_path, good_content):
    good = good_content(tmp_path)
    program = (
        "import ctypes\nfrom importlib.metadata import version\n\nif version('jax') == '14.0.0':\n    int('word')\n"
    )
    add_programs(good, {"asks.py": f"{program}ctypes.CDLL('libcuda.so.1')\n"}, 'needs: [gpu, "jax<1"]')
    add_claim(good, "asks.py", 'gpu, "jax>=14"')
    pythons = [framework(tmp_path / release, "jax", release) for release in ("0.5.0", "14.0.0")]
    done = drycheck(good, tmp_path, "--verbose", "--python", str(pythons[0]), "--python", str(pythons[1]))
    said = dict(re.findall(r"(?m)^demo/first-entry/asks.py in cpu-jax([0-9.]+)-py\d+: (.*)", done.stdout))
    assert said["0.5.0"].startswith("ready; without a device it ends with OSError: libcuda.so.1")
    assert said["14.0.0"].startswith("it ends before it asks for a device: ValueError: ")
    assert done.stdout.splitlines()[-1] == "0 programs are ready for a GPU, 1 are not"
    assert done.returncode == 1


def test_what_no_environment_has_is_named_for_a_claim_whose_program_is_ready_for_another(tmp_path, good_content):
    good = good_content(tmp_path)
    add_programs(good, {"asks.py": ASKS}, "needs: [gpu]")
    add_claim(good, "asks.py", 'gpu, "torch<2.2"')
    done = drycheck(good, tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "demo/first-entry/asks.py: no environment here has all of torch<2.2: run make environments ALL=1",
        "0 programs are ready for a GPU, 1 are not",
    ]


def test_claims_that_the_same_environment_suits_have_their_program_checked_once(tmp_path, good_content):
    good = good_content(tmp_path)
    add_programs(good, {"asks.py": ASKS}, "needs: [gpu]")
    add_claim(good, "asks.py", "gpu, no-driver")
    assert drycheck(good, tmp_path, "--verbose").stdout.count("asks.py") == 1
