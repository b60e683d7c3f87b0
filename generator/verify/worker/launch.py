"""What a forked process does before the first line of a program and after the last."""

from __future__ import annotations

import json
import os
import sys

from .driver import maps_driver
from .isolation import READ_ONLY
from .program import flush, last_line, run_program
from .protocol import SCRIPT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .messages import Isolation, Program, ProgramMarks, Request

FILE_BYTES = 4 << 30  # the largest file where the folder has no limit of its own


def become_program(request: Request, program: Program, descriptors: list[int]) -> None:
    """Make this process what a program expects, and run the program in it, or in a fresh interpreter. Never returns."""
    result, imported = descriptors[2:]
    marks: ProgramMarks = {**program["marks"], "imported": imported if request["hangs"] else None}
    try:
        set_up_process(request, descriptors)
        if request["mode"] == "exec":
            os.set_inheritable(result, True)
            os.set_inheritable(imported, bool(request["hangs"]))
            arguments = ["program", str(result), json.dumps(marks), program["name"]]
            command = [sys.executable, "-I", "-X", "faulthandler", SCRIPT, *arguments]
            os.execve(sys.executable, command, request["environment"])
        if not request["hangs"]:
            os.close(imported)
        refused = bad_fork()
        reset_inherited_state()
    except Exception as error:  # noqa: BLE001 - an exit code of ours would be taken for the program's
        refused = "the program could not be started: " + last_line(error)
    if refused:
        os.write(result, json.dumps({"refused": refused}).encode())
        os._exit(0)
    run_and_exit(program["name"], result, marks)


def set_up_process(request: Request, descriptors: list[int]) -> None:
    """Give this process the streams, the folder, the limits and the environment of a program."""
    stdout, stderr = descriptors[:2]
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (stdout, 1), (stderr, 2)):
        os.dup2(source, target)
    for descriptor in (nothing, stdout, stderr):
        os.close(descriptor)
    os.chdir(os.path.join(request["folder"], "work"))
    limit_files(request["isolation"])
    os.environ.clear()
    os.environ.update(request["environment"])


def bad_fork() -> str:
    """Say, in the child, whether a framework takes it for the child of a process that used CUDA."""
    torch = sys.modules.get("torch")
    try:
        return "PyTorch takes this for a bad fork" if torch and torch.cuda._is_in_bad_fork() else ""  # noqa: SLF001
    except AttributeError:
        return ""


def reset_inherited_state() -> None:
    """Undo what modules keep of the process that imported them."""
    if "numpy.random" in sys.modules:  # numpy imports it when somebody asks for it
        sys.modules["numpy.random"].seed()  # or every run would draw the same numbers; Python's own are reseeded
    if "tempfile" in sys.modules:
        setattr(sys.modules["tempfile"], "tempdir", None)  # noqa: B010 # to be looked up again in this environment


def limit_files(wanted: Isolation) -> None:
    """Allow no core dump, and no file above a size where the folder itself has none."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    if wanted["files"] != READ_ONLY:
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        limit = FILE_BYTES if hard == resource.RLIM_INFINITY else min(FILE_BYTES, hard)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))


def run_and_exit(name: str, result: int, marks: ProgramMarks) -> None:
    """Run the program and end this process as an interpreter would.

    Taking thousands of modules apart takes ten times as long as all the rest, and shows something only where a device
    has been used; elsewhere the process ends once threads, exit handlers and streams are done.
    """
    try:
        code = run_program(name, result, marks)
    except SystemExit as request_to_exit:
        code = exit_code_for(request_to_exit.code)
    if maps_driver():
        raise SystemExit(code)
    import atexit
    import threading

    for finish in (threading, "_shutdown"), (atexit, "_run_exitfuncs"):
        try:
            getattr(*finish)()
        except BaseException:  # noqa: BLE001 - no interpreter ends otherwise for it
            pass
    flush("stdout")
    flush("stderr")
    os._exit(code & 0xFF)


def exit_code_for(code: Any) -> int:
    """Return the exit code for what `sys.exit` was given; print a text, as Python does."""
    if code is None or isinstance(code, int):
        return int(code or 0)
    print(code, file=sys.stderr)  # noqa: T201 - as the interpreter does
    return 1
