"""`faultbook run` runs a program as Python itself does, and adds one line to an uncaught GPU error."""

import functools
import re
import signal
import subprocess
import sys
import textwrap
import time
import zipfile

import pytest
from package_runs import SITE, pythons, run, surroundings
from worker_runs import side_by_side, soon

LINE = f"→ A kernel used an address that is not its own: {SITE}e/cudaErrorIllegalAddress/\n"
PROBE = """
\"\"\"What a program finds.\"\"\"
import sys
import __main__
names = sorted((name, type(value).__name__) for name, value in globals().items())
print(names, __doc__, __name__, __file__, __package__, __main__.__dict__ is globals())
print(sys.argv, sys._getframe().f_code.co_filename, __spec__ and (__spec__.name, __spec__.origin, __spec__.parent))
print(sys.path)
"""
FAILS = """
def first():
    raise RuntimeError("cudaErrorIllegalAddress")

def second():
    try:
        first()
    except RuntimeError as error:
        raise ValueError("no") from error

second()
"""
FILES = {
    "tools/probe.py": PROBE,
    "tools/__init__.py": "",
    "tools/__main__.py": PROBE,
    "empty/no.py": "",
    "package/__init__.py": "",
    "fails.py": FAILS,
    "syntax.py": "x = = 1\n",
    "leaves.py": "import sys\nsys.exit(3)\n",
    "says.py": "raise SystemExit('cudaErrorIllegalAddress')\n",
    "interrupted.py": "raise KeyboardInterrupt\n",
    "broken_hook.py": "import sys\ndef broken(*given): raise KeyError(1)\nsys.excepthook = broken\n1 / 0\n",
    "hook_leaves.py": "import sys\ndef leave(*given): sys.exit(9)\nsys.excepthook = leave\n1 / 0\n",
    "ends.py": """
        import atexit, sys, threading, time
        def late():
            time.sleep(0.1)
            print("thread", sys.modules["__main__"].name, name)
        name = "x"
        atexit.register(lambda: print("exit", sys.modules["__main__"].name, name))
        threading.Thread(target=late).start()
        1 / 0
        """,
    "pickles.py": """
        import pickle
        class Thing: pass
        assert isinstance(pickle.loads(pickle.dumps(Thing())), Thing)
        """,
    "reads.py": "import sys\nprint(sys.stdin.read())\n",
    "locals.py": "import shadow\nprint(shadow.__file__)\n",
    "shadow.py": "",
}
# What follows `python`, and after `python -m faultbook run` has to do the same.
SAME = (
    "tools/probe.py a -m b --help",
    "link.py",
    "tools -v",
    "tools.zip x",
    "-m tools.probe -m x",
    "-m tools",
    "leaves.py",
    "says.py",
    "syntax.py",
    "interrupted.py",
    "broken_hook.py",
    "hook_leaves.py",
    "ends.py",
    "pickles.py",
    "reads.py",
    "locals.py",
    "compiled.pyc",
    "nothing.py",
    "empty",
    "-m nothing",
    "-m nothing.inside",
    "-m package",
    "-m sys",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("programs")
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
    (folder / "link.py").symlink_to("tools/probe.py")
    with zipfile.ZipFile(folder / "tools.zip", "w") as archive:
        archive.write(folder / "tools/__main__.py", "__main__.py")
    return folder


@pytest.mark.parametrize("python", pythons().values(), ids=pythons())
def test_a_program_runs_as_python_itself_runs_it(folder, index, python):
    compiled = folder / "compiled.pyc"
    code = f"import py_compile; py_compile.compile({str(folder / 'tools/probe.py')!r}, {str(compiled)!r})"
    assert run(["-c", code], python=python)[0] == 0

    def both(words):
        plain = run(words.split(), index, python=python, cwd=folder, stdin=b"typed")
        return plain, run(["-m", "faultbook", "run", *words.split()], index, python=python, cwd=folder, stdin=b"typed")

    for words, (plain, ours) in zip(SAME, side_by_side(both, SAME), strict=True):
        assert ours[:2] == plain[:2], words
        if words == "syntax.py":  # Python 3.9 reads a file with another parser than a text
            assert [line.strip() for line in ours[2].splitlines()][-1] == "SyntaxError: invalid syntax"
        else:
            assert ours[2] == plain[2], words
        assert "Error" not in plain[2] or plain[0] != 0
    plain, ours = both("fails.py")
    assert ours == (1, "", plain[2] + LINE)
    # The frames by which Python itself comes to a module are not there, ours neither.
    named = both("-m fails")[1]
    assert named == (1, "", plain[2] + LINE)


@pytest.mark.parametrize("flags", [["-I"], ["-P"], ["-W", "error"], ["-X", "dev"], ["-O"]])
def test_flags_of_python_hold_for_the_program(folder, index, flags):
    if flags == ["-P"] and sys.version_info < (3, 11):
        pytest.skip("-P came with Python 3.11")
    start = f"import sys; sys.path.append({surroundings()['PYTHONPATH']!r}); sys.argv[:1] = ['faultbook', 'run']; "
    start += "from faultbook.__main__ import main; sys.exit(main())"
    # `-c`, because an isolated Python does not know where the package is.
    for words in ("locals.py", "tools/probe.py"):
        plain = run([*flags, words], index, cwd=folder)
        ours = run([*flags, "-c", start, words], index, cwd=folder)
        assert ours[0] == plain[0]
        assert ours[1].splitlines()[:2] == plain[1].splitlines()[:2]


def test_the_program_finds_nothing_imported_that_is_heavy(folder, index):
    (folder / "loaded.py").write_text("import sys\nprint(*sorted(sys.modules))\n")
    plain = set(run(["-S", "loaded.py"], index, cwd=folder)[1].split())
    ours = set(run(["-S", "-m", "faultbook", "run", "loaded.py"], index, cwd=folder)[1].split())
    own = {f"faultbook{part}" for part in ("", ".hook", ".runner", ".language")}
    assert own <= ours
    assert ours & {
        "json",
        "argparse",
        "subprocess",
        "multiprocessing",
        "faultbook.matcher",
        "faultbook.cli",
    } == plain & ours & {"json"}


def test_spawned_children_find_their_program(folder, index):
    (folder / "spawns.py").write_text(
        "import multiprocessing\n\n"
        "def work():\n    raise RuntimeError('cudaErrorIllegalAddress')\n\n"
        "if __name__ == '__main__':\n"
        "    child = multiprocessing.get_context('spawn').Process(target=work)\n"
        "    child.start()\n    child.join()\n    print(child.exitcode)\n"
    )
    for words in (["spawns.py"], ["-m", "spawns"]):
        plain = run(words, index, cwd=folder)
        assert plain[:2] == (0, "1\n")
        assert plain[2].endswith("RuntimeError: cudaErrorIllegalAddress\n")
        assert run(["-m", "faultbook", "run", *words], index, cwd=folder) == plain


def test_an_interrupt_ends_the_program_as_python_does(folder, index):
    (folder / "waits.py").write_text("import time, pathlib\npathlib.Path('waiting').touch()\ntime.sleep(30)\n")
    ended = []
    # Where a shell started the tests in the background, a child would inherit that interrupts are ignored.
    listen = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    for words in (["waits.py"], ["-m", "faultbook", "run", "waits.py"]):
        started = {"env": surroundings(index), "cwd": folder, "stderr": subprocess.PIPE, "preexec_fn": listen}
        with subprocess.Popen([sys.executable, *words], **started) as process:
            assert soon((folder / "waiting").exists, 20)
            time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            stderr = process.stderr.read().decode()
        (folder / "waiting").unlink()
        ended.append((process.returncode, re.sub(r"\s+\^+", "", stderr)))
    assert ended[0] == ended[1]
    assert ended[0][0] == -signal.SIGINT


@pytest.mark.parametrize(
    ("arguments", "status", "stream"),
    [([], 2, 2), (["--nonsense"], 2, 2), (["-m"], 2, 2), (["-h"], 0, 1), (["--help"], 0, 1)],
)
def test_run_without_a_program_tells_its_usage(arguments, status, stream):
    told = run(["-m", "faultbook", "run", *arguments], FAULTBOOK_LANG="en")
    assert told[0] == status
    assert told[stream].startswith("usage: faultbook run FILE [ARGUMENT ...]\n")
    assert told[3 - stream] == ""
    assert run(["-m", "faultbook", "run", *arguments], FAULTBOOK_LANG="zh")[stream].startswith(
        "用法：faultbook run 文件"
    )
