"""Guardian and reaper: isolate one run, wait for its end, and kill every process of it."""

from __future__ import annotations

import json
import os

from .isolation import OWN_PROCESSES, READ_ONLY, ViolationMonitor, isolate, libc, mount_proc
from .launch import become_program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .messages import Isolation, Program, Request, RunEnd

DIE_WITH_PARENT, ADOPT_ORPHANS = 1, 36  # PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER


def send(control_fd: int, message: RunEnd) -> None:
    """Send the supervisor a message, if it is still there."""
    try:
        os.write(control_fd, json.dumps(message).encode())
    except OSError:
        pass


def guard(request: Request, descriptors: list[int]) -> None:
    """Isolate, fork, wait until the deadline, kill all, send how it ended. Never returns.

    The descriptors are those of stdout, stderr, the program's report, and the supervisor.
    """
    import time

    stdout, stderr, result, control = descriptors
    os.setsid()
    try:
        with open(os.path.join(request["folder"], "job.json"), encoding="utf-8") as file:
            program = json.load(file)
        libc().prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
        isolate(request["isolation"], request["folder"], request["folder_bytes"])
        monitor = ViolationMonitor(request["isolation"], request["folder"])
        write_files(program, request["folder"])
    except OSError as error:
        send(control, {"harness": f"isolation could not be set up: {error}"})
        os._exit(0)
    read_end, write_end = os.pipe()
    imports, imported = os.pipe()  # where the program says that its imports are done
    started = time.monotonic()
    reaper = os.fork()
    if reaper == 0:
        for descriptor in (read_end, control, imports):
            os.close(descriptor)
        for file in monitor.files:
            file.close()
        reap(write_end, [stdout, stderr, result, imported], request["isolation"])
        become_program(request, program, [stdout, stderr, result, imported])
    for descriptor in (write_end, stdout, stderr, result, imported):
        os.close(descriptor)
    ended, end = wait_for_end(read_end, control, imports, request)
    seconds = time.monotonic() - started
    gone = kill_everything(reaper)
    send(control, {"seconds": seconds, **end, "timed_out": not ended, "touched": monitor.found(), "gone": gone})
    os._exit(0)


def write_files(program: Program, folder: str) -> None:
    """Make the folders of a run, and write the program and the files it needs into one."""
    for name in ("work", "home", "tmp"):
        os.mkdir(os.path.join(folder, name))
    for name, text in {**program["files"], program["name"]: program["source"]}.items():
        with open(os.path.join(folder, "work", name), "w", encoding="utf-8", newline="") as file:
            file.write(text)


def reap(write_end: int, others: list[int], wanted: Isolation) -> None:
    """Fork the program, wait for its end and send the guardian how it ended. Returns only in the program's process."""
    import signal
    import time

    libc().prctl(DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    if wanted["processes"] == OWN_PROCESSES:
        try:
            mount_proc(read_only=wanted["files"] == READ_ONLY)
        except OSError as error:
            os.write(write_end, json.dumps({"harness": f"isolation could not be set up: {error}"}).encode())
            os._exit(0)
    started = time.monotonic()
    program = os.fork()
    if program == 0:
        os.close(write_end)
        libc().prctl(DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        return
    for descriptor in others:
        os.close(descriptor)
    pid = 0
    while pid != program:
        pid, status, usage = os.wait4(-1, 0)
    end: RunEnd = {"status": status, "peak_kib": usage.ru_maxrss, "seconds": time.monotonic() - started}
    os.write(write_end, json.dumps(end).encode())
    os._exit(0)


def wait_for_end(read_end: int, control: int, imports: int, request: Request) -> tuple[bool, RunEnd]:
    """Wait for the reaper's message, at most until the deadline. Tell whether it came, and what it was.

    Where the program is expected to hang, it may take the usual time for its imports, and after them only as long as
    it is to hang: what still imports has not hung.
    """
    import select
    import time

    watched, give_up, done = [read_end, control], time.monotonic() + request["deadline"], None
    hangs = request["hangs"]
    ready = select.select([*watched, imports] if hangs else watched, [], [], request["deadline"])[0]
    if hangs and ready == [imports]:
        if os.read(imports, 1):
            done = time.monotonic()
            give_up = done + hangs
        ready = select.select(watched, [], [], max(0.0, give_up - time.monotonic()))[0]
    if read_end not in ready:  # the deadline, or the supervisor is gone
        after_imports = time.monotonic() - done if done else 0.0
        return False, {"after_imports": after_imports} if hangs else {}
    message = os.read(read_end, 65536)
    return True, json.loads(message) if message else {"harness": "the parent of the program was killed"}


def kill_everything(reaper: int) -> bool:
    """Kill the reaper and all that the program started; tell whether all of it is gone."""
    import signal
    import time

    give_up = time.monotonic() + 10
    try:
        os.kill(reaper, signal.SIGKILL)  # pid 1 of its namespace: the kernel kills all others there
    except ProcessLookupError:
        pass
    while time.monotonic() < give_up:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return True
        for child in child_processes(os.getpid()):  # without a namespace: orphans, adopted one after another
            try:
                os.kill(child, signal.SIGKILL)
            except OSError:
                pass
        time.sleep(0.002)
    return False


def child_processes(parent: int) -> list[int]:
    """Return the children of a process with one thread."""
    try:
        with open(f"/proc/{parent}/task/{parent}/children", encoding="ascii") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []
