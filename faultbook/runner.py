"""`faultbook run`: a program as `python FILE` or `python -m MODULE` would run it, with the hook installed.

The program is `__main__` for good, not for the time of a call: its atexit functions, its threads and its child
processes find it as they would without us. `runpy` would put ours back as soon as the program's main thread ends,
change `sys.argv[0]`, end with another status where the file is missing, and leave its frames in every traceback.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys

import faultbook
from faultbook import language

TYPE_CHECKING = False  # as in hook
if TYPE_CHECKING:
    from types import CodeType, ModuleType, TracebackType
    from typing import Any

USAGE = 2
FAILED = 1
OURS = os.path.dirname(__file__)
Main = type(sys)  # a module's type
_HELP = language.N_(
    "usage: faultbook run FILE [ARGUMENT ...]\n"
    "       faultbook run -m MODULE [ARGUMENT ...]\n\n"
    "Run a program as Python itself would. An uncaught GPU error gets one line with the address of its page under\n"
    "its traceback; FAULTBOOK=0 turns that off. The exit status is the program's own."
)


class _CannotStartError(Exception):
    """The program cannot be started; Python itself would say so, and end with this status."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status


def main(arguments: list[str]) -> int:
    """Run a program; what it ends with is passed on."""
    by_name = arguments[:1] == ["-m"]
    program = arguments[1:2] if by_name else arguments[:1]
    if not program or (program[0].startswith("-") and not by_name):
        return _say_usage(asked=arguments[:1] in (["-h"], ["--help"]))
    sys.argv = arguments[1:] if by_name else arguments
    faultbook.install()
    try:
        module, code = _module(program[0]) if by_name else _script(program[0])
        sys.modules["__main__"] = module
        exec(code, module.__dict__)  # noqa: S102 - this is what was asked for
    except _CannotStartError as error:
        print(f"{sys.executable}: {error}", file=sys.stderr)  # noqa: T201 - as Python does
        return error.status
    except SystemExit:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever the program raised
        uncaught = error
    else:
        return 0
    _show(uncaught)
    raise uncaught  # with nothing more to be shown: the interpreter ends as it does after any uncaught exception


def _say_usage(*, asked: bool) -> int:
    from faultbook.output import Said, deliver  # nothing that a program to be run should wait for

    words = language.words(language.choose(("en", "zh")))
    return deliver(Said(words(_HELP)) if asked else Said("", words(_HELP), USAGE), words)


def _show(error: BaseException) -> None:
    """Show an exception as uncaught, without the frames that are ours."""
    error.__traceback__ = _without_ours(error.__traceback__)
    hook = sys.excepthook
    sys.excepthook = _nothing
    try:
        hook(type(error), error, error.__traceback__)
    except Exception as other:  # noqa: BLE001 - the program's own hook
        print("Error in sys.excepthook:", file=sys.stderr)  # noqa: T201 - as Python does
        other.__traceback__ = _without_ours(other.__traceback__)
        sys.__excepthook__(type(other), other, other.__traceback__)
        print("\nOriginal exception was:", file=sys.stderr)  # noqa: T201 - as Python does
        sys.__excepthook__(type(error), error, error.__traceback__)


def _without_ours(trace: TracebackType | None) -> TracebackType | None:
    while trace is not None and os.path.dirname(trace.tb_frame.f_code.co_filename) == OURS:
        trace = trace.tb_next
    return trace


def _nothing(*_exception: object) -> None:
    pass


def _first_path(folder: str, *, always: bool = False) -> None:
    """Put a folder where Python puts a program's own, unless it was told not to."""
    if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
        sys.path[0] = folder
    elif always:
        sys.path.insert(0, folder)


def _script(path: str) -> tuple[ModuleType, CodeType]:
    """Return the module and the code of a file, or of a folder or zip file with a `__main__.py`."""
    whole = os.path.abspath(path)
    spec = importlib.machinery.PathFinder.find_spec("__main__", [whole])
    if sys.path_importer_cache.get(whole) is not None:
        _first_path(whole, always=True)
        return _from_spec(spec, f"can't find '__main__' module in {whole!r}")
    _first_path(os.path.dirname(os.path.realpath(path)))
    compiled = path.endswith(".pyc")
    kind = importlib.machinery.SourcelessFileLoader if compiled else importlib.machinery.SourceFileLoader
    loader: Any = kind("__main__", whole)
    try:
        if compiled:
            code = loader.get_code("__main__")
        else:  # not by get_code: Python keeps no bytecode of a program's own file
            code = compile(loader.get_data(whole), whole, "exec", dont_inherit=True)
    except OSError as error:
        text = f"can't open file {whole!r}: [Errno {error.errno}] {error.strerror}"
        raise _CannotStartError(text, USAGE) from None
    return _main_module(__file__=whole, __loader__=loader, __cached__=None), code


def _module(name: str) -> tuple[ModuleType, CodeType]:
    """Return the module and the code of a module by its name, or of the `__main__` of a package."""
    _first_path(os.getcwd())
    try:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations is not None:
            package, spec = name, importlib.util.find_spec(f"{name}.__main__")
            if spec is None:
                text = f"No module named {package}.__main__; '{package}' is a package and cannot be directly executed"
                raise _CannotStartError(text, FAILED)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        text = f"Error while finding module specification for {name!r} ({type(error).__name__}: {error})"
        raise _CannotStartError(text, FAILED) from error
    module, code = _from_spec(spec, f"No module named {name}")
    sys.argv[0] = str(spec.origin if spec else name)
    return module, code


def _from_spec(spec: Any, missing: str) -> tuple[ModuleType, CodeType]:
    if spec is None or spec.loader is None:
        raise _CannotStartError(missing, FAILED)
    code = spec.loader.get_code(spec.name)
    if code is None:
        raise _CannotStartError(f"No code object available for {spec.name}", FAILED)
    module = _main_module(
        __file__=spec.origin,
        __loader__=spec.loader,
        __cached__=spec.cached,
        __package__=spec.parent,
        __spec__=spec,
    )
    return module, code


def _main_module(**names: object) -> ModuleType:
    module = Main("__main__")
    if "__annotations__" in sys.modules["__main__"].__dict__:  # before Python 3.14
        names["__annotations__"] = {}
    module.__dict__.update(names, __builtins__=sys.modules["builtins"])
    return module
