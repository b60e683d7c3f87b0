"""One program, in its own process: run it as `python NAME` would, and report what it did."""

from __future__ import annotations

import builtins
import json
import linecache
import os
import sys
import traceback
import types

from .driver import device_sync
from .protocol import FRAMEWORKS, PROTOCOL, STARTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .messages import ExceptionRecord, ProgramMarks, Report

# Everything else is imported where it is used: a program should find as little imported as under plain python.

MAX_MESSAGE = 20000  # characters
PASSED, IMPORTED = "__faultbook_passed__", "__faultbook_imported__"  # the functions that marked places call


def run_program(name: str, result_fd: int, marks: ProgramMarks) -> int:
    """Run the program, report what it did on the descriptor, and return the exit code that `python NAME` would have.

    Raises SystemExit where the program does.
    """
    os.set_inheritable(result_fd, False)
    passed = watch_marks(marks)
    hide_worker()
    process = os.getpid()
    with open(name, encoding="utf-8") as file:
        source = file.read()
    os.write(result_fd, STARTED)
    module = types.ModuleType("__main__")
    module.__file__ = name
    sys.modules["__main__"] = module
    sys.argv[:] = [name]
    sys.path.insert(0, os.getcwd())
    # The traceback then shows the program's own lines, as it would for a user.
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    error = None
    try:
        code = compile(insert_calls(source, marks), name, "exec", dont_inherit=True)
        exec(code, module.__dict__)  # noqa: S102 - running it is what this file is for
    except SystemExit:
        report(result_fd, process, passed, exit_requested=True)
        raise
    except BaseException as caught:  # noqa: BLE001 - every way a program can fail is an observation
        error = caught
    report(result_fd, process, passed, error)
    if error is None:
        return 0
    print_traceback(error)
    return 1


def hide_worker() -> None:
    """Let a program find no module of the worker among those imported; whoever imports one here has done so by now."""
    package = __name__.rpartition(".")[0]
    for name in [name for name in sys.modules if str(name) == package or str(name).startswith(package + ".")]:
        del sys.modules[name]


def insert_calls(source: str, marks: ProgramMarks) -> str:
    """Insert calls at the places marked in a program; every line, and what is before a place, stays where it is.

    A place is the end of a simple statement, so that no traceback and no other line shows the call.
    """
    places = [(place, PASSED) for place in marks["asserts"] or () if __debug__]  # else no assertion is evaluated
    places += [(marks["imports"], IMPORTED)] if marks["imports"] and marks["imported"] is not None else []
    lines = source.encode().split(b"\n")
    for (line, column), name in sorted(places, reverse=True):
        text = lines[line - 1]
        lines[line - 1] = text[:column] + b"; " + name.encode() + b"()" + text[column:]
    return b"\n".join(lines).decode()


def watch_marks(marks: ProgramMarks) -> list[int] | None:
    """Define the functions that marked places call. Return where passed assertions are counted, or None: not known.

    Only those of the main thread count. A fork of the program counts in its own memory, which nobody reads.
    """
    import _thread

    main_thread, passed, imported = _thread.get_ident(), [0], marks["imported"]

    def note_passed() -> None:
        passed[0] += _thread.get_ident() == main_thread

    def note_imported(write: Any = os.write) -> None:
        try:
            write(imported, b"!")
        except OSError:
            pass  # closed by the program

    if marks["asserts"]:
        setattr(builtins, PASSED, note_passed)
    if imported is not None:
        os.set_inheritable(imported, False)
        setattr(builtins, IMPORTED, note_imported)
        if not marks["imports"]:
            note_imported()
    return None if marks["asserts"] is None else passed


def report(
    result_fd: int,
    process: int,
    passed: list[int] | None,
    error: BaseException | None = None,
    *,
    exit_requested: bool = False,
) -> None:
    """Send what was seen. Where the program broke what this needs, leave as nobody could take for an outcome."""
    try:
        if os.getpid() != process:
            return  # a fork of the program that ran on to the end
        flush("stdout")
        flush("stderr")
        record: Report = {
            "protocol": PROTOCOL,
            "exception": describe(error) if error is not None else None,
            "exit_requested": exit_requested,
            "assertions": passed[0] if passed else None,
            "errnos": system_errors(error),
            "device_sync": device_sync(),
            "imported": imported_frameworks(),
        }
        with os.fdopen(result_fd, "w", encoding="utf-8") as pipe:
            json.dump(record, pipe)
    except BaseException:  # noqa: BLE001 - anything may be broken
        os._exit(0)


def flush(name: str) -> None:
    """Flush `stdout` or `stderr`, if there is anything to flush."""
    try:
        getattr(sys, name).flush()
    except Exception:  # noqa: BLE001 - closed, replaced or deleted by the program
        pass


def imported_frameworks() -> list[str]:
    """Return the frameworks that this process has imported, sorted."""
    roots = {str(name).partition(".")[0] for name in list(sys.modules)}
    return sorted(root for root in roots if FRAMEWORKS.match(root))


def exception_chain(error: BaseException | None) -> list[BaseException]:
    """Return an exception and those that Python prints with it, at most ten."""
    chain: list[BaseException] = []
    while error is not None and len(chain) < 10:
        chain.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return chain


def system_errors(error: BaseException | None) -> list[int]:
    """Return the system error numbers along the chain of an exception."""
    numbers = [getattr(link, "errno", None) for link in exception_chain(error) if isinstance(link, OSError)]
    return [number for number in numbers if isinstance(number, int)]


def describe(error: BaseException) -> ExceptionRecord:
    """Return what is recorded of an exception."""
    lines = [last_line(link) for link in exception_chain(error)]
    return {
        "classes": [qualified_name(base) for base in type(error).__mro__],
        "message": printable(safe_str(error)),
        "line": lines[0],
        "chain": lines[1:],
    }


def qualified_name(kind: type) -> str:
    """Name a class as Python prints it; but one of the program's own must not pass for a built-in or a library's."""
    module, name = kind.__module__, kind.__qualname__
    own = module == "__main__" and not hasattr(builtins, name) and "." not in name
    return name if own or module == "builtins" else module + "." + name


def last_line(error: BaseException) -> str:
    """Return what Python prints of an exception alone. Notes that somebody added to it are not what was raised."""
    formatted = traceback.TracebackException(type(error), error, None)
    setattr(formatted, "__notes__", None)  # noqa: B010 # Python 3.9 and 3.10 know none
    return printable("".join(formatted.format_exception_only()).strip())


def printable(text: str) -> str:
    """Return as much of a text as is kept, half surrogate pairs written as Python prints them."""
    return text[:MAX_MESSAGE].encode("utf-8", "backslashreplace").decode("utf-8")


def safe_str(error: BaseException) -> str:
    """Return the text of an exception, also where its `__str__` is broken."""
    try:
        return str(error)
    except Exception as failure:  # noqa: BLE001 - a broken __str__ belongs to the program
        return f"<__str__ raised {type(failure).__name__}>"


def print_traceback(error: BaseException) -> None:
    """Print an exception as the interpreter would, without the frames of this module."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_globals is globals():
        trace = trace.tb_next
    hook = getattr(sys, "excepthook", sys.__excepthook__)
    show = traceback.print_exception if hook is sys.__excepthook__ else hook  # the program's own
    show(type(error), error, trace)
    flush("stderr")
