"""One line under the traceback of an uncaught GPU exception, and nothing else anywhere."""

import json
import os
import pty
import subprocess
import sys
import textwrap

import pytest
from package_runs import SITE, pythons, run, surroundings
from worker_runs import side_by_side

INSTALL = "import faultbook\nfaultbook.install()\n"
LINE = f"→ A kernel used an address that is not its own: {SITE}e/cudaErrorIllegalAddress/\n"
FULL = f"→ The GPU is full: {SITE}e/first-entry/\n"
RAISE = 'raise RuntimeError("CUDA error: an illegal memory access was encountered")\n'
# Program → the line that is added to what it prints without us.
PROGRAMS = {
    "a GPU error": (RAISE, LINE),
    "one known by its name": (
        "class AcceleratorError(RuntimeError): pass\nraise AcceleratorError('cudaErrorIllegalAddress')",
        LINE,
    ),
    "a class known by its module": (
        """
        E = type("OutOfMemoryError", (RuntimeError,), {"__module__": "torch"})
        raise E("CUDA error: unknown")
        """,
        FULL,
    ),
    "the cause of another": (
        """
        try:
            raise RuntimeError("cudaErrorIllegalAddress")
        except RuntimeError as error:
            raise ValueError("no") from error
        """,
        LINE,
    ),
    "the context of another": (
        """
        try:
            raise RuntimeError("cudaErrorIllegalAddress")
        finally:
            {}["a"]
        """,
        LINE,
    ),
    "two, of which the inner one counts": (
        """
        try:
            raise RuntimeError("cudaErrorIllegalAddress")
        finally:
            raise RuntimeError("CUDA out of memory. Tried to allocate 2 GiB")
        """,
        LINE,
    ),
    "hidden by the program": (
        """
        try:
            raise RuntimeError("cudaErrorIllegalAddress")
        except RuntimeError:
            raise ValueError("no") from None
        """,
        "",
    ),
    "a worker's traceback as text": (
        r"""
        raise RuntimeError('Caught RuntimeError in worker process 0.\nOriginal Traceback (most recent call last):\n'
            '  File "w.py", line 1, in <module>\nRuntimeError: CUDA error: an illegal memory access was encountered\n')
        """,
        LINE,
    ),
    "user data in the message": (
        "raise RuntimeError('CUDA out of memory. Tried to allocate 2 for /home/me?q')",
        FULL,
    ),
    "a message of a megabyte": (r"raise RuntimeError('x' * 1_000_000 + '\ncudaErrorIllegalAddress')", LINE),
    "a chain of a hundred": (
        """
        error = None
        for number in range(100):
            new = RuntimeError(f"CUDA out of memory. Tried to allocate {number} GiB")
            new.__cause__, error = error, new
        raise error
        """,
        FULL,
    ),
    "a chain that bites its tail": (
        """
        first, second = RuntimeError("cudaErrorIllegalAddress"), ValueError()
        first.__cause__, second.__cause__ = second, first
        raise second
        """,
        LINE,
    ),
    "another error": ("{}['CUDA']", ""),
    "another vendor's error": ("raise RuntimeError('HIP error: invalid device function')", ""),
    "only a wrapper": (
        """
        module = "torch.distributed.elastic.multiprocessing.errors"
        raise type("ChildFailedError", (Exception,), {"__module__": module})
        """,
        "",
    ),
    "an interrupt": (
        """
        try:
            raise RuntimeError("cudaErrorIllegalAddress")
        finally:
            raise KeyboardInterrupt
        """,
        "",
    ),
    "an exit": ("raise SystemExit('cudaErrorIllegalAddress')", ""),
    "a message that raises": (
        """
        class E(Exception):
            def __str__(self): raise ValueError
        raise E
        """,
        "",
    ),
    "a message that ends the program": (
        """
        class E(Exception):
            def __str__(self): raise SystemExit(7)
        raise E
        """,
        "",
    ),
    "a message that is no text": (
        """
        class E(Exception):
            def __str__(self): return 1
        raise E
        """,
        "",
    ),
    "a cause whose message raises": (
        """
        class E(Exception):
            def __str__(self): raise ValueError
        try:
            raise E
        except E as error:
            raise RuntimeError("cudaErrorIllegalAddress") from error
        """,
        LINE,
    ),
    "a message with methods of its own": (
        """
        class S(str):
            def __len__(self): raise ValueError
            def __getitem__(self, key): raise ValueError
        class E(Exception):
            def __str__(self): return S("cudaErrorIllegalAddress")
        raise E
        """,
        LINE,
    ),
    "a class with an odd module": (
        """
        E = type("E", (Exception,), {"__module__": 7})
        raise E("cudaErrorIllegalAddress")
        """,
        LINE,
    ),
    "a message with the address of the page": (
        f"raise RuntimeError('CUDA out of memory. Tried to allocate 2 GiB, see {SITE}e/first-entry/')",
        "",
    ),
    "no standard error": ("import sys\nsys.stderr = None\nraise RuntimeError('cudaErrorIllegalAddress')", ""),
    "no error": ("print('done')", ""),
}
SINCE_11 = {
    "a note": ("error = RuntimeError('failed')\nerror.add_note('cudaErrorIllegalAddress')\nraise error", LINE),
    "a member of a group": (
        "raise ExceptionGroup('all', [KeyError(1), RuntimeError('cudaErrorIllegalAddress')])",
        LINE,
    ),
}
PROGRAMS.update(SINCE_11 if sys.version_info >= (3, 11) else {})


def with_and_without(index, **named):
    """Return what a program says with the hook and without, from the same file, so that tracebacks are equal."""
    with_us = run(["program.py"], index, **named)
    return with_us, run(["program.py"], index, FAULTBOOK="0", **named)


@pytest.fixture(scope="module")
def told(index, tmp_path_factory):
    """Return what each program says with the hook and without: they run side by side, once."""

    def both(case):
        folder = tmp_path_factory.mktemp("program")
        (folder / "program.py").write_text(INSTALL + textwrap.dedent(PROGRAMS[case][0]), encoding="utf-8")
        return with_and_without(index, cwd=folder)

    return dict(zip(PROGRAMS, side_by_side(both, PROGRAMS), strict=True))


@pytest.mark.parametrize("case", PROGRAMS)
def test_an_uncaught_exception_is_as_without_us_and_a_gpu_error_has_one_more_line(told, case):
    (status, stdout, stderr), (plain_status, plain_stdout, plain_stderr) = told[case]
    assert (status, stdout) == (plain_status, plain_stdout)
    assert stderr == plain_stderr + PROGRAMS[case][1]


def program(folder, text, **named):
    """Run a program; return its standard error."""
    (folder / "program.py").write_text(textwrap.dedent(text), encoding="utf-8")
    return run(["program.py"], cwd=folder, **named)[2]


def test_the_hook_that_was_there_is_called_first_and_comes_back(tmp_path, index):
    stderr = program(
        tmp_path,
        """
        import sys, threading
        import faultbook

        def mine(kind, value, trace):
            print("mine", file=sys.stderr)

        sys.excepthook = mine
        theirs = threading.excepthook
        faultbook.install()
        ours = sys.excepthook
        faultbook.install()
        assert sys.excepthook is ours is not mine
        faultbook.uninstall()
        faultbook.uninstall()
        assert sys.excepthook is mine and threading.excepthook is theirs
        faultbook.install()
        late = sys.excepthook
        sys.excepthook = lambda *given: late(*given)
        faultbook.uninstall()
        assert sys.excepthook is not mine
        faultbook.install()
        raise RuntimeError("cudaErrorIllegalAddress")
        """,
        index=index,
    )
    assert stderr == f"mine\n{LINE}"


def test_no_hook_at_all_is_left_as_it_is(tmp_path, index):
    text = "import sys\nkept, sys.excepthook = sys.excepthook, None\n" + INSTALL
    text += "assert sys.excepthook is None\nsys.excepthook = kept\n" + INSTALL + RAISE
    assert program(tmp_path, text, index=index).endswith(f"was encountered\n{LINE}")


def test_a_hook_that_fails_is_told_of_as_without_us(tmp_path, index):
    text = "import sys\ndef broken(*given): raise ValueError('broken')\nsys.excepthook = broken\n" + INSTALL + RAISE
    (tmp_path / "program.py").write_text(text)
    (status, _stdout, stderr), (plain_status, _plain, plain) = with_and_without(index, cwd=tmp_path)
    assert status == plain_status == 1
    assert stderr.startswith("→") or LINE in stderr
    assert [line for line in plain.splitlines() if line not in stderr.splitlines()] == []


def test_threads_are_heard_too_and_a_process_says_it_once(tmp_path, index):
    stderr = program(
        tmp_path,
        """
        import faultbook, threading
        faultbook.install()

        def fail(message):
            raise RuntimeError(message)

        for message in ("cudaErrorIllegalAddress", "CUDA out of memory. Tried to allocate 2 GiB") * 4:
            threading.Thread(target=fail, args=(message,)).start()
        """,
        index=index,
    )
    assert stderr.count("Traceback") == 8
    assert stderr.count("→") == stderr.count(LINE) + stderr.count(FULL) == 1


def test_what_a_parent_said_does_not_silence_its_forks(tmp_path, index):
    stderr = program(
        tmp_path,
        """
        import faultbook, os, threading
        faultbook.install()

        def fail():
            raise RuntimeError("cudaErrorIllegalAddress")

        first = threading.Thread(target=fail)
        first.start()
        first.join()
        child = os.fork()
        if child:
            os.waitpid(child, 0)
        fail()
        """,
        index=index,
    )
    assert stderr.count("Traceback") == 3
    assert stderr.count(LINE) == 2, "one of the parent, one of the child"


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_a_child_ends_as_without_us_and_its_parent_reports_the_error_that_it_passes_on(tmp_path, index, method):
    (tmp_path / "program.py").write_text(
        textwrap.dedent(f"""
            import concurrent.futures, faultbook, multiprocessing

            def work():
                raise RuntimeError("cudaErrorIllegalAddress")

            if __name__ == "__main__":
                faultbook.install()
                context = multiprocessing.get_context({method!r})
                child = context.Process(target=work)
                child.start()
                child.join()
                with concurrent.futures.ProcessPoolExecutor(1, context) as pool:
                    pool.submit(work).result()
            """)
    )
    ours, plain = with_and_without(index, cwd=tmp_path)
    assert plain[2].count("RuntimeError: cudaErrorIllegalAddress\n") == 3, "the child's, the worker's, the parent's"
    assert ours == (*plain[:2], plain[2] + LINE)


@pytest.mark.parametrize("value", ["0", "false", "OFF", " no "])
def test_it_can_be_turned_off(tmp_path, index, value):
    text = INSTALL + "import sys\nassert sys.excepthook is sys.__excepthook__\n" + RAISE
    stderr = program(tmp_path, text, index=index, FAULTBOOK=value)
    assert stderr.endswith("RuntimeError: CUDA error: an illegal memory access was encountered\n")
    assert LINE in program(tmp_path, INSTALL + RAISE, index=index, FAULTBOOK="1")
    late = f"import os\n{INSTALL}os.environ['FAULTBOOK'] = '0'\n{RAISE}"
    assert "→" not in program(tmp_path, late, index=index)


def test_the_line_is_in_the_readers_language_as_far_as_the_stream_can(tmp_path, index):
    chinese = f"→ 核函数访问了不属于它的地址：{SITE}zh/e/cudaErrorIllegalAddress/\n"
    assert program(tmp_path, INSTALL + RAISE, index=index, FAULTBOOK_LANG="zh").endswith(chinese)
    narrow = {"FAULTBOOK_LANG": "zh", "PYTHONIOENCODING": "ascii"}
    assert program(tmp_path, INSTALL + RAISE, index=index, **narrow).endswith(LINE.replace("→", "->"))


def test_a_hook_that_collects_the_traceback_gets_the_line_too(tmp_path, index):
    # torch.distributed puts the rank before every line, and redirects standard error to do so.
    text = """
        import io, sys
        import faultbook
        faultbook.install()
        before = sys.excepthook

        def with_rank(*given):
            stream, sys.stderr = sys.stderr, io.StringIO()
            try:
                before(*given)
            finally:
                told, sys.stderr = sys.stderr.getvalue(), stream
            for line in told.splitlines():
                print("[rank0]:", line, file=stream)

        sys.excepthook = with_rank
        raise RuntimeError("cudaErrorIllegalAddress")
        """
    assert program(tmp_path, text, index=index).endswith(f"[rank0]: {LINE}")


def test_without_an_index_there_is_no_line(tmp_path, index):
    plain = program(tmp_path, INSTALL + RAISE, index=index, FAULTBOOK="0")
    assert program(tmp_path, INSTALL + RAISE) == plain
    broken = tmp_path / "broken.json"
    broken.write_text("[")
    assert program(tmp_path, INSTALL + RAISE, index=broken) == plain
    broken.write_text(json.dumps({**json.loads(index.read_bytes()), "entries": 7}))
    assert program(tmp_path, INSTALL + RAISE, index=broken) == plain


def test_a_closed_standard_error_stays_closed(tmp_path, index):
    (tmp_path / "program.py").write_text(f"{INSTALL}import sys\nsys.stderr.close()\n{RAISE}")
    (status, stdout, stderr), plain = with_and_without(index, cwd=tmp_path)
    assert (status, stdout, "→" in stderr) == (plain[0], plain[1], False)
    assert "faultbook" not in stderr


def test_a_terminal_gets_a_link(tmp_path, index):
    (tmp_path / "program.py").write_text(INSTALL + RAISE)
    ours, theirs = pty.openpty()
    known = surroundings(index, TERM="xterm-kitty")
    subprocess.run([sys.executable, "program.py"], env=known, cwd=tmp_path, stderr=theirs, check=False)
    os.close(theirs)
    written = os.read(ours, 1 << 16).decode()
    os.close(ours)
    address = f"{SITE}e/cudaErrorIllegalAddress/"
    assert written.rstrip().endswith(f": \x1b]8;;{address}\x1b\\{address}\x1b]8;;\x1b\\")


LOADED = "import sys, json\nbefore = set(sys.modules)\n{first}\nprint(json.dumps(sorted(set(sys.modules) - before)))"


@pytest.mark.parametrize("python", pythons().values(), ids=pythons())
def test_a_clean_run_loads_next_to_nothing(python):
    def loaded(first):
        # Without the packages of this machine, some of which are loaded at every start and hide what we load.
        status, stdout, stderr = run(["-S", "-c", LOADED.format(first=first)], python=python)
        assert (status, stderr) == (0, "")
        return set(json.loads(stdout))

    assert loaded("import faultbook") == {"__future__", "faultbook"}
    ours = {"__future__", "faultbook", "faultbook.hook"}
    assert loaded(INSTALL) == ours | loaded("import threading")
