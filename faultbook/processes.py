"""The hook in child processes of multiprocessing, which prints their tracebacks itself and calls no hook.

multiprocessing is neither imported nor changed before the program imports it. However children are started, they are
told: a fork has what its parent has, and what a spawned one reads first installs the hook.
"""

from __future__ import annotations

import sys

from faultbook import hook

TYPE_CHECKING = False  # as in hook
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Read by a child before anything else, and by no name: it must not fail where faultbook cannot be imported.
_INSTALL = "try:\n import faultbook\n faultbook.install()\nexcept Exception:\n pass\n"


LEAVE = "_exit_function"  # what multiprocessing calls when a child ends, however it does


class _Installer:
    """Installs the hook where it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str, dict[str, object]]]:
        return exec, (_INSTALL, {})


def _report_in_child(original: Callable[..., int]) -> Callable[..., int]:
    def _bootstrap(self: object, *arguments: Any, **named: Any) -> int:
        from multiprocessing import util  # there already: this is called by multiprocessing

        leave = getattr(util, LEAVE, None)
        ending: list[BaseException | None] = []
        if leave is None:
            return original(self, *arguments, **named)

        def noting(*given: Any, **more: Any) -> object:
            # Called while what ended the child is on its way through a `finally`: its traceback stays as it is.
            ending.append(sys.exc_info()[1])
            return leave(*given, **more)

        setattr(util, LEAVE, noting)
        try:
            return original(self, *arguments, **named)
        finally:
            setattr(util, LEAVE, leave)
            hook.report(ending[0] if ending else None)

    return _bootstrap


def _tell_child(original: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    def get_preparation_data(*arguments: Any, **named: Any) -> dict[str, Any]:
        data = original(*arguments, **named)
        data["faultbook"] = _Installer()
        return data

    return get_preparation_data


def _on_process(module: Any) -> None:
    hook.replace(module.BaseProcess, "_bootstrap", _report_in_child)


def _on_spawn(module: Any) -> None:
    hook.replace(module, "get_preparation_data", _tell_child)


_WANTED: dict[str, Callable[[Any], None]] = {
    "multiprocessing.process": _on_process,
    "multiprocessing.spawn": _on_spawn,
}


class _Watch:
    """Finds no module itself: it waits for the two above, and changes them once they are loaded."""

    def __init__(self) -> None:
        self.waiting = dict(_WANTED)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Return the spec that the others find for a module that is waited for; None for every other module."""
        change = self.waiting.pop(name, None)
        if change is None:
            return None
        for finder in sys.meta_path:
            spec = finder.find_spec(name, path, target) if finder is not self else None
            if spec is not None:
                _change_when_loaded(spec.loader, change)
                return spec
        return None


def _change_when_loaded(loader: Any, change: Callable[[Any], None]) -> None:
    load = getattr(loader, "exec_module", None)
    if load is None or isinstance(loader, type):  # a class loads more modules than this one
        return

    def exec_module(module: Any) -> None:
        load(module)
        change(module)

    loader.exec_module = exec_module


_watch = _Watch()


def watch() -> None:
    """Change multiprocessing now, if the program has imported it, else as soon as it does."""
    _watch.waiting = dict(_WANTED)
    for name, change in _WANTED.items():
        if name in sys.modules:
            del _watch.waiting[name]
            change(sys.modules[name])
    if _watch.waiting and _watch not in sys.meta_path:
        sys.meta_path.insert(0, _watch)


def unwatch() -> None:
    """Wait for nothing any more."""
    if _watch in sys.meta_path:
        sys.meta_path.remove(_watch)
