"""One line under the traceback of an uncaught GPU exception: what it means, and the address of its page.

A clean run pays for nothing: index and matcher are loaded when an exception arrives. Nothing here raises, whatever the
exception does, and every hook that was there before is called first, as if this one were not there.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # as typing has it; importing that takes longer than all the rest
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SWITCH = "FAULTBOOK"
_OFF = ("0", "false", "no", "off")
_ENDINGS = (KeyboardInterrupt, SystemExit, GeneratorExit)


class _State:
    """What was replaced where, to be put back, and what was said."""

    def __init__(self) -> None:
        self.active = False
        self.replaced: list[tuple[Any, str, Any, Any]] = []
        self.said: dict[tuple[int, str], object] = {}


_state = _State()


def install(shell: object = None) -> None:
    """Hear of uncaught exceptions: of the main thread, of others, of a notebook's cells."""
    if is_off():
        return
    _state.active = True
    shell = shell or _running_shell()
    if shell is not None:
        replace(shell, "showtraceback", _cell_hook)
    else:
        replace(sys, "excepthook", _main_hook)
    try:
        import threading
    except RuntimeError:  # it cannot be imported while `sys.excepthook` is None
        pass
    else:
        replace(threading, "excepthook", _thread_hook)


def uninstall() -> None:
    """Put back what `install` replaced, except where something else was put in its place since."""
    _state.active = False
    while _state.replaced:
        owner, name, ours, previous = _state.replaced.pop()
        if getattr(owner, name, None) is ours:
            setattr(owner, name, previous)


def is_active() -> bool:
    """Tell whether exceptions are to be reported."""
    return _state.active and not is_off()


def is_off() -> bool:
    """Tell whether the user has turned it off."""
    return os.environ.get(SWITCH, "").strip().lower() in _OFF


def replace(owner: Any, name: str, make: Callable[[Any], Any]) -> None:
    """Put what `make` makes of a function in its place, unless that is ours already."""
    previous = getattr(owner, name, None)
    if previous is None or any(previous is ours for _owner, _name, ours, _previous in _state.replaced):
        return
    ours = make(previous)
    setattr(owner, name, ours)
    _state.replaced.append((owner, name, ours, previous))


def _main_hook(previous: Callable[..., object]) -> Callable[..., None]:
    def excepthook(kind: type[BaseException], value: BaseException, trace: object) -> None:
        try:
            previous(kind, value, trace)
        finally:
            report(value)

    return excepthook


def _thread_hook(previous: Callable[..., object]) -> Callable[..., None]:
    def excepthook(arguments: Any) -> None:
        try:
            previous(arguments)
        finally:
            report(arguments.exc_value)

    return excepthook


def _cell_hook(previous: Callable[..., object]) -> Callable[..., object]:
    def showtraceback(*arguments: Any, **named: Any) -> object:
        given = arguments[0] if arguments else named.get("exc_tuple")
        value = given[1] if isinstance(given, tuple) and len(given) == 3 else sys.exc_info()[1]
        try:
            return previous(*arguments, **named)
        finally:
            report(value, again=True)

    return showtraceback


def _running_shell() -> object:
    """Return the shell of IPython or Jupyter, if this runs in one."""
    found = sys.modules.get("IPython")
    try:
        return found.get_ipython() if found is not None else None
    except Exception:  # noqa: BLE001 - whatever else goes by this name
        return None


def report(value: object, *, again: bool = False) -> None:
    """Print the line for an exception, if it shows a GPU error; once, or where `again`, once for each page.

    A notebook lives for days and meets several errors; a program ends with its first.
    """
    try:
        if isinstance(value, BaseException) and not isinstance(value, _ENDINGS) and is_active():
            _report(value, again=again)
    except BaseException:  # noqa: BLE001, S110 - an error of ours, or of the exception's own methods, is to cost nothing
        pass


def _report(value: BaseException, *, again: bool) -> None:
    process = os.getpid()  # what the parent of a fork said does not count
    if not again and (process, "") in _state.said:
        return
    from faultbook import line  # takes its time, so not before there is an exception

    found = line.line_for(value, sys.stderr)
    if found is None:
        return
    name, text = found
    mine = object()
    # No lock, which another thread could hold while this process is forked: `setdefault` cannot be interrupted.
    if _state.said.setdefault((process, name if again else ""), mine) is mine:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
