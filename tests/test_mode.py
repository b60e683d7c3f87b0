"""Which programs may run in a fork of an interpreter that has imported their frameworks."""

import pkgutil
import re
from dataclasses import replace
from pathlib import Path

import pytest

from generator.content.programs import Snippet, load_snippet, parse_snippet
from generator.verify.mode import HARMLESS, exec_reason, preloads

CONTENT = Path(__file__).parents[1] / "content" / "entries"


def snippet_of(program: str, name: str = "reproduce.py") -> Snippet:
    return parse_snippet(name, Path(), program.encode(), name)


FORKED = {
    "nothing at all": "",
    "standard library only": "import math\nprint(math.pi)",
    "a framework, then work": 'import torch\nx = torch.zeros(3, device="cuda")\nassert x.sum() == 0',
    "frameworks by name": "import numpy as np\nimport tensorflow as tf\nimport torch.nn.functional as F\nprint(F)",
    "one framework twice": "import numpy\nimport torch\nfrom numpy import array\nprint(array)",
    "docstring and literals first": '"""Why."""\nfrom __future__ import annotations\nSIZE = 3\nimport torch',
    "variables read": (
        'import os\nimport torch\nprint(os.environ["HOME"], os.environ.get("A"), os.getenv("B"), "C" in os.environ)\n'
        "print({**os.environ}, dict(os.environ, D='1'), sorted(os.environ))"
    ),
    "files": 'import os\nfrom pathlib import Path\nos.makedirs("a")\nPath("b").write_text(os.path.join("a"))',
    "harmless facts": "import sys\nprint(sys.flags, sys.argv, sys.version_info, sys.stdout.encoding, __file__)",
    "exit": "import sys\nimport torch\nsys.exit(3)",
    "another stream": "import io\nimport sys\nsys.stdout = io.StringIO()",
    "warnings, after the import": "import warnings\nimport torch\nwarnings.simplefilter('error')",
    "torch's own defaults": "import torch\ntorch.set_default_device('cpu')\ntorch.set_default_dtype(torch.half)",
    "distributions": "import importlib.metadata\nimport importlib.util\nimportlib.util.find_spec('nvidia.cudnn')",
    "garbage": "import gc\nimport torch\ngc.collect()",
    "loader without workers": (
        "from torch.utils.data import DataLoader\nDataLoader([1], 2)\nDataLoader([1], batch_size=2, num_workers=0)"
    ),
    "methods that share a name with a builtin": "import re\nimport torch\nre.compile('a')\ntorch.nn.ReLU().eval()",
    "compiled by torch": "import torch\nfrom torch import compile\ntorch.compile(torch.sin)\ncompile(torch.cos)",
    "an attribute by its literal name": "import os\nimport torch\ngetattr(torch, 'half', 0)\ngetattr(os, 'getcwd')()",
    "a module is patched": "import torch\ntorch.nn.Linear = None",
    "replicas in one process": "import tensorflow as tf\ntf.distribute.MirroredStrategy(['CPU:0', 'CPU:1'])",
    "a name like a watched one": "environ = {}\nenviron['A'] = '1'\nos = 3\nprint(os)",
}


@pytest.mark.parametrize("program", FORKED.values(), ids=FORKED)
def test_a_program_that_cannot_tell_the_difference_is_forked(program):
    assert exec_reason(snippet_of(program)) == ""


CHANGES = "changes {} or hands it on"
LATE = "acts before it imports torch"
BELOW = "imports torch below the top level"
WORKERS = "may start worker processes: {}"
FRESH = {
    # variables
    'import os\nos.environ["A"] = "1"\nimport torch': CHANGES.format("os.environ"),
    'import os\nimport torch\nos.environ["A"] = "1"': CHANGES.format("os.environ"),
    'import os\nos.environ["A"] += "1"': CHANGES.format("os.environ"),
    'import os\ndel os.environ["A"]': CHANGES.format("os.environ"),
    'import os\nos.environ |= {"A": "1"}': CHANGES.format("os.environ"),
    'import os as o\no.environ["A"] = "1"': CHANGES.format("os.environ"),
    'from os import environ\nenviron["A"] = "1"': CHANGES.format("os.environ"),
    'from os import environ as e\ne["A"] = "1"': CHANGES.format("os.environ"),
    'import os.path\nos.environ["A"] = "1"': CHANGES.format("os.environ"),
    'import os\ne = os.environ\ne["A"] = "1"': CHANGES.format("os.environ"),
    "import os\nset_all(os.environ)": CHANGES.format("os.environ"),
    'import os\ngetattr(os, "environ")["A"] = "1"': CHANGES.format("os.environ"),
    'import os\nos.environ.setdefault("A", "1")': "uses os.environ.setdefault",
    'import os\nos.environ.update(A="1")': "uses os.environ.update",
    'import os\nos.environ.pop("A")': "uses os.environ.pop",
    "import os\nos.environ.clear()": "uses os.environ.clear",
    'import os\nos.putenv("A", "1")': "uses os.putenv",
    'import torch\ntorch.os.environ["A"] = "1"': "uses torch.os",
    "from pathlib import os": "uses pathlib.os",
    "from os import unsetenv": "uses os.unsetenv",
    'import os\nos.environb[b"A"] = b"1"': "uses os.environb",
    # the interpreter and the import system
    "import sys\nsys.path.insert(0, '.')": "uses sys.path",
    "from sys import path as p": "uses sys.path",
    "import sys\nsys.modules['torch'] = None": "uses sys.modules",
    "import sys as s\nprint(s.modules)": "uses sys.modules",
    "import sys\nsys.meta_path.append(None)": "uses sys.meta_path",
    "import sys\nsys.settrace(print)": "uses sys.settrace",
    "import sys\nsys.setprofile(print)": "uses sys.setprofile",
    "import sys\nsys.flags = 3": "sets sys.flags",
    "import os\nos.getcwd = print": "sets os.getcwd",
    "import sys\nhelp(sys)": CHANGES.format("sys"),
    "import os\ngetattr(os, 'for' + 'k')": CHANGES.format("os"),
    "import os\nsetattr(os, 'getcwd', print)": CHANGES.format("os"),
    "import torch\nt = torch\nt.distributed": CHANGES.format("torch"),
    "import importlib\nimport torch\nimportlib.reload(torch)": "uses importlib.reload",
    "from importlib import reload as again": "uses importlib.reload",
    "from importlib import import_module\nimport_module('to' + 'rch')": "uses importlib.import_module",
    "import importlib.machinery": "uses importlib.machinery",
    "from importlib import util\nutil.spec_from_loader": "uses importlib.util.spec_from_loader",
    "__import__('to' + 'rch')": "uses __import__",
    "import builtins\nbuiltins.__import__ = print": "uses builtins",
    "exec('import torch')": "uses exec",
    "eval('1')": "uses eval",
    "import runpy": "uses runpy",
    "import tracemalloc": "uses tracemalloc",
    "import gc\ngc.get_objects()": "uses gc.get_objects",
    # libraries loaded by hand
    "import ctypes\nctypes.CDLL('libcuda.so.1')": "uses ctypes",
    "from ctypes import cdll as c\nc.LoadLibrary('x')": "uses ctypes",
    "from ctypes import PyDLL": "uses ctypes",
    "import torch\ntorch.ops.load_library('x')": "uses torch.ops.load_library",
    "import tensorflow as tf\ntf.load_op_library('x')": "uses tensorflow.load_op_library",
    # processes, threads, signals, limits, the way out
    "import multiprocessing as mp": "uses multiprocessing",
    "from multiprocessing.pool import Pool": "uses multiprocessing",
    "from concurrent.futures import ProcessPoolExecutor": "uses concurrent",
    "import subprocess": "uses subprocess",
    "import asyncio": "uses asyncio",
    "import threading": "uses threading",
    "import ray": "uses ray",
    "import _thread": "imports _thread",
    "import _posixsubprocess": "imports _posixsubprocess",
    "import posix": "uses posix",
    "import signal": "uses signal",
    "import atexit": "uses atexit",
    "import faulthandler": "uses faulthandler",
    "import resource": "uses resource",
    "import torch.multiprocessing as mp": "uses torch.multiprocessing",
    "from torch import multiprocessing as mp": "uses torch.multiprocessing",
    "import torch as t\nt.multiprocessing.spawn(print)": "uses torch.multiprocessing",
    "import torch\nf = torch.multiprocessing.spawn": "uses torch.multiprocessing",
    "import torch.distributed as dist": "uses torch.distributed",
    "import torch\ntorch.distributed.init_process_group('gloo')": "uses torch.distributed",
    "import torch\ngetattr(torch, 'distributed').barrier()": "uses torch.distributed",
    "import jax\njax.distributed.initialize()": "uses jax.distributed",
    "import tensorflow as tf\ntf.distribute.Server({})": "uses tensorflow.distribute.Server",
    "from torch.utils.data import DataLoader\nDataLoader([1], num_workers=2)": WORKERS.format("num_workers"),
    "import torch\nN = 0\ntorch.utils.data.DataLoader([1], num_workers=N)": WORKERS.format("num_workers"),
    "from torch.utils.data import DataLoader\nDataLoader([1], **{})": WORKERS.format("DataLoader"),
    "from torch.utils.data import DataLoader\nDataLoader(*[[1]])": WORKERS.format("DataLoader"),
    "from torch.utils import data as d\nd.DataLoader([1], 1, None, None, None, 2)": WORKERS.format("DataLoader"),
    "from torch.utils.data import DataLoader\nclass Mine(DataLoader):\n    pass": "hands DataLoader on",
    "import keras\nkeras.Model().fit([1], use_multiprocessing=True)": WORKERS.format("use_multiprocessing"),
    "open('/proc/self/environ')": "reads /proc",
    # about import
    "try:\n    import torch\nexcept ImportError:\n    torch = None": BELOW,
    "import sys\nif sys.argv:\n    from torch import nn": BELOW,
    "def f():\n    import torch": BELOW,
    "import warnings\nwith warnings.catch_warnings():\n    import torch": BELOW,
    "import warnings\nwarnings.simplefilter('error')\nimport torch": LATE,
    "import time\nstart = time.time()\nimport torch": LATE,
    "from pathlib import Path\nPath('torch.py').touch()\nimport torch": LATE,
    "import numpy as np\nnp.bool = True\nimport torch": LATE,
    "import torch\nimport numpy": "imports numpy after torch",
    "import torch, numpy": "imports numpy after torch",
    "from torch import *": "imports everything from torch",
    "from os import *": "imports everything from os",
    "from . import torch": "imports .",
    "import joblib": "imports joblib",
    "import deepspeed\nimport torch": "imports deepspeed",
}


@pytest.mark.parametrize(("program", "reason"), FRESH.items())
def test_a_program_that_could_tell_the_difference_gets_a_fresh_interpreter_for_a_stated_reason(program, reason):
    assert re.sub(r"^line \d+ ", "", exec_reason(snippet_of(program))) == reason


def test_the_reason_names_the_first_line_that_gives_one():
    program = "import os\nimport torch\nx = 1\nos.fork()\nos.environ['A'] = '1'\nimport subprocess"
    assert exec_reason(snippet_of(program)) == "line 4 uses os.fork"


OF_PROCESSES = """
    fork forkpty execv execvpe spawnl posix_spawn posix_spawnp system popen _exit kill killpg abort setsid nice umask
    dup2 closerange waitpid register_at_fork
"""


@pytest.mark.parametrize("name", OF_PROCESSES.split())
def test_nothing_of_os_that_reaches_a_process_is_forked(name):
    for program in (f"import os as o\no.{name}", f"from os import {name} as f"):
        assert exec_reason(snippet_of(program)).endswith(f"uses os.{name}")


@pytest.mark.parametrize("name", [f"{owner}.{name}" for owner, names in HARMLESS.items() for name in sorted(names)])
def test_what_counts_as_harmless_exists(name):
    pkgutil.resolve_name(name)


def test_an_entry_can_ask_for_a_fresh_interpreter():
    assert exec_reason(replace(snippet_of("import torch"), fresh=True)) == "its entry asks for a fresh interpreter"


def test_variables_that_an_entry_sets_need_a_fresh_interpreter():
    snippet = replace(snippet_of("import torch"), variables=(("A", "1"), ("B", "2")))
    assert exec_reason(snippet) == "its entry sets A, B"


def test_a_program_that_cannot_be_parsed_has_its_reason(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("import torch\n(")
    assert exec_reason(load_snippet(broken)) == "it cannot be parsed"
    assert preloads(load_snippet(broken)) == ()


@pytest.mark.parametrize("name", ["torch.py", "numpy.py", "random.py", "types.py"])
def test_a_program_that_hides_a_module_gets_a_fresh_interpreter(name):
    assert exec_reason(snippet_of("import torch", name)) == f"an import could find {name}"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("torch.py", "an import could find torch.py"),
        (".numba_config.yaml", "an import could find .numba_config.yaml"),
        ("helper.so", "an import could find helper.so"),
        ("labels.txt", ""),
    ],
)
def test_a_file_beside_the_program_that_an_import_could_find_counts(name, reason):
    assert exec_reason(replace(snippet_of("import torch"), files=((name, b""),))) == reason


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("", ()),
        ("import math", ()),
        ("import torch\nfrom numpy import array\nimport numpy", ("numpy", "torch")),
        ("import torch.nn as nn", ("torch",)),
        ("import numpy\ntry:\n    import torch\nexcept ImportError:\n    pass", ("numpy",)),
        ("def f():\n    import jax", ()),
        ("import torch\nif True:\n    import torch.nn", ("torch",)),
    ],
)
def test_what_is_imported_beforehand_are_the_frameworks_of_plain_imports(program, expected):
    assert preloads(snippet_of(program)) == expected


def test_every_program_of_the_catalogue_that_names_a_process_a_variable_or_a_library_gets_a_fresh_interpreter():
    telltale = re.compile(
        r"os\.environ(\[.*\] =(?!=)|\.update)|subprocess|multiprocessing|ctypes|os\._exit|/proc/|exec\("
    )
    snippets = [load_snippet(path) for path in sorted(CONTENT.rglob("*.py"))]
    told = [snippet for snippet in snippets if telltale.search(snippet.text)]
    assert told
    assert [str(snippet.path) for snippet in told if not exec_reason(snippet)] == []
    assert any(not exec_reason(snippet) for snippet in snippets)
