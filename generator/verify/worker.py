"""Run snippets under any interpreter. One file, standard library only, Python 3.9 or later, Linux.

Started by path, so that a bare GPU host needs nothing else (`batch.py` beside it runs a whole plan):

    python -I worker.py probe      describe this environment as JSON
    python -I worker.py devices    list the GPUs that the CUDA driver library itself reports, as JSON

How a snippet runs. A supervisor, which never touches CUDA, starts a *zygote*: a process that imports the
frameworks a snippet imports, initialises nothing, and waits. For each run the zygote forks a *guardian*, which
leaves for namespaces of its own and forks a *reaper*, which forks the process of the program. In mode `fork` that
process is the program; in mode `exec` it becomes a fresh interpreter first (its zygote imported nothing).

    supervisor ── zygote ── guardian ── reaper ── program
                   imports   isolation   is pid 1    runs it, reports on a private descriptor
                             deadline    in there
                             kills all

Isolation keeps honest programs from disturbing each other, this machine and their own record: own session, own
process and network namespaces, everything read-only but a private folder of limited size, a clean environment,
capped output, a deadline after which everything dies. It is no wall against a hostile program: one that wants to can
forge its record, and the GPU driver's whole interface is open to it.
"""

from __future__ import annotations

import builtins
import json
import linecache
import os
import re
import sys
import traceback
import types
from typing import Any, Callable, Iterable, Iterator

# Everything else is imported where it is used: a program should find as little imported as under plain python.

PROTOCOL = 3  # what a run reports and under what conditions it runs; raised when either changes
MAX_MESSAGE = 20000
STARTED = b"started\n"  # sent before a program's first line: without it, what happened says nothing of the program
# CUresult of a thread without a context: driver not initialized, driver shut down, no context.
NOTHING_TO_WAIT_FOR = (3, 4, 201)
NOT_INITIALIZED = 3
FRAMEWORKS = re.compile(
    r"^(torch|torchvision|torchaudio|triton|tensorflow|tensorflow-cpu|keras|jax|jaxlib|jax-cuda\d+-pjrt|jax-cuda\d+-plugin"
    r"|cupy(-cuda\d+x)?|numba|numba-cuda|numpy|(nvidia|cuda)-[a-z0-9-]+)$"
)

OUTPUT_CAP = 32 * 1024  # bytes kept of each stream
RESULT_CAP = 4 * 1024 * 1024  # more than the longest messages of the longest chain, every character escaped
FOLDER_BYTES = 1 << 30  # what a program may write into its folder
FILE_BYTES = 4 << 30  # the largest file where the folder has no limit of its own
GRACE_SECONDS = 0.25  # to read what is still in the pipes of what is dead
LATE_SECONDS = 30.0  # what a guardian may take beyond a deadline before it is given up
PRELOAD_SECONDS = 300.0
NEEDED_BY_CHILDREN = ("ctypes", "fcntl", "resource", "select", "struct", "threading", "weakref")  # once, not in each
FORKS_OF_A_ZYGOTE = 500
LIVE_ZYGOTES = 2  # that hold frameworks in memory
ATTEMPTS = 3
MEMORY_BACK_SECONDS = 5.0
MEMORY_MARGIN_MIB = 64
DESKTOP_MARGIN_MIB = 512  # where a desktop draws on the card: windows come and go
BUSY_GPU_MIB = 2048
# Nothing else of the caller's environment reaches a snippet: no token, no proxy, no Python settings.
PASSED_ON = ("CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "LD_LIBRARY_PATH")
PATH = "/usr/local/bin:/usr/bin:/bin"
# Where a user's interpreter finds packages beside its own; `-I` hides both. Set only where frameworks lie there.
PACKAGE_VARIABLES = ("PYTHONPATH", "PYTHONUSERBASE")
# numpy and torch start a pool of threads at import unless told otherwise, and a process with threads must not fork.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "NUMEXPR_NUM_THREADS": "1"}


def main(arguments: list[str]) -> int:
    """Do what the command line asks; return the exit code."""
    command = arguments[0] if arguments else ""
    add_user_packages()
    if command == "program":
        return run_program(arguments[3], int(arguments[1]), json.loads(arguments[2]))
    if command == "zygote":
        return serve_as_zygote(int(arguments[1]), arguments[2], arguments[3:])
    if command == "probe":
        json.dump(probe(), sys.stdout)
        return 0
    if command == "devices":
        json.dump(cuda_devices(), sys.stdout)
        return 0
    print(__doc__, file=sys.stderr)
    return 2


def add_user_packages() -> None:
    """Put the folders that `-I` leaves out back on the path, where `python -c` has them."""
    folders = [folder for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder]
    sys.path[:0] = folders
    if not os.environ.get("PYTHONUSERBASE"):
        return
    import site

    before = list(sys.path)
    site.addsitedir(site.getusersitepackages())  # which also reads its .pth files
    added = [folder for folder in sys.path if folder not in before]
    own = (place for place, folder in enumerate(before) if folder.endswith(("site-packages", "dist-packages")))
    place = next(own, len(before))
    sys.path[:] = [*before[:place], *added, *before[place:]]


# --- one program, in its own process --------------------------------------------------------------


def run_program(name: str, result_fd: int, marks: dict[str, Any]) -> int:
    """Run the program, report what it did on the descriptor, and leave as `python NAME` would."""
    os.set_inheritable(result_fd, False)
    passed = watch_marks(marks)
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
        code = compile(marked(source, marks), name, "exec", dont_inherit=True)
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


PASSED, IMPORTED = "__faultbook_passed__", "__faultbook_imported__"  # what marked places of a program call
UNMARKED = {"asserts": None, "imports": None}


def marked(source: str, marks: dict[str, Any]) -> str:
    """Put calls behind the places marked in a program; every line, and what stands before a place, stays where it is.

    A place is a line and a column in bytes, the end of a simple statement: what no traceback and no other line shows.
    """
    places = [(place, PASSED) for place in marks["asserts"] or () if __debug__]  # else no assertion is evaluated
    places += [(marks["imports"], IMPORTED)] if marks["imports"] and marks["imported"] is not None else []
    lines = source.encode().split(b"\n")
    for (line, column), name in sorted(places, reverse=True):
        text = lines[line - 1]
        lines[line - 1] = text[:column] + b"; " + name.encode() + b"()" + text[column:]
    return b"\n".join(lines).decode()


def watch_marks(marks: dict[str, Any]) -> list[int] | None:
    """Make what marked places call. Return where passed assertions are counted, or None where none are marked.

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
        record = {
            "protocol": PROTOCOL,
            "exception": describe(error) if error is not None else None,
            "exit_requested": exit_requested,
            "assertions": passed[0] if passed else None,
            "errnos": errnos_of(error),
            "device_sync": device_sync(),
            "imported": imported(),
        }
        with os.fdopen(result_fd, "w", encoding="utf-8") as pipe:
            json.dump(record, pipe)
    except BaseException:  # noqa: BLE001 - anything may be broken
        os._exit(0)


def flush(name: str) -> None:
    try:
        getattr(sys, name).flush()
    except Exception:  # noqa: BLE001 - closed, replaced or deleted by the program
        pass


def chain_of(error: BaseException | None) -> list[BaseException]:
    """Return an exception and those that Python prints with it, at most ten."""
    chain: list[BaseException] = []
    while error is not None and len(chain) < 10:
        chain.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return chain


def errnos_of(error: BaseException | None) -> list[int]:
    numbers = [getattr(link, "errno", None) for link in chain_of(error) if isinstance(link, OSError)]
    return [number for number in numbers if isinstance(number, int)]


def describe(error: BaseException) -> dict[str, Any]:
    lines = [last_line(link) for link in chain_of(error)]
    return {
        "classes": [qualified(base) for base in type(error).__mro__],
        "message": printable(safe_str(error)),
        "line": lines[0],
        "chain": lines[1:],
    }


def qualified(kind: type) -> str:
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
    try:
        return str(error)
    except Exception as failure:  # noqa: BLE001 - a broken __str__ belongs to the program
        return "<__str__ raised %s>" % type(failure).__name__


def print_traceback(error: BaseException) -> None:
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_globals is globals():
        trace = trace.tb_next
    hook = getattr(sys, "excepthook", sys.__excepthook__)
    show = traceback.print_exception if hook is sys.__excepthook__ else hook  # the program's own
    show(type(error), error, trace)
    flush("stderr")


def maps_driver() -> bool:
    """Tell whether the CUDA driver library is loaded in this process."""
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
            return "libcuda.so" in maps.read()
    except OSError:
        return False


def device_sync() -> int | None:
    """Wait for the device, if the program touched one; return CUresult (0 is success) or None.

    An asynchronous fault shows here and nowhere else: without this a wrong program would look clean. A framework may
    have worked in other threads only (TensorFlow does), so every device's primary context is waited for.
    """
    if not maps_driver():
        return None
    import ctypes

    try:
        driver = ctypes.CDLL("libcuda.so.1")
        answers = [int(driver.cuCtxSynchronize()), *primary_contexts(driver, ctypes)]
    except (OSError, AttributeError):
        return None
    told = [answer for answer in answers if answer not in NOTHING_TO_WAIT_FOR]
    return next((answer for answer in told if answer), told[0] if told else None)


def primary_contexts(driver: Any, ctypes: Any) -> Iterator[int]:
    """Wait for the primary context of every device that has one; yield each answer."""
    count, flags, active, context = ctypes.c_int(), ctypes.c_uint(), ctypes.c_int(), ctypes.c_void_p()
    try:
        if driver.cuDeviceGetCount(ctypes.byref(count)) != 0:
            return
        for device in range(count.value):
            state = driver.cuDevicePrimaryCtxGetState(device, ctypes.byref(flags), ctypes.byref(active))
            if state != 0 or not active.value:
                continue
            answer = int(driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
            if answer == 0:
                driver.cuCtxPushCurrent_v2(context)
                answer = int(driver.cuCtxSynchronize())
                driver.cuCtxPopCurrent_v2(ctypes.byref(context))
            yield answer
    except AttributeError:
        return  # a driver older than these calls


def imported() -> list[str]:
    roots = {str(name).partition(".")[0] for name in list(sys.modules)}
    return sorted(root for root in roots if FRAMEWORKS.match(root) or root == "cupy")


# --- isolation: what surrounds the process of a program --------------------------------------------

NEW_MOUNTS, NEW_NETWORK, NEW_USER, NEW_PROCESSES = 0x00020000, 0x40000000, 0x10000000, 0x20000000
NEW_IPC = 0x08000000
OWN_NETWORK, OWN_PROCESSES, READ_ONLY = "none", "own namespace", "read-only outside its folder"
NOTHING_ISOLATED = {"network": "host", "processes": "own session", "files": "shared"}
FULLY_ISOLATED = {"network": OWN_NETWORK, "processes": OWN_PROCESSES, "files": READ_ONLY}
PRIVATE_MOUNTS = 0x4000 | 1 << 18  # MS_REC | MS_PRIVATE
NO_SUID_NO_DEVICES, NO_EXEC = 2 | 4, 8
MOUNT_SETATTR, HERE, WHOLE_TREE, READ_ONLY_MOUNT = 442, -100, 0x8000, 1
DIE_WITH_PARENT, ADOPT_ORPHANS = 1, 36  # PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER
READ_ONLY_ERRNO, FULL_ERRNOS, UNREACHABLE_ERRNOS = 30, (27, 28, 122), (101, 113)


def libc() -> Any:
    import ctypes

    return ctypes.CDLL(None, use_errno=True)


def check(answer: int, what: str) -> None:
    if answer != 0:
        import ctypes

        number = ctypes.get_errno()
        raise OSError(number, "%s: %s" % (what, os.strerror(number)))


def isolate(wanted: dict[str, str], folder: str, folder_bytes: int) -> None:
    """Move this process (and all it will fork) into the namespaces wanted. Raises OSError when one cannot be had."""
    own_network, own_processes = wanted["network"] == OWN_NETWORK, wanted["processes"] == OWN_PROCESSES
    read_only = wanted["files"] == READ_ONLY
    flags = (NEW_NETWORK if own_network else 0) | (NEW_PROCESSES if own_processes else 0)
    flags |= NEW_MOUNTS if own_processes or read_only else 0  # a process namespace needs a /proc of its own
    if flags:
        enter_namespaces(flags)
    if own_processes:  # shared memory, semaphores and queues end with the processes; not every kernel can do that
        libc().unshare(NEW_IPC)
    if own_network:
        bring_up_loopback()
    if flags & NEW_MOUNTS:
        check(libc().mount(None, b"/", None, PRIVATE_MOUNTS, None), "private mounts")
    if read_only:
        protect_files(folder, folder_bytes)


def enter_namespaces(flags: int) -> None:
    library = libc()
    if library.unshare(flags) == 0:
        return  # root
    user, group = os.getuid(), os.getgid()
    check(library.unshare(NEW_USER | flags), "namespaces")
    maps = {"setgroups": "deny", "uid_map": "%d %d 1" % (user, user), "gid_map": "%d %d 1" % (group, group)}
    for name, text in maps.items():
        with open("/proc/self/" + name, "w", encoding="ascii") as file:
            file.write(text)
    limit_processes()  # counted per namespace there; elsewhere it would count everything the user runs


def limit_processes() -> None:
    import resource

    hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    wanted = 4096 if hard == resource.RLIM_INFINITY else min(4096, hard)
    resource.setrlimit(resource.RLIMIT_NPROC, (wanted, hard))


def bring_up_loopback() -> None:
    """Let programs reach themselves: a rendezvous on localhost is no network."""
    import fcntl
    import socket
    import struct

    set_flags, up_and_running = 0x8914, 0x41
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sH22x", b"lo", up_and_running))


def protect_files(folder: str, folder_bytes: int) -> None:
    """Make everything read-only but a folder and /dev/shm, both empty, in memory, and of limited size."""
    import ctypes

    library = libc()
    options = b"size=%d,mode=700" % folder_bytes
    private = (["/dev/shm"] if os.path.isdir("/dev/shm") else []) + [folder]  # noqa: S108 - the name shared memory has
    for path in private:
        os.makedirs(path, exist_ok=True)  # the folder may lie below /dev/shm, which has just been hidden
        check(library.mount(b"tmpfs", path.encode(), b"tmpfs", NO_SUID_NO_DEVICES, options), "tmpfs on " + path)

    def set_attributes(path: str, add: int, clear: int) -> None:
        attributes = (ctypes.c_uint64 * 4)(add, clear, 0, 0)
        size = ctypes.sizeof(attributes)
        done = library.syscall(MOUNT_SETATTR, HERE, path.encode(), WHOLE_TREE, ctypes.byref(attributes), size)
        check(done, "attributes of " + path)

    set_attributes("/", READ_ONLY_MOUNT, 0)
    for path in private:
        set_attributes(path, 0, READ_ONLY_MOUNT)


def mount_proc(*, read_only: bool) -> None:
    flags = NO_SUID_NO_DEVICES | NO_EXEC | (READ_ONLY_MOUNT if read_only else 0)  # /proc/sys changes the whole machine
    check(libc().mount(b"proc", b"/proc", b"proc", flags, None), "/proc")


class Fences:
    """What tells, after a run, which fences a program ran into. Made inside the namespaces, before the program."""

    def __init__(self, wanted: dict[str, str], folder: str) -> None:
        self.folder = folder if wanted["files"] == READ_ONLY else None
        names = ("/proc/self/net/snmp", "/proc/self/net/snmp6") if wanted["network"] == OWN_NETWORK else ()
        # Opened now: once the reaper has mounted its own /proc, this process finds itself there no more.
        self.files = [open(name, encoding="ascii") for name in names if os.path.exists(name)]  # noqa: SIM115 - kept
        self.before = self.packets_without_route()

    def packets_without_route(self) -> int:
        """Return how many packets had nowhere to go since these namespaces exist."""
        found = 0
        for file in self.files:
            file.seek(0)
            lines = [line.split() for line in file]
            found += sum(int(line[1]) for line in lines if line[0] == "Ip6OutNoRoutes")
            for names, values in zip(lines, lines[1:]):  # noqa: B905, RUF007 - Python 3.9
                if names[0] == values[0] == "Ip:" and "OutNoRoutes" in names:
                    found += int(values[names.index("OutNoRoutes")])
        return found

    def touched(self) -> list[str]:
        """Return what was tried: `network` (a packet that had nowhere to go), `disk quota`."""
        found = ["network"] if self.packets_without_route() > self.before else []
        if self.folder:
            room = os.statvfs(self.folder)
            found += ["disk quota"] if room.f_bavail * room.f_bsize < 4096 else []
        return found


# --- the zygote: imports, and forks for each run ---------------------------------------------------


def serve_as_zygote(channel_fd: int, folder: str, preload: list[str]) -> int:
    """Import the frameworks, then fork for every request until the supervisor is gone."""
    import signal
    import socket

    channel = socket.socket(fileno=channel_fd)
    failed = load(preload)
    try:
        channel.send(json.dumps({"failed": failed} if failed else {"places": places()}).encode())
    except OSError:
        return tidy_up(folder)
    if failed:
        return 1
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the guardians need no one to wait for them
    while True:
        try:
            message, descriptors, _flags, _sender = socket.recv_fds(channel, 65536, 4)
        except OSError:
            message = b""
        if not message:
            return tidy_up(folder)
        request = json.loads(message)
        unfit = "" if request["mode"] == "exec" else not_fit_to_fork()
        if unfit:
            answer(descriptors[3], {"refused": unfit})
        elif os.fork() == 0:
            channel.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            guard(request, descriptors)
        for descriptor in descriptors:
            os.close(descriptor)


def tidy_up(folder: str) -> int:
    """Remove the session's folder, because the supervisor died. What its guardians kill may still write there."""
    import time

    give_up = time.monotonic() + 10
    while os.path.exists(folder) and time.monotonic() < give_up:
        remove(folder)
        time.sleep(0.05)
    return 0


def remove(folder: str) -> None:
    """Remove a folder, whatever a program left there."""
    import shutil

    shutil.rmtree(folder, ignore_errors=True)
    for place, names, _files in os.walk(folder):
        for name in names:  # folders that nobody may enter
            if not os.path.islink(os.path.join(place, name)):
                try:
                    os.chmod(os.path.join(place, name), 0o700)
                except OSError:
                    pass  # gone meanwhile
    shutil.rmtree(folder, ignore_errors=True)


def load(preload: list[str]) -> str:
    """Import what the children will share; return why that failed, or nothing."""
    import gc
    import importlib

    try:
        for name in (*NEEDED_BY_CHILDREN, *preload):
            importlib.import_module(name)
    except BaseException as error:  # noqa: BLE001 - a broken framework is no reason to die without a word
        return last_line(error)[:2000]
    leave_finalizers_alone()
    gc.collect()
    gc.freeze()  # what is loaded now is shared with the children and need not be looked at again
    return ""


def leave_finalizers_alone() -> None:
    """Keep children from running what frameworks want done when they are unloaded: it is slow, and nothing unloads."""
    import weakref

    for finalizer in list(getattr(weakref.finalize, "_registry", {})):
        finalizer.atexit = False


def not_fit_to_fork() -> str:
    """Say why a child of this process would not behave like a fresh one, or nothing."""
    threads = len(os.listdir("/proc/self/task"))
    if threads != 1:
        return "%d threads run in the process that would fork" % threads
    if maps_driver():
        import ctypes

        count = ctypes.c_int()
        if ctypes.CDLL("libcuda.so.1").cuDeviceGetCount(ctypes.byref(count)) != NOT_INITIALIZED:
            return "CUDA is initialised in the process that would fork"
    return ""


def bad_fork() -> str:
    """Say, in the child, whether a framework takes it for the child of a process that used CUDA."""
    torch = sys.modules.get("torch")
    try:
        return "PyTorch takes this for a bad fork" if torch and torch.cuda._is_in_bad_fork() else ""  # noqa: SLF001
    except AttributeError:
        return ""


def answer(control_fd: int, words: dict[str, Any]) -> None:
    """Tell the supervisor; it may be gone."""
    try:
        os.write(control_fd, json.dumps(words).encode())
    except OSError:
        pass


def places() -> list[tuple[str, str]]:
    """Return folders of this interpreter that tell of the machine, each with what is written in its place."""
    import sysconfig

    pure = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    added = [os.environ.get("PYTHONUSERBASE", ""), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    found = [(folder, "<site-packages>") for folder in (*pure, *filter(None, added))]
    found.append((sysconfig.get_path("stdlib"), "<python>"))
    return found + [(folder, "<prefix>") for folder in sorted({sys.prefix, sys.base_prefix})]


# --- guardian, reaper, and the process that becomes the program ------------------------------------


def guard(request: dict[str, Any], descriptors: list[int]) -> None:
    """Surround one run: isolate, fork, wait until the deadline, kill all, tell how it ended. Never returns."""
    import time

    stdout, stderr, result, control = descriptors
    os.setsid()
    try:
        with open(os.path.join(request["folder"], "job.json"), encoding="utf-8") as file:
            job = json.load(file)
        libc().prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
        isolate(request["isolation"], request["folder"], request["folder_bytes"])
        fences = Fences(request["isolation"], request["folder"])
        lay_out(job, request["folder"])
    except OSError as error:
        answer(control, {"harness": "isolation could not be set up: %s" % error})
        os._exit(0)
    read_end, write_end = os.pipe()
    imports, imported = os.pipe()  # where the program says that its imports are done
    started = time.monotonic()
    reaper = os.fork()
    if reaper == 0:
        for descriptor in (read_end, control, imports):
            os.close(descriptor)
        for file in fences.files:
            file.close()
        reap(write_end, [stdout, stderr, result, imported], request["isolation"])
        become_program(request, job, [stdout, stderr, result, imported])
    for descriptor in (write_end, stdout, stderr, result, imported):
        os.close(descriptor)
    ended, told = wait_for_end(read_end, control, imports, request)
    seconds = time.monotonic() - started
    gone = kill_everything(reaper)
    answer(control, {"seconds": seconds, **told, "timed_out": not ended, "touched": fences.touched(), "gone": gone})
    os._exit(0)


def lay_out(job: dict[str, Any], folder: str) -> None:
    """Make the folders of a run, and put the program and the files it needs into one."""
    for name in ("work", "home", "tmp"):
        os.mkdir(os.path.join(folder, name))
    for name, text in {**job["files"], job["name"]: job["source"]}.items():
        with open(os.path.join(folder, "work", name), "w", encoding="utf-8", newline="") as file:
            file.write(text)


def reap(write_end: int, others: list[int], wanted: dict[str, str]) -> None:
    """Be the parent of the program: wait for it and say how it ended. Returns only in the program's process."""
    import signal
    import time

    libc().prctl(DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    if wanted["processes"] == OWN_PROCESSES:
        try:
            mount_proc(read_only=wanted["files"] == READ_ONLY)
        except OSError as error:
            os.write(write_end, json.dumps({"harness": "isolation could not be set up: %s" % error}).encode())
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
    words = {"status": status, "peak_kib": usage.ru_maxrss, "seconds": time.monotonic() - started}
    os.write(write_end, json.dumps(words).encode())
    os._exit(0)


def become_program(request: dict[str, Any], job: dict[str, Any], descriptors: list[int]) -> None:
    """Make this process what a program expects, and run the program in it, or in a fresh interpreter. Never returns."""
    result, imported = descriptors[2:]
    marks = {**job["marks"], "imported": imported if request["hangs"] else None}
    try:
        prepare(request, descriptors)
        if request["mode"] == "exec":
            os.set_inheritable(result, True)
            os.set_inheritable(imported, bool(request["hangs"]))
            here = os.path.abspath(__file__)
            own = [here, "program", str(result), json.dumps(marks), job["name"]]
            command = [sys.executable, "-I", "-X", "faulthandler", *own]
            os.execve(sys.executable, command, request["environment"])
        if not request["hangs"]:
            os.close(imported)
        unfit = bad_fork()
        forget_parent()
    except Exception as error:  # noqa: BLE001 - an exit code of ours would be taken for the program's
        unfit = "the program could not be started: " + last_line(error)
    if unfit:
        os.write(result, json.dumps({"refused": unfit}).encode())
        os._exit(0)
    leave(job["name"], result, marks)


def prepare(request: dict[str, Any], descriptors: list[int]) -> None:
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


def leave(name: str, result: int, marks: dict[str, Any]) -> None:
    """Run the program and end this process as an interpreter would.

    Taking thousands of modules apart takes ten times as long as all the rest, and shows something only where a device
    has been used; elsewhere the process ends once threads, exit handlers and streams are done.
    """
    try:
        code = run_program(name, result, marks)
    except SystemExit as request_to_exit:
        code = exit_code_of(request_to_exit.code)
    if maps_driver():
        raise SystemExit(code)
    import atexit
    import threading

    for last in (threading, "_shutdown"), (atexit, "_run_exitfuncs"):
        try:
            getattr(*last)()
        except BaseException:  # noqa: BLE001 - no interpreter ends otherwise for it
            pass
    flush("stdout")
    flush("stderr")
    os._exit(code & 0xFF)


def exit_code_of(code: Any) -> int:
    """Return the exit code for what `sys.exit` was given; print a text, as Python does."""
    if code is None or isinstance(code, int):
        return int(code or 0)
    print(code, file=sys.stderr)
    return 1


def forget_parent() -> None:
    """Undo what frameworks have kept of the process they were imported in."""
    if "numpy.random" in sys.modules:  # numpy imports it when somebody asks for it
        sys.modules["numpy.random"].seed()  # or every run would draw the same numbers; Python's own are reseeded
    if "tempfile" in sys.modules:
        setattr(sys.modules["tempfile"], "tempdir", None)  # noqa: B010 # to be looked up again in this environment


def limit_files(wanted: dict[str, str]) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    if wanted["files"] != READ_ONLY:  # else the private folder has a size
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        limit = FILE_BYTES if hard == resource.RLIM_INFINITY else min(FILE_BYTES, hard)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))


def wait_for_end(read_end: int, control: int, imports: int, request: dict[str, Any]) -> tuple[bool, dict[str, Any]]:
    """Wait for the reaper's word, at most until the deadline. Tell whether it came, and what it was.

    Where the program is expected to hang, it may take the usual time for its imports, and after them only as long as
    it is to hang: what still imports has not hung.
    """
    import select
    import time

    watched, give_up, done = [read_end, control], time.monotonic() + request["deadline"], None
    ready = select.select([*watched, imports] if request["hangs"] else watched, [], [], request["deadline"])[0]
    if ready == [imports]:
        if os.read(imports, 1):
            done = time.monotonic()
            give_up = done + request["hangs"]
        ready = select.select(watched, [], [], max(0.0, give_up - time.monotonic()))[0]
    if read_end not in ready:  # the deadline, or the supervisor is gone
        after_imports = time.monotonic() - done if done else 0.0
        return False, {"after_imports": after_imports} if request["hangs"] else {}
    words = os.read(read_end, 65536)
    return True, json.loads(words) if words else {"harness": "the parent of the program was killed"}


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
        for child in children_of(os.getpid()):  # without a namespace: orphans, adopted one after another
            try:
                os.kill(child, signal.SIGKILL)
            except OSError:
                pass
        time.sleep(0.002)
    return False


def children_of(parent: int) -> list[int]:
    try:
        with open("/proc/%d/task/%d/children" % (parent, parent), encoding="ascii") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


# --- the supervisor: never touches CUDA, may have threads -------------------------------------------


class Capture:
    """Head and tail of a stream: what is over the cap is counted and dropped."""

    def __init__(self, cap: int) -> None:
        self.cap, self.head, self.tail, self.dropped = cap, bytearray(), bytearray(), 0

    def add(self, data: bytes) -> None:
        """Take what was read."""
        room = self.cap // 2 - len(self.head)
        self.head += data[:room] if room > 0 else b""
        self.tail += data[max(room, 0) :]
        surplus = len(self.tail) - self.cap // 2
        if surplus > 0:
            del self.tail[:surplus]
            self.dropped += surplus

    def text(self) -> str:
        """Return what was kept, with a line where something was left out."""
        if not self.dropped:
            return (self.head + self.tail).decode(errors="replace")
        head, tail = (part.decode(errors="replace") for part in (self.head, self.tail))
        return "%s\n[… %s bytes left out …]\n%s" % (head, format(self.dropped, ","), tail)


class Zygote:
    """A started zygote and the way to ask it for a run. Raises ZygoteError when it cannot be started."""

    def __init__(
        self, python: str, folder: str, preload: Iterable[str], environment: dict[str, str], started: list[Any]
    ) -> None:
        import socket
        import subprocess
        import threading

        self.preload, self.lock = tuple(preload), threading.Lock()
        self.forks = self.users = 0  # runs it was given, and those of them that go on
        self.channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        here = os.path.abspath(__file__)
        command = [python, "-I", "-X", "faulthandler", here, "zygote", str(theirs.fileno()), folder, *self.preload]
        with theirs:
            try:
                self.process = subprocess.Popen(
                    command,
                    env={**environment, **ONE_THREAD},
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                )
            except OSError as error:
                self.channel.close()
                raise ZygoteError("starting %s: %s" % (python, error)) from error
        started.append(self.process)  # imports may take minutes: whoever stops everything need not wait for them
        self.channel.settimeout(PRELOAD_SECONDS)
        try:
            words = json.loads(self.channel.recv(65536) or b'{"failed": "it ended without a word"}')
        except OSError:
            words = {"failed": "it took more than %d seconds" % PRELOAD_SECONDS}
        self.channel.settimeout(None)
        if "failed" in words:
            self.close()
            raise ZygoteError("importing %s: %s" % (" ".join(self.preload) or "nothing", words["failed"]))
        self.places = [(folder, name) for folder, name in words["places"]]

    def ask(self, request: dict[str, Any], descriptors: list[int]) -> None:
        """Have a run started; the answer comes over its control descriptor. Raises OSError when the zygote is dead."""
        import socket

        with self.lock:
            socket.send_fds(self.channel, [json.dumps(request).encode()], descriptors)

    def close(self) -> None:
        """End the zygote; runs that it has started go on."""
        self.process.kill()  # first: where it finds the channel closed, it removes the session's folder
        self.process.wait()
        self.channel.close()


class ZygoteError(Exception):
    """A zygote could not be started; the text says why."""


class Session:
    """Runs programs with one interpreter, for as many threads as want to. Close it in the end."""

    def __init__(
        self,
        python: str,
        isolation: dict[str, str],
        own_folders: Iterable[str] = (),
        cards: Cards | None = None,
        libraries: str = "",
        packages: dict[str, str] | None = None,
    ) -> None:
        import tempfile
        import threading

        self.python, self.isolation, self.own_folders = python, isolation, list(own_folders)
        self.libraries, self.packages = libraries, dict(packages or {})
        self.folder_bytes, self.stopped = FOLDER_BYTES, False
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="faultbook-"))
        for name in ("home", "tmp"):
            os.mkdir(os.path.join(self.folder, name))  # of the zygotes; each run has its own
        self.lock = threading.Lock()
        self.starting: dict[tuple[str, ...], threading.Lock] = {}
        self.zygotes: dict[tuple[str, ...], Zygote] = {}
        self.leaving: set[Zygote] = set()
        self.broken: dict[tuple[str, ...], str] = {}
        self.started: list[Any] = []  # the processes of all zygotes, also of those that still import
        self.cards = cards or Cards()

    def run(self, job: dict[str, Any], mode: str) -> dict[str, Any]:
        """Run a job once in a mode. Return the fields of an observation, or {"harness": why there is none}."""
        devices = self.cards.take(job["gpus"])
        try:
            busy = self.cards.wait_until_free(devices)
            if busy:
                return {"harness": busy}
            watch = Watch(self.cards, devices)
            seen = self._run(job, mode, devices, watch)
            left = "" if "harness" in seen else self.cards.wait_until_free(devices)
            return {"harness": left + ", left by this run or a neighbour's"} if left else seen
        finally:
            self.cards.give_back(devices)

    def _run(self, job: dict[str, Any], mode: str, devices: list[str], watch: Watch) -> dict[str, Any]:
        why = ""
        for _attempt in range(ATTEMPTS):
            if self.stopped:
                return {"harness": "it was stopped"}
            try:
                zygote = self._zygote(tuple(job["preload"]) if mode == "fork" else ())
            except ZygoteError as error:
                return {"harness": str(error)}
            try:
                with RunFolder(self.folder) as folder:
                    answered, captures = self._ask(zygote, folder, job, mode, devices, watch)
            except OSError as error:
                why = str(error)
                self._retire(zygote)
                continue
            finally:
                self._release(zygote)
            if answered:
                scrubber = Scrubber.of(folder, zygote.places, self.own_folders)
                return observation_of(job, mode, answered, captures, scrubber, watch.peak_mib)
            why = "it ended without an answer"
            if zygote.process.poll() is not None:
                self._retire(zygote)
        return {"harness": "the process that starts programs failed %d times: %s" % (ATTEMPTS, why)}

    def _ask(
        self, zygote: Zygote, folder: str, job: dict[str, Any], mode: str, devices: list[str], watch: Watch
    ) -> tuple[dict[str, Any], dict[str, Capture]]:
        import socket

        with open(os.path.join(folder, "job.json"), "w", encoding="utf-8") as file:
            program = {name: job[name] for name in ("name", "source", "files")}
            json.dump({**program, "marks": job.get("marks") or UNMARKED}, file)
        # The only card needs no naming, and a name would change what some programs see.
        chosen = {"CUDA_VISIBLE_DEVICES": ",".join(devices)} if self.cards.is_choice() else {}
        environment = {**clean_environment(folder, self.libraries), **self.packages, **chosen}
        request = {
            "folder": folder,
            "mode": mode,
            "deadline": job["deadline"],
            "hangs": job.get("hangs"),
            "isolation": self.isolation,
            "folder_bytes": self.folder_bytes,
            "environment": {**environment, **job["variables"]},
        }
        control, theirs = socket.socketpair()
        pipes = {name: os.pipe() for name in ("stdout", "stderr", "result")}
        try:
            zygote.ask(request, [*(pipe[1] for pipe in pipes.values()), theirs.fileno()])
        except OSError:
            control.close()
            for pipe in pipes.values():
                os.close(pipe[0])
            raise
        finally:
            theirs.close()
            for pipe in pipes.values():
                os.close(pipe[1])
        readers = {**{name: pipe[0] for name, pipe in pipes.items()}, "control": control.detach()}
        captures = {name: Capture(OUTPUT_CAP if name.startswith("std") else RESULT_CAP) for name in readers}
        longest = job["deadline"] + (job.get("hangs") or 0.0) + LATE_SECONDS
        collect(readers, captures, longest, watch, lambda: self.stopped)
        words = captures["control"].text()
        return (json.loads(words) if words else {}), captures

    def _zygote(self, preload: tuple[str, ...]) -> Zygote:
        """Return a zygote that has imported this, for one run. It stays until the run releases it."""
        import threading

        with self.lock:
            own_lock = self.starting.setdefault(preload, threading.Lock())
        with own_lock:  # others need not wait while this one imports
            with self.lock:
                if preload in self.broken:
                    raise ZygoteError(self.broken[preload])
                found = self.zygotes.get(preload)
            if found and found.forks >= FORKS_OF_A_ZYGOTE:
                self._retire(found)
                found = None
            try:
                surroundings = {**clean_environment(self.folder, self.libraries), **self.packages}
                found = found or Zygote(self.python, self.folder, preload, surroundings, self.started)
            except ZygoteError as error:
                self.broken[preload] = str(error)
                raise
            with self.lock:
                found.forks, found.users = found.forks + 1, found.users + 1
                self.zygotes.pop(preload, None)
                self.zygotes[preload] = found  # the newest
                self._end_unneeded()
            return found

    def _release(self, zygote: Zygote) -> None:
        with self.lock:
            zygote.users -= 1
            self._end_unneeded()

    def _retire(self, zygote: Zygote) -> None:
        """Give a zygote no more to do. Another run may have asked it and not been heard yet: it ends with the last."""
        with self.lock:
            self.leaving.add(zygote)
            if self.zygotes.get(zygote.preload) is zygote:
                del self.zygotes[zygote.preload]
            self._end_unneeded()

    def _end_unneeded(self) -> None:
        """End zygotes that no run uses: those that leave, and the oldest of those that hold frameworks in memory."""
        old = [zygote for name, zygote in self.zygotes.items() if name][:-LIVE_ZYGOTES]
        for zygote in [one for one in (*self.leaving, *old) if not one.users]:
            zygote.close()
            self.leaving.discard(zygote)
            if self.zygotes.get(zygote.preload) is zygote:
                del self.zygotes[zygote.preload]

    def close(self) -> None:
        """End what runs, and the zygotes, and remove the folder."""
        self.stopped = True
        for process in list(self.started):
            process.kill()
        with self.lock:
            for zygote in (*self.zygotes.values(), *self.leaving):
                zygote.close()
            self.zygotes.clear()
            self.leaving.clear()
            remove(self.folder)


class RunFolder:
    """The private folder of one run, removed at its end whatever the program left there."""

    def __init__(self, parent: str) -> None:
        self.parent, self.path = parent, ""

    def __enter__(self) -> str:
        import tempfile

        self.path = tempfile.mkdtemp(dir=self.parent, prefix="run-")
        return self.path

    def __exit__(self, *_error: object) -> None:
        remove(self.path)


def clean_environment(folder: str, libraries: str = "") -> dict[str, str]:
    """Return the environment of a program, with a folder where the loader looks for libraries first."""
    passed = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    if libraries:
        passed["LD_LIBRARY_PATH"] = ":".join(filter(None, (libraries, passed.get("LD_LIBRARY_PATH"))))
    own = {"HOME": os.path.join(folder, "home"), "TMPDIR": os.path.join(folder, "tmp")}
    return {**passed, **own, "PATH": PATH, "LANG": "C.UTF-8", "COLUMNS": "100"}


def collect(
    readers: dict[str, int], captures: dict[str, Capture], longest: float, watch: Watch, stopped: Callable[[], bool]
) -> None:
    """Read everything until the control descriptor closes; what holds the others open is not waited for."""
    import selectors
    import time

    give_up = time.monotonic() + longest
    with selectors.DefaultSelector() as selector:
        for name, descriptor in readers.items():
            selector.register(descriptor, selectors.EVENT_READ, name)
        answered = False
        while selector.get_map() and time.monotonic() < give_up and not stopped():
            for key, _events in selector.select(timeout=0.02 if watch.devices else 0.1):
                data = os.read(key.fd, 65536)
                captures[key.data].add(data)
                if not data:
                    selector.unregister(key.fd)
                if not data and key.data == "control":
                    answered, give_up = True, time.monotonic() + GRACE_SECONDS
            if not answered:
                watch.look()
    for descriptor in readers.values():
        os.close(descriptor)  # closing the control descriptor makes a guardian that is late kill everything


def observation_of(
    job: dict[str, Any],
    mode: str,
    ended: dict[str, Any],
    captures: dict[str, Capture],
    scrubber: Scrubber,
    gpu_mib: int | None,
) -> dict[str, Any]:
    """Make the fields of an observation of what a guardian and a program told."""
    started, told = report_of(captures["result"].text())
    trouble = ended.get("harness") or ended.get("refused") or told.get("refused")
    if not trouble and not started:
        trouble = "the program was not started: " + captures["stderr"].text()[-500:].strip()
    if trouble or not ("status" in ended or ended["timed_out"]):
        return {"harness": trouble or "the guardian does not know how the program ended"}
    if not ended["gone"]:
        return {"harness": "a process of the program could not be killed"}
    code = os.waitstatus_to_exitcode(ended.get("status", 9))  # what ran into the deadline was killed
    return {
        "snippet": job["name"],
        "mode": mode,
        "date": today(),
        "exit_code": code if code >= 0 else None,
        "signal": signal_name(-code) if code < 0 else None,
        "timed_out": ended["timed_out"],
        "reported": bool(told),
        "exception": scrubber.tree(told.get("exception")),
        "exit_requested": told.get("exit_requested", False),
        "assertions": told.get("assertions"),
        "device_sync": told.get("device_sync"),
        "stdout": scrubber.text(captures["stdout"].text()),
        "stderr": scrubber.text(captures["stderr"].text()),
        "seconds": round(ended["seconds"], 2),
        "seconds_after_imports": round(ended["after_imports"], 3) if "after_imports" in ended else None,
        "peak_memory_mib": ended.get("peak_kib", 0) // 1024,
        "peak_gpu_memory_mib": gpu_mib,
        "imported": told.get("imported", []),
        "violations": violations(told.get("errnos", []), ended["touched"]),
    }


def report_of(text: str) -> tuple[bool, dict[str, Any]]:
    """Tell whether a program was started, and return its report; a part of one, or anything else, is none."""
    started = text.startswith(STARTED.decode())
    try:
        told = json.loads(text[len(STARTED) :] if started else text)
    except ValueError:
        return started, {}
    if not started:
        return False, told if isinstance(told, dict) and "refused" in told else {}
    fields: dict[str, Any] = {
        "exception": (dict, type(None)),
        "errnos": list,
        "exit_requested": bool,
        "assertions": (int, type(None)),
        "device_sync": (int, type(None)),
        "imported": list,
    }
    well_formed = isinstance(told, dict) and told.get("protocol") == PROTOCOL
    complete = well_formed and all(isinstance(told.get(name, 0.5), kind) for name, kind in fields.items())
    return True, told if complete else {}


def violations(errnos: Iterable[int], touched: Iterable[str]) -> list[str]:
    """Name the fences a program ran into, by the system errors it raised and by what its guardian saw."""
    found = set(touched)
    for number in errnos:
        found |= {"files"} if number == READ_ONLY_ERRNO else set()
        found |= {"disk quota"} if number in FULL_ERRNOS else set()
        found |= {"network"} if number in UNREACHABLE_ERRNOS else set()
    return sorted(found)


def today() -> str:
    import datetime as dt

    return dt.datetime.now(dt.timezone.utc).date().isoformat()


def signal_name(number: int) -> str:
    import signal

    try:
        return signal.Signals(number).name
    except ValueError:
        return "SIG%d" % number  # most real-time signals have no name


# --- which run is believed --------------------------------------------------------------------------


def observe(session: Session, job: dict[str, Any]) -> dict[str, Any]:
    """Run a job as often as it says and return what is believed.

    A run in a fork may only confirm: where it does not look as expected, the job is run in a fresh interpreter,
    and that counts. So it is where the fork was refused, and for the sample of confirmations that is audited.
    """
    first = session.run(job, job["mode"])
    if job["mode"] == "fork":
        first = believed(session, job, first)
    if "harness" in first:
        return first
    repeats = []
    for _again in range(job["repeat"] - 1):
        seen = session.run(job, first["mode"])
        if "harness" in seen:
            return seen
        repeats.append({name: seen[name] for name in OUTCOME})
        first["violations"] = sorted({*first["violations"], *seen["violations"]})
    return {**first, "repeats": repeats}


OUTCOME = (
    *("exit_code", "signal", "timed_out", "reported"),
    *("exception", "exit_requested", "assertions", "device_sync", "stderr", "seconds", "seconds_after_imports"),
)


def believed(session: Session, job: dict[str, Any], seen: dict[str, Any]) -> dict[str, Any]:
    """Return the fork run if it confirms and is not to be audited or agrees with its audit, else a run in exec mode."""
    confirms = "harness" not in seen and not seen["violations"] and looks_right(job["hints"], seen)
    if confirms and not job["audit"]:
        return seen
    again = session.run(job, "exec")
    if not confirms or "harness" in again:
        return again
    agrees = looks_right(job["hints"], again) and not again["violations"]
    return {**seen, "audited": True} if agrees else again


def looks_right(hints: Iterable[dict[str, Any]], seen: dict[str, Any]) -> bool:
    """Tell whether a run looks like what every claim of its program expects: a hint, the verdict is made elsewhere."""
    return all(meets(hint, seen) for hint in hints)


def meets(hint: dict[str, Any], seen: dict[str, Any]) -> bool:
    if "any" in hint:
        return any(meets(one, seen) for one in hint["any"])
    if seen["timed_out"] or "hangs" in hint:
        after_imports = seen["seconds_after_imports"]
        seconds = seen["seconds"] if after_imports is None else after_imports
        return bool(seen["timed_out"] and "hangs" in hint and seconds >= hint["hangs"])
    raised = seen["exception"]
    if "exits" in hint:
        return not raised and hint["exits"] in (seen["exit_code"], seen["signal"])
    if "texts" in hint:
        text = raised["line"] if raised else seen["stderr"] if seen["signal"] else ""
        return any(in_order(parts, text) for parts in hint["texts"])
    if "classes" in hint:
        names = classes_of(raised)
        return any(wanted.rpartition(".")[2] in names for wanted in hint["classes"]) and in_order(
            hint["parts"], raised["message"] if raised else ""
        )
    reached_end = seen["reported"] and not raised and not seen["exit_requested"] and seen["assertions"] != 0
    return bool(reached_end and seen["exit_code"] == 0 and not seen["device_sync"])


def classes_of(raised: dict[str, Any] | None) -> list[str]:
    """Return the names of an exception's classes; what cannot be imported is no more than an ImportError."""
    found = raised["classes"] if raised else []
    names = [name if name.startswith("__main__.") else name.rpartition(".")[2] for name in found]
    return names[: names.index("ImportError") + 1] if "ImportError" in names else names


def in_order(parts: Iterable[str], text: str) -> bool:
    place = 0
    for part in parts:
        place = text.find(part, place)
        if place < 0:
            return False
        place += len(part)
    return True


# --- GPUs, seen from outside by NVML ------------------------------------------------------------------


class Cards:
    """The GPUs that runs are given, one run on each at a time. Without GPUs, runs are given none and need not wait."""

    def __init__(self, *, watched: bool = True) -> None:
        import threading

        self.nvml = open_nvml() if watched else {}
        chosen = os.environ.get("CUDA_VISIBLE_DEVICES")
        visible = list(self.nvml) if chosen is None else [card for card in chosen.split(",") if card]
        self.idle = {card: self.used_mib(card) for card in visible}
        self.busy = {card: used for card, used in self.idle.items() if used is not None and used > BUSY_GPU_MIB}
        # A busy card is left to whoever uses it, where there is another.
        self.all = [card for card in visible if card not in self.busy] or visible
        self.visible, self.free, self.condition = visible, list(self.all), threading.Condition()

    def is_choice(self) -> bool:
        """Tell whether a run has to be told which card is its own."""
        return len(self.visible) > 1

    def use_only(self, count: int) -> None:
        """Leave all but so many cards to others."""
        self.all = self.all[:count]
        self.free = list(self.all)

    def are_all_busy(self) -> bool:
        """Tell whether something else uses every card, so that nothing seen on one would be evidence."""
        return bool(self.busy) and len(self.busy) == len(self.visible)

    def are_watched(self) -> bool:
        """Tell whether the memory in use is known of each card. Of those that somebody chose by number, it is not."""
        return bool(self.all) and all(card in self.nvml for card in self.all)

    def take(self, wanted: int) -> list[str]:
        """Wait for as many cards as a job wants; one for a job that wants none, since it may touch one all the same."""
        count = min(max(wanted, 1), len(self.all))
        with self.condition:
            self.condition.wait_for(lambda: len(self.free) >= count)
            taken, self.free = self.free[:count], self.free[count:]
            return taken

    def give_back(self, cards: list[str]) -> None:
        """Let other runs have the cards."""
        with self.condition:
            self.free.extend(cards)
            self.condition.notify_all()

    def used_mib(self, card: str) -> int | None:
        """Return the memory in use on a card in MiB, or None where nobody tells."""
        read = self.nvml.get(card)
        return read() if read else None

    def wait_until_free(self, cards: list[str]) -> str:
        """Wait until only as much memory is in use as in the beginning; return what is wrong if it stays."""
        import time

        give_up = time.monotonic() + MEMORY_BACK_SECONDS
        while True:
            used = {card: (self.used_mib(card), self.idle.get(card)) for card in cards}
            over = [now for now, idle in used.values() if now is not None and now > allowed_mib(idle)]
            if not over:
                return ""
            if time.monotonic() > give_up:
                return "%d MiB of a GPU are in use by something else" % max(over)
            time.sleep(0.05)


def allowed_mib(idle: int | None) -> int:
    """Return how much memory may be in use on a card that is free. A card that was busy from the start never is."""
    idle = min(idle or 0, BUSY_GPU_MIB)
    return idle + (DESKTOP_MARGIN_MIB if idle > MEMORY_MARGIN_MIB else MEMORY_MARGIN_MIB)


class Watch:
    """The most memory seen in use on the cards of a run, above what was in use before."""

    def __init__(self, cards: Cards, devices: list[str]) -> None:
        self.cards, self.devices = cards, devices
        self.before = {card: cards.used_mib(card) or 0 for card in devices}
        self.peak_mib: int | None = 0 if any(cards.used_mib(card) is not None for card in devices) else None

    def look(self) -> None:
        """Look once."""
        for card in self.devices:
            used = self.cards.used_mib(card)
            if used is not None:
                self.peak_mib = max(self.peak_mib or 0, used - self.before[card])


def open_nvml() -> dict[str, Callable[[], "int | None"]]:
    """Return, for the UUID of each GPU, a function that tells the memory in use on it in MiB."""
    import ctypes

    try:
        nvml = ctypes.CDLL("libnvidia-ml.so.1")
        count = ctypes.c_uint()
        if nvml.nvmlInit_v2() != 0 or nvml.nvmlDeviceGetCount_v2(ctypes.byref(count)) != 0:
            return {}
        return dict(card for card in (one_card(nvml, index) for index in range(count.value)) if card)
    except (OSError, AttributeError):
        return {}


def one_card(nvml: Any, index: int) -> tuple[str, Callable[[], "int | None"]] | None:
    import ctypes

    handle, name = ctypes.c_void_p(), ctypes.create_string_buffer(96)
    if nvml.nvmlDeviceGetHandleByIndex_v2(index, ctypes.byref(handle)) != 0:
        return None
    if nvml.nvmlDeviceGetUUID(handle, name, 96) != 0:
        return None

    def used_mib() -> int | None:
        total_free_used = (ctypes.c_ulonglong * 3)()
        return total_free_used[2] >> 20 if nvml.nvmlDeviceGetMemoryInfo(handle, total_free_used) == 0 else None

    return name.value.decode(), used_mib


# --- privacy -----------------------------------------------------------------------------------------

TOO_SHORT = 3
# What everybody has tells nothing, and stands in messages by itself.
SHARED_FOLDERS = ("/", "/usr", "/usr/local")
SHARED_NAMES = ("root", "localhost")


class Scrubber:
    """Takes out of captured text what tells of this machine: directories, user, host. The longest first."""

    def __init__(self, replacements: Iterable[tuple[str, str]]) -> None:
        self.replacements = sorted(replacements, key=lambda pair: -len(pair[0]))

    @classmethod
    def of(cls, private: str, found: Iterable[tuple[str, str]], own_folders: Iterable[str] = ()) -> Scrubber:
        """Make a scrubber for one run in a private folder, with the interpreter's places and further folders."""
        own = [(os.path.expanduser("~"), "<home>"), *((folder, "<checkout>") for folder in (os.getcwd(), *own_folders))]
        outer = os.path.dirname(private)
        folders = [
            (folder, name) for folder, name in (*found, *own) if folder not in SHARED_FOLDERS and folder[:1] == "/"
        ]
        return cls([(private + "/work/", ""), (private, "<private>"), (outer, "<private>"), *folders, *people()])

    def text(self, text: str) -> str:
        """Return the text without private parts."""
        for old, new in self.replacements:
            # A name is replaced where it stands alone, a folder where its own name ends.
            before = r"(?<![A-Za-z0-9_])" if old[0].isalnum() else ""
            after = r"(?![A-Za-z0-9_])" if old[-1].isalnum() else ""
            text = re.sub(before + re.escape(old) + after, new.replace("\\", r"\\"), text)
        return text

    def tree(self, value: Any) -> Any:
        """Return JSON data with every text in it scrubbed."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.tree(item) for item in value]
        if isinstance(value, dict):
            return {key: self.tree(item) for key, item in value.items()}
        return value


def people() -> list[tuple[str, str]]:
    """Return the names of host and user, each with what is written in its place."""
    import getpass
    import socket

    words = [(socket.gethostname(), "<host>")]
    try:
        words.append((getpass.getuser(), "<user>"))
    except (KeyError, OSError):
        pass  # a user whom nobody has given a name
    return [(word, new) for word, new in words if len(word) >= TOO_SHORT and word not in SHARED_NAMES]


# --- the environment -----------------------------------------------------------------------------------


def probe() -> dict[str, Any]:
    """Describe interpreter, frameworks and GPUs, and the isolation to be had, without importing a framework here."""
    import platform

    simulated = simulated_driver()
    driver, gpus = (None, []) if simulated else find_gpus()
    watched = {"GPU memory": "watched for other users" if Cards().are_watched() else "not watched"} if gpus else {}
    return {
        "protocol": PROTOCOL,
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": platform.system() + "-" + platform.machine(),
        "libc": "-".join(platform.libc_ver()),
        "distributions": dict(sorted(distributions().items())),
        "torch_cuda": torch_cuda(),
        "kind": "simulated-driver" if simulated else "device" if gpus else "no-device",
        "driver": driver,
        "simulated_driver": simulated,
        "gpus": gpus,
        "compiler": c_compiler(),
        "isolation": {**best_isolation(sys.executable), **watched},
    }


def simulated_driver() -> str | None:
    """Return the version of the stand-in that programs here would get for the driver library, or None."""
    import ctypes

    try:
        return str(ctypes.CDLL("libcuda.so.1").faultbook_simulated_driver())
    except (OSError, AttributeError):
        return None


def c_compiler() -> str | None:
    """Return the version of the C compiler that programs here can call, or None."""
    import shutil
    import subprocess

    found = shutil.which("cc", path=PATH)
    if not found:
        return None
    try:
        told = subprocess.run([found, "-dumpfullversion"], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return told.stdout.strip() or None


TRY_ISOLATION = """
import ctypes, os
try:
    print("cuInit", ctypes.CDLL("libcuda.so.1").cuInit(0))
except (OSError, AttributeError):
    print("no driver")
open("written", "w").close()
os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)
"""


def best_isolation(python: str) -> dict[str, str]:
    """Return the most isolation that programs can be run in here, by trying, CUDA's initialisation included."""
    job = job_of("try.py", TRY_ISOLATION)
    packages = {name: os.environ[name] for name in PACKAGE_VARIABLES if name in os.environ}
    cards = Cards(watched=False)  # a busy card says nothing of isolation
    session = Session(python, NOTHING_ISOLATED, cards=cards, packages=packages)
    try:
        expected: str | None = None
        for wanted in isolations():
            session.isolation = wanted
            seen = session.run(job, "exec")  # which must find the interpreter and this file, too
            if seen.get("exit_code") == 0 and seen["stdout"].startswith("cuInit"):
                session.isolation = NOTHING_ISOLATED
                expected = expected or session.run(job, "exec").get("stdout")
            if seen.get("exit_code") == 0 and seen["stdout"] in (expected, "no driver\n"):
                return wanted
    finally:
        session.close()
    return NOTHING_ISOLATED


def isolations() -> Iterator[dict[str, str]]:
    """Yield every combination of fences, the strongest first."""
    for names in (
        ("network", "processes", "files"),
        ("network", "processes"),
        ("network", "files"),
        ("network",),
        ("processes", "files"),
        ("processes",),
        ("files",),
    ):
        yield {**NOTHING_ISOLATED, **{name: FULLY_ISOLATED[name] for name in names}}


def job_of(name: str, source: str, **changes: Any) -> dict[str, Any]:
    """Return a job: all that a run needs to know. `deadline` in seconds, `gpus` is how many it needs.

    `marks`: where assertions end that count (None: not known), and the last import. `hangs`: how many seconds after its
    imports it is enough to have seen it run.
    """
    job: dict[str, Any] = {"name": name, "source": source, "files": {}, "variables": {}, "preload": [], "mode": "exec"}
    job.update({"gpus": 0, "deadline": 60.0, "repeat": 1, "audit": False, "hints": []})
    job.update({"marks": UNMARKED, "hangs": None})
    return {**job, **changes}


def distributions(folders: Iterable[str] | None = None) -> dict[str, str]:
    """Return the frameworks installed in folders, or on the path, by the names of their folders of metadata."""
    found: dict[str, str] = {}
    for folder in sys.path if folders is None else folders:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue  # an archive, or not there
        for name in names:
            told = re.match(r"(.+?)-([^-]+)(-py[\d.]+)?\.(dist|egg)-info$", name)
            distribution = re.sub(r"[-_.]+", "-", told.group(1)).lower() if told else ""
            if told and FRAMEWORKS.match(distribution):
                found.setdefault(distribution, told.group(2))  # the first on the path is the one that is imported
    return found


def torch_cuda() -> str | None:
    """Return the CUDA version torch was built for, read from its version file, or None."""
    for folder in sys.path:
        try:
            with open(os.path.join(folder, "torch", "version.py"), encoding="utf-8") as file:
                found = re.search(r"^cuda(?:: [^=]+)? = '([^']+)'", file.read(), re.MULTILINE)
        except OSError:
            continue
        return found.group(1) if found else None
    return None


def find_gpus() -> tuple[str | None, list[dict[str, Any]]]:
    """Return the driver's version and the GPUs that programs see here: by nvidia-smi, else NVML, else CUDA itself.

    In a container that has only the driver's compute libraries the first two are missing, and CUDA works all the same.
    """
    driver, found = ask_nvidia_smi()
    if not found:
        asked = ask_nvml()
        driver, found = asked[0] or driver, asked[1]
    if not found or any(gpu["memory_mib"] is None for gpu in found):
        told = ask_cuda()
        found = complete(found, told) if found else told
        driver = driver or (kernel_driver() if found else None)
    return driver, found


def complete(found: list[dict[str, Any]], told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Fill in the memory that nvidia-smi and NVML do not know: of boards that share it with the processor."""
    sizes = {gpu["name"]: gpu["memory_mib"] for gpu in told}
    filled = [{**gpu, "memory_mib": gpu["memory_mib"] or sizes.get(gpu["name"])} for gpu in found]
    return [gpu for gpu in filled if gpu["memory_mib"] is not None]


def ask_nvidia_smi() -> tuple[str | None, list[dict[str, Any]]]:
    """Return what nvidia-smi says. Memory is None where it names no number."""
    import subprocess

    fields = "driver_version,name,memory.total,compute_cap,mig.mode.current,index,uuid"
    command = ["nvidia-smi", "--query-gpu=" + fields, "--format=csv,noheader,nounits"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None, []
    rows = [[cell.strip() for cell in line.split(",")] for line in told.splitlines() if line.count(",") >= 4]
    found = [
        gpu_of(row[1], int(row[2]) if row[2].isdigit() else None, row[3], row[4]) for row in rows if is_visible(row[5:])
    ]
    return (rows[0][0] if rows else None), found


def gpu_of(name: str, memory_mib: int | None, capability: str, mig: str = "[N/A]") -> dict[str, Any]:
    return {"name": name, "memory_mib": memory_mib, "compute_capability": capability, "mig": mig}


def ask_nvml() -> tuple[str | None, list[dict[str, Any]]]:
    """Return what NVML says, in the words of nvidia-smi, which asks it too."""
    import ctypes

    try:
        nvml = ctypes.CDLL("libnvidia-ml.so.1")
        count, driver = ctypes.c_uint(), ctypes.create_string_buffer(96)
        if nvml.nvmlInit_v2() != 0 or nvml.nvmlDeviceGetCount_v2(ctypes.byref(count)) != 0:
            return None, []
        version = driver.value.decode() if nvml.nvmlSystemGetDriverVersion(driver, 96) == 0 else ""
        rows = [nvml_row(nvml, index) for index in range(count.value)]
    except (OSError, AttributeError):
        return None, []
    return version or None, [gpu for names, gpu in rows if is_visible(names)]


def nvml_row(nvml: Any, index: int) -> tuple[list[str], dict[str, Any]]:
    """Return index and UUID of a GPU, and what is recorded of it."""
    import ctypes

    handle, name, uuid = ctypes.c_void_p(), ctypes.create_string_buffer(96), ctypes.create_string_buffer(96)
    nvml.nvmlDeviceGetHandleByIndex_v2(index, ctypes.byref(handle))
    nvml.nvmlDeviceGetName(handle, name, 96)
    nvml.nvmlDeviceGetUUID(handle, uuid, 96)
    memory, major, minor = (ctypes.c_ulonglong * 3)(), ctypes.c_int(), ctypes.c_int()
    known = nvml.nvmlDeviceGetMemoryInfo(handle, memory) == 0 and memory[0] > 0
    nvml.nvmlDeviceGetCudaComputeCapability(handle, ctypes.byref(major), ctypes.byref(minor))
    now, pending = ctypes.c_uint(), ctypes.c_uint()
    has_mig = nvml.nvmlDeviceGetMigMode(handle, ctypes.byref(now), ctypes.byref(pending)) == 0
    mig = ("Enabled" if now.value else "Disabled") if has_mig else "[N/A]"
    capability = "%d.%d" % (major.value, minor.value)
    size = memory[0] >> 20 if known else None
    return [str(index), uuid.value.decode()], gpu_of(name.value.decode(), size, capability, mig)


def ask_cuda() -> list[dict[str, Any]]:
    """Return what the CUDA driver library says, asked in a process of its own: nothing else here touches CUDA."""
    import subprocess

    command = [sys.executable, "-I", os.path.abspath(__file__), "devices"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
        return list(json.loads(told))
    except (OSError, subprocess.SubprocessError, ValueError):
        return []


def cuda_devices() -> list[dict[str, Any]]:
    """Initialise CUDA in this process, and return the GPUs that it sees, which are those that programs see."""
    import ctypes

    try:
        driver = ctypes.CDLL("libcuda.so.1")
        count = ctypes.c_int()
        if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0:
            return []
        return [cuda_device(driver, index) for index in range(count.value)]
    except (OSError, AttributeError):
        return []


CAPABILITY_MAJOR, CAPABILITY_MINOR = 75, 76  # CUdevice_attribute


def cuda_device(driver: Any, index: int) -> dict[str, Any]:
    import ctypes

    device, name, size = ctypes.c_int(), ctypes.create_string_buffer(96), ctypes.c_size_t()
    driver.cuDeviceGet(ctypes.byref(device), index)
    driver.cuDeviceGetName(name, 96, device)
    driver.cuDeviceTotalMem_v2(ctypes.byref(size), device)
    parts = []
    for attribute in (CAPABILITY_MAJOR, CAPABILITY_MINOR):
        number = ctypes.c_int()
        driver.cuDeviceGetAttribute(ctypes.byref(number), attribute, device)
        parts.append(str(number.value))
    return gpu_of(name.value.decode(), size.value >> 20, ".".join(parts))


def kernel_driver() -> str | None:
    """Return the version of the driver's kernel module, which a container sees too."""
    try:
        with open("/sys/module/nvidia/version", encoding="ascii") as file:
            return file.read().strip() or None
    except OSError:
        return None


def is_visible(names: list[str]) -> bool:
    """Tell whether CUDA_VISIBLE_DEVICES lets programs see a GPU with this index and this UUID."""
    chosen = os.environ.get("CUDA_VISIBLE_DEVICES")
    wanted = [name.strip() for name in (chosen or "").split(",") if name.strip()]
    if chosen is None or len(names) < 2 or any(name.startswith("MIG") for name in wanted):
        return True  # which GPU a MIG device is part of is not asked
    index, uuid = names[:2]
    return any(name == index or (name.startswith("GPU-") and uuid.startswith(name)) for name in wanted)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))  # sys.exit may be the program's by now
