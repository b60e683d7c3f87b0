"""Run one snippet, or describe this interpreter's environment. Standard library only, Python 3.9 or later.

Started by path under any interpreter, so that a bare GPU host needs nothing else:

    python -I worker.py probe
    python -I worker.py run --parent 4711 --result-fd 5 reproduce.py

`run` executes the snippet as `__main__` and writes one JSON object to the descriptor before the
interpreter shuts down: a crash on the way out must not lose what was seen.
"""

import argparse
import ctypes
import json
import linecache
import os
import re
import sys
import traceback
import types

PROTOCOL = 1
MAX_MESSAGE = 20000
# CUresult of a thread without a context: driver not initialized, driver shut down, no context.
NOTHING_TO_WAIT_FOR = (3, 4, 201)
FRAMEWORKS = re.compile(
    r"^(torch|torchvision|torchaudio|triton|tensorflow|tensorflow-cpu|keras|jax|jaxlib|jax-cuda\d+-pjrt|jax-cuda\d+-plugin"
    r"|cupy(-cuda\d+x)?|numba|numba-cuda|numpy|nvidia-(cudnn|cublas|cuda-runtime|nccl)(-cu\d+)?)$"
)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("probe")
    run = commands.add_parser("run")
    run.add_argument("--parent", type=int, required=True)
    run.add_argument("--result-fd", type=int, required=True)
    run.add_argument("snippet")
    arguments = parser.parse_args()
    if arguments.command == "probe":
        json.dump(probe(), sys.stdout)
        return 0
    leave_network()
    die_with(arguments.parent)
    return run_snippet(arguments.snippet, arguments.result_fd)


# --- one snippet -------------------------------------------------------------------------------


def run_snippet(name, result_fd):
    """Run the program, report what it did on the descriptor, and leave as `python NAME` would."""
    os.set_inheritable(result_fd, False)
    process = os.getpid()
    with open(name, encoding="utf-8") as file:
        source = file.read()
    module = types.ModuleType("__main__")
    module.__file__ = name
    sys.modules["__main__"] = module
    sys.argv[:] = [name]
    sys.path.insert(0, os.getcwd())
    # The traceback then shows the program's own lines, as it would for a user.
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    error = None
    try:
        exec(compile(source, name, "exec"), module.__dict__)  # noqa: S102 - running it is what this file is for
    except SystemExit:
        report(result_fd, process)
        raise
    except BaseException as caught:  # noqa: BLE001 - every way a program can fail is an observation
        error = caught
    report(result_fd, process, error)
    if error is None:
        return 0
    print_traceback(error)
    return 1


def leave_network():
    """Move this process into a network namespace of its own, where that is allowed; say what came of it."""
    new_user, new_net = 0x10000000, 0x40000000
    try:
        unshare = ctypes.CDLL(None, use_errno=True).unshare
    except (OSError, AttributeError):
        return "host"
    user, group = os.getuid(), os.getgid()
    if unshare(new_net) == 0:
        return "none"
    if unshare(new_user | new_net) != 0:
        return "host"
    maps = {"setgroups": "deny", "uid_map": "%d %d 1" % (user, user), "gid_map": "%d %d 1" % (group, group)}
    for path, text in maps.items():
        try:
            with open("/proc/self/" + path, "w", encoding="ascii") as file:
                file.write(text)
        except OSError:
            pass  # some systems refuse the names of user and group; the network is left all the same
    return "none"


def die_with(parent):
    """Have the kernel kill this process when the generator dies, or an endless program would stay for ever."""
    set_parent_death_signal, kill = 1, 9
    try:
        ctypes.CDLL(None).prctl(set_parent_death_signal, kill)
    except (OSError, AttributeError):
        pass  # not Linux
    if os.getppid() == 1 != parent:
        os._exit(0)  # it died before that


def report(result_fd, process, error=None):
    """Send what was seen. Where the program broke what this needs, leave as nobody could take for an outcome."""
    try:
        if os.getpid() != process:
            return  # a fork of the program that ran on to the end
        flush("stdout")
        flush("stderr")
        record = {
            "protocol": PROTOCOL,
            "exception": describe(error) if error is not None else None,
            "device_sync": device_sync(),
            "imported": imported(),
        }
        with os.fdopen(result_fd, "w", encoding="utf-8") as pipe:
            json.dump(record, pipe)
    except BaseException:  # noqa: BLE001 - anything may be broken
        os._exit(0)


def flush(name):
    try:
        getattr(sys, name).flush()
    except Exception:  # noqa: BLE001 - closed, replaced or deleted by the program
        pass


def describe(error):
    kind = type(error)
    chain = []
    link = error
    while link is not None and len(chain) < 10:
        chain.append(last_line(link))
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    return {
        "classes": [qualified(base) for base in kind.__mro__],
        "message": printable(safe_str(error)),
        "line": chain[0],
        "chain": chain[1:],
    }


def qualified(kind):
    module = kind.__module__
    return kind.__qualname__ if module in ("builtins", "__main__") else module + "." + kind.__qualname__


def last_line(error):
    return printable("".join(traceback.format_exception_only(type(error), error)).strip())


def printable(text):
    """Return as much of a text as is kept, half surrogate pairs written as Python prints them."""
    return text[:MAX_MESSAGE].encode("utf-8", "backslashreplace").decode("utf-8")


def safe_str(error):
    try:
        return str(error)
    except Exception as failure:  # noqa: BLE001 - a broken __str__ belongs to the program
        return "<__str__ raised %s>" % type(failure).__name__


def print_traceback(error):
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_globals is globals():
        trace = trace.tb_next
    traceback.print_exception(type(error), error, trace)
    flush("stderr")


def device_sync():
    """Wait for the device, if the program touched one; return CUresult (0 is success) or None.

    An asynchronous fault shows here and nowhere else: without this a wrong program would look clean.
    """
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
            if "libcuda.so" not in maps.read():
                return None
        answer = int(ctypes.CDLL("libcuda.so.1").cuCtxSynchronize())
    except (OSError, AttributeError):
        return None
    return None if answer in NOTHING_TO_WAIT_FOR else answer


def imported():
    roots = {str(name).partition(".")[0] for name in list(sys.modules)}
    return sorted(root for root in roots if FRAMEWORKS.match(root) or root == "cupy")


# --- the environment ---------------------------------------------------------------------------


def probe():
    """Describe interpreter, frameworks and GPUs without importing a framework or touching CUDA."""
    # Imported here and not above: they are slow, and a snippet should find as little imported as under plain python.
    import importlib.metadata
    import platform

    distributions = {}
    for distribution in importlib.metadata.distributions():
        name = re.sub(r"[-_.]+", "-", distribution.metadata["Name"] or "").lower()
        if FRAMEWORKS.match(name):
            distributions[name] = distribution.version
    driver, gpus = ask_nvidia_smi()
    return {
        "protocol": PROTOCOL,
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": platform.system() + "-" + platform.machine(),
        "libc": "-".join(platform.libc_ver()),
        "distributions": dict(sorted(distributions.items())),
        "torch_cuda": torch_cuda(),
        "driver": driver,
        "gpus": gpus,
        "isolation": {"network": leave_network()},
    }


def torch_cuda():
    """Return the CUDA version torch was built for, read from its version file, or None."""
    for folder in sys.path:
        try:
            with open(os.path.join(folder, "torch", "version.py"), encoding="utf-8") as file:
                found = re.search(r"^cuda(?:: [^=]+)? = '([^']+)'", file.read(), re.MULTILINE)
        except OSError:
            continue
        return found.group(1) if found else None
    return None


def ask_nvidia_smi():
    import subprocess  # see probe

    fields = "driver_version,name,memory.total,compute_cap,mig.mode.current"
    command = ["nvidia-smi", "--query-gpu=" + fields, "--format=csv,noheader,nounits"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None, []
    rows = [[cell.strip() for cell in line.split(",")] for line in answer.splitlines() if line.count(",") >= 4]
    found = [
        {"name": row[1], "memory_mib": int(row[2]), "compute_capability": row[3], "mig": row[4]}
        for row in rows
        if row[2].isdigit()
    ]
    return (rows[0][0] if rows else None), found


if __name__ == "__main__":
    raise SystemExit(main())  # sys.exit may be the program's by now
