"""The zygote: imports frameworks, initialises nothing, and forks for each run."""

from __future__ import annotations

import json
import os

from .driver import is_initialised, maps_driver
from .guardian import guard, send
from .privacy import interpreter_folders
from .program import last_line
from .workspace import remove_while_written

NEEDED_BY_CHILDREN = ("ctypes", "fcntl", "resource", "select", "struct", "threading", "weakref")  # once, not in each


def serve_as_zygote(channel_fd: int, folder: str, preload: list[str]) -> int:
    """Import the frameworks, then fork for every request until the supervisor is gone."""
    import signal
    import socket

    channel = socket.socket(fileno=channel_fd)
    failed = import_all(preload)
    try:
        channel.send(json.dumps({"failed": failed} if failed else {"places": interpreter_folders()}).encode())
    except OSError:
        remove_while_written(folder)
        return 0
    if failed:
        return 1
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the guardians
    while True:
        try:
            message, descriptors, _flags, _sender = socket.recv_fds(channel, 65536, 4)
        except OSError:
            message = b""
        if not message:  # the supervisor died
            remove_while_written(folder)
            return 0
        request = json.loads(message)
        refused = "" if request["mode"] == "exec" else reason_not_to_fork()
        if refused:
            send(descriptors[3], {"refused": refused})
        elif os.fork() == 0:
            channel.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            guard(request, descriptors)
        for descriptor in descriptors:
            os.close(descriptor)


def import_all(preload: list[str]) -> str:
    """Import what the children will share; return why that failed, or nothing."""
    import gc
    import importlib

    try:
        for name in (*NEEDED_BY_CHILDREN, *preload):
            importlib.import_module(name)
    except BaseException as error:  # noqa: BLE001 - a broken framework is no reason to die without a word
        return last_line(error)[:2000]
    disable_finalizers()
    gc.collect()
    gc.freeze()  # what is loaded now is shared with the children and need not be looked at again
    return ""


def disable_finalizers() -> None:
    """Keep children from running at exit what frameworks registered for their end: it is slow, and nothing needs it."""
    import weakref

    for finalizer in list(getattr(weakref.finalize, "_registry", {})):
        finalizer.atexit = False


def reason_not_to_fork() -> str:
    """Say why a child of this process would not behave like a fresh one, or nothing."""
    threads = len(os.listdir("/proc/self/task"))
    if threads != 1:
        return f"{threads} threads run in the process that would fork"
    if maps_driver() and is_initialised():
        return "CUDA is initialised in the process that would fork"
    return ""
