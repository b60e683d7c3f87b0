"""Which ways of running programs does the GPU of this machine bear? Run it where there is one:

    python3 process_model.py                          about two minutes; every question, one JSON line each
    python3 process_model.py --out results            the same lines in results/process_model.jsonl too
    python3 process_model.py --only driver,nvml       some questions; --list names them all

It asks what a runner of GPU programs has to know: whether frameworks can be imported before a fork, what makes
a fork fail, how far a device error reaches, which namespaces and limits CUDA bears, how a hung kernel ends.

Standard library only, Python 3.9 or later, one file. Frameworks are used where they are installed, and named as
missing where they are not. It changes no setting of the card. Each probe is a process of its own with a deadline;
this one touches neither CUDA nor a framework.
"""

import argparse
import atexit
import ctypes
import errno
import functools
import importlib
import importlib.metadata
import importlib.util
import json
import os
import platform
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Callable, NamedTuple

BUDGET_SECONDS = 170
PROBE_SECONDS = 60
MIB = 1 << 20
GIB = 1 << 30


# --- probes: what they share -------------------------------------------------------------------


class Probe(NamedTuple):
    """A question, and the function that answers it. It returns its conclusion and notes what that rests on."""

    question: str
    work: Callable[[], str]
    needs: tuple = ()
    alone: bool = False  # it measures time or memory: nothing else may run beside it
    seconds: float = PROBE_SECONDS


PROBES = {}
ANSWERS = ""  # the file to which the probe in this process writes


def note(**facts):
    """Write down facts at once: what a probe that hangs had found so far is kept."""
    with open(ANSWERS, "a", encoding="utf-8") as file:
        file.write(json.dumps(facts) + "\n")


def attempt(work):
    """Call a function; say what it returned or raised."""
    try:
        return {"value": work()}
    except BaseException as error:  # everything that a framework may throw is an answer
        return {"error": described(error)}


def described(error):
    text = " ".join(str(error).split())
    for private, shown in ((os.path.expanduser("~"), "~"), (sys.prefix, "<python>"), (os.getcwd(), "<work>")):
        if len(private) > 1:
            text = text.replace(private, shown)
    return "%s: %s" % (type(error).__name__, text[:1000])


def timed(work):
    started = time.perf_counter()
    return {**attempt(work), "seconds": since(started)}


def since(started):
    return round(time.perf_counter() - started, 3)


def forked(work, seconds=20.0, leave=os._exit):
    """Call a function in a forked child; say what it returned or raised, how the child ended, how long it took.

    `leave` is how the child goes. `sys.exit` takes the interpreter down as a program's end does.
    """
    reader, writer = os.pipe()
    started = time.perf_counter()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)
            os.write(writer, json.dumps(attempt(work), default=str).encode())
            os.close(writer)
        finally:
            leave(0)  # whatever happened: a child never goes on as its parent
    os.close(writer)
    said = read_until(reader, started + seconds)
    ended = wait_for(child, started + seconds)
    answer = json.loads(said) if said.endswith(b"}") else {"error": "no answer"}
    return {**answer, "ended": ended, "seconds": since(started)}


def leave_by_handlers(code):
    """End as a program ends, but let the modules and their memory be: taking them apart after a fork is slow."""
    threading._shutdown()
    atexit._run_exitfuncs()
    os._exit(code)


def read_until(reader, give_up):
    said = b""
    while select.select([reader], [], [], max(0, give_up - time.perf_counter()))[0]:
        data = os.read(reader, 1 << 16)
        if not data:
            break
        said += data
    os.close(reader)
    return said


def wait_for(child, give_up):
    """Wait for a child and kill it when it is late. Return its exit code, minus the signal, or a text."""
    killed = False
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return "killed: it was late" if killed else os.waitstatus_to_exitcode(status)
        if time.perf_counter() > give_up:
            if killed:
                return "not dead 5 s after SIGKILL"
            os.kill(child, signal.SIGKILL)
            killed, give_up = True, time.perf_counter() + 5
        time.sleep(0.002)


def worked(answer):
    return "value" in answer and answer.get("ended", 0) == 0


def seconds_of(answers):
    return [answer["seconds"] for answer in answers]


def in_words(answer):
    if worked(answer):
        return "works"
    return answer.get("error") or "ended with %s" % answer.get("ended")


def plain_use_fails(use):
    """Return why no conclusion can be drawn: a child with nothing special about it cannot use the GPU either."""
    control = forked(use)
    note(control=control)
    return "" if worked(control) else "no conclusion: a plain fork cannot use the GPU (%s)" % in_words(control)


def threads():
    return len(os.listdir("/proc/self/task"))


# --- the driver, without any framework ----------------------------------------------------------

NOT_INITIALIZED = 3  # what every call but cuInit answers in a process that nobody has initialised
KERNELS = """
.version 6.4
.target sm_%d
.address_size 64

.visible .entry fault()
{
  .reg .b64 %%address;
  .reg .b32 %%value;
  mov.u64 %%address, 16;
  mov.u32 %%value, 1;
  st.global.u32 [%%address], %%value;
  ret;
}

.visible .entry hang(.param .u64 flag)
{
  .reg .pred %%set;
  .reg .b64 %%address;
  .reg .b32 %%value;
  ld.param.u64 %%address, [flag];
again:
  ld.volatile.global.u32 %%value, [%%address];
  setp.ne.u32 %%set, %%value, 0;
  @!%%set bra again;
  ret;
}
"""


@functools.lru_cache(maxsize=None)
def driver():
    return ctypes.CDLL("libcuda.so.1")


def driver_state():
    """Return what the driver answers to a harmless question: 3 before cuInit, 0 after it."""
    count = ctypes.c_int(-1)
    return driver().cuDeviceGetCount(ctypes.byref(count))


def must(name, *arguments):
    code = getattr(driver(), name)(*arguments)
    if code:
        raise RuntimeError("%s answers %d" % (name, code))


def context_of(device=0):
    """Make the context that all frameworks share current in this thread."""
    context = ctypes.c_void_p()
    must("cuInit", 0)
    must("cuDevicePrimaryCtxRetain", ctypes.byref(context), ctypes.c_int(device))
    must("cuCtxSetCurrent", context)
    return context


def allocate(size):
    address = ctypes.c_uint64()
    must("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(size))
    must("cuMemsetD8_v2", address, ctypes.c_ubyte(0), ctypes.c_size_t(size))
    return address


def use_driver():
    """Use the GPU through the driver alone: a context, memory, a copy back."""
    context_of()
    address, back = allocate(MIB), (ctypes.c_ubyte * 16)(*[255] * 16)
    must("cuMemcpyDtoH_v2", back, address, ctypes.c_size_t(16))
    return sum(back)


def launch(name, *arguments):
    """Start one thread of one of the kernels above, and do not wait for it."""
    capability = [ctypes.c_int(), ctypes.c_int()]
    for place, attribute in zip(capability, (75, 76)):  # major and minor compute capability
        must("cuDeviceGetAttribute", ctypes.byref(place), ctypes.c_int(attribute), ctypes.c_int(0))
    target = min(75, capability[0].value * 10 + capability[1].value)  # what is older than 75 is known to all others
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    must("cuModuleLoadData", ctypes.byref(module), (KERNELS % target).encode())
    must("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
    places = (ctypes.c_void_p * max(1, len(arguments)))(*[ctypes.addressof(value) for value in arguments])
    must("cuLaunchKernel", function, 1, 1, 1, 1, 1, 1, 0, None, places if arguments else None, None)


def fault_in_another_thread():
    """Let a kernel write where nothing is, started by another thread, as a framework's own threads would."""
    answers = []

    def work():
        answers.append(attempt(lambda: (context_of(), launch("fault"))[1]))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    time.sleep(0.5)  # nobody waits for the device: only time passes
    return answers[0]


def look():
    """Look for a device error from this thread, in every way that needs no framework. The context stays as it was."""
    current = ctypes.c_void_p()
    found = {"cuCtxGetCurrent": driver().cuCtxGetCurrent(ctypes.byref(current)), "has_context": bool(current)}
    started = time.perf_counter()
    found["cuCtxSynchronize"] = driver().cuCtxSynchronize()
    found["seconds"] = since(started)
    count = ctypes.c_int()
    driver().cuDeviceGetCount(ctypes.byref(count))
    found["primary_contexts"] = [look_at_primary(device) for device in range(count.value)]
    driver().cuCtxSetCurrent(current)
    return found


def look_at_primary(device):
    flags, active, context = ctypes.c_uint(), ctypes.c_int(), ctypes.c_void_p()
    state = driver().cuDevicePrimaryCtxGetState(device, ctypes.byref(flags), ctypes.byref(active))
    found = {"state": state, "active": active.value}
    if active.value:
        found["retain"] = driver().cuDevicePrimaryCtxRetain(ctypes.byref(context), ctypes.c_int(device))
        found["set"] = driver().cuCtxSetCurrent(context)
        found["synchronize"] = driver().cuCtxSynchronize()
    return found


def first_error(found):
    """Return what going through the primary contexts shows: the first answer that is no success, or 0."""
    answers = [each.get(step, 0) for each in found["primary_contexts"] for step in ("retain", "set", "synchronize")]
    return next((code for code in answers if code), 0)


def seen(found):
    context = "a context" if found["has_context"] else "no context"
    return "the main thread has %s; cuCtxSynchronize answers %s; through the primary contexts %s" % (
        context,
        found["cuCtxSynchronize"],
        first_error(found),
    )


# --- what NVML says -----------------------------------------------------------------------------


class MemoryInfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_ulonglong) for name in ("total", "free", "used")]


class ProcessInfo(ctypes.Structure):
    _fields_ = [("pid", ctypes.c_uint), ("used", ctypes.c_ulonglong), ("instances", ctypes.c_uint * 2)]


def ask_nvml():
    """Return used memory in MiB and the processes, over all devices. The driver is not initialised by it."""
    try:
        nvml = ctypes.CDLL("libnvidia-ml.so.1")
    except OSError:
        return {"error": "no libnvidia-ml"}
    code = nvml.nvmlInit_v2()
    count = ctypes.c_uint()
    if code or nvml.nvmlDeviceGetCount_v2(ctypes.byref(count)):
        return {"error": "nvmlInit_v2 answers %d" % code}
    found = {"used_mib": 0, "processes": {}}
    for index in range(count.value):
        device, memory = ctypes.c_void_p(), MemoryInfo()
        nvml.nvmlDeviceGetHandleByIndex_v2(index, ctypes.byref(device))
        code = nvml.nvmlDeviceGetMemoryInfo(device, ctypes.byref(memory))
        if code:
            found["error"] = "nvmlDeviceGetMemoryInfo answers %d" % code
        found["used_mib"] += memory.used // MIB
        size, infos = ctypes.c_uint(64), (ProcessInfo * 64)()
        code = nvml.nvmlDeviceGetComputeRunningProcesses_v3(device, ctypes.byref(size), infos)
        if code:
            found["processes_error"] = "nvmlDeviceGetComputeRunningProcesses_v3 answers %d" % code
        for info in infos[: 0 if code else size.value]:
            unknown = info.used == ctypes.c_ulonglong(-1).value
            found["processes"][info.pid] = None if unknown else info.used // MIB
    return found


def ask_nvml_elsewhere():
    """Ask in a child, so that this process stays one that has asked nothing."""
    answer = forked(ask_nvml)
    return answer.get("value", {"error": in_words(answer)})


def in_use(found):
    """Return the numbers of an answer of NVML that may be shown: how much memory, how many processes."""
    return {**found, "processes": len(found["processes"])} if "processes" in found else found


# --- the frameworks -----------------------------------------------------------------------------


def use_torch():
    import torch

    return float(torch.ones(4, device="cuda").sum())


def use_triton():
    global tl
    import torch
    import triton
    import triton.language as tl

    x = torch.zeros(4, device="cuda")
    triton.jit(add_one)[(1,)](x, 4)
    return float(x.sum())


def add_one(x, n: "tl.constexpr"):
    at = x + tl.arange(0, n)
    tl.store(at, tl.load(at) + 1)


def use_tensorflow():
    import tensorflow as tf

    if not tf.config.list_physical_devices("GPU"):
        raise RuntimeError("TensorFlow sees no GPU")
    with tf.device("/GPU:0"):
        return float(tf.reduce_sum(tf.ones(4)))


def use_jax():
    import jax

    with jax.default_device(jax.devices("gpu")[0]):
        return float(jax.numpy.ones(4).sum())


def use_cupy():
    import cupy

    return float(cupy.ones(4).sum())


def use_numba():
    import numba.cuda
    import numpy

    return float(numba.cuda.to_device(numpy.ones(4)).copy_to_host().sum())


USES = {
    "torch": use_torch,
    "triton": use_triton,
    "tensorflow": use_tensorflow,
    "jax": use_jax,
    "cupy": use_cupy,
    "numba": use_numba,
}
MODULES = {"triton": ("torch", "triton"), "numba": ("numba", "numba.cuda")}
FRAMEWORKS = tuple(USES)


def modules_of(framework):
    return MODULES.get(framework, (framework,))


def roots_of(framework):
    return tuple(name for name in modules_of(framework) if "." not in name)


def bring(*frameworks):
    """Import frameworks; say how long that took, and what it left behind in this process."""
    started = time.perf_counter()
    modules = {name: importlib.import_module(name) for each in frameworks for name in modules_of(each)}
    seconds = since(started)
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        mapped = "libcuda.so" in maps.read()
    note(import_seconds=seconds, threads=threads(), libcuda_mapped=mapped, driver_state=driver_state())
    return modules


def is_clean():
    return threads() == 1 and driver_state() == NOT_INITIALIZED


# --- the questions: driver ----------------------------------------------------------------------


def probe(question, name="", **more):
    def register(work):
        PROBES[name or work.__name__] = Probe(question, work, **more)
        return work

    return register


@probe("Does the driver start here, and how long do cuInit and a context take?", name="driver", alone=True)
def probe_driver():
    version, count = ctypes.c_int(), ctypes.c_int()
    driver().cuDriverGetVersion(ctypes.byref(version))
    note(driver_version=version.value, before_cuinit=driver_state())
    started = time.perf_counter()
    code = driver().cuInit(0)
    note(cuinit=code, cuinit_seconds=since(started))
    driver().cuDeviceGetCount(ctypes.byref(count))
    use = timed(use_driver)
    note(devices=count.value, use=use, threads_after=threads())
    return "cuInit answers %d, %d device(s), context and copy in %s s: %s" % (
        code,
        count.value,
        use["seconds"],
        in_words(use),
    )


@probe("Can a child use the GPU when its parent has loaded the driver's library and not initialised it?", alone=True)
def fork_before_cuinit():
    note(parent=driver_state())
    forks = [forked(use_driver) for _ in range(5)]
    note(forks=forks, parent_after=driver_state())
    return "%d of 5 children used it, in %s s" % (sum(map(worked, forks)), seconds_of(forks))


@probe("What does a child see when its parent has initialised the driver?")
def fork_after_cuinit():
    note(cuinit=driver().cuInit(0))
    states = forked(lambda: {"cuDeviceGetCount": driver_state(), "cuInit": driver().cuInit(0)})
    use = forked(use_driver)
    note(in_child=states, use=use)
    return "in the child %s; use: %s" % (states.get("value", states), in_words(use))


@probe("Are memory and processes of the card readable, does a child show up, and does asking spoil a fork?", alone=True)
def nvml():
    before = ask_nvml()
    state = driver_state()
    note(before=in_use(before), driver_state_after_nvml=state, threads=threads())

    def child():
        context_of()
        allocate(512 * MIB)
        mine = ask_nvml()
        return {"in_use": in_use(mine), "own_mib": mine.get("processes", {}).get(os.getpid(), "not listed")}

    during = forked(child)
    time.sleep(0.5)
    note(during=during, after=in_use(ask_nvml()), nvidia_smi=ask_nvidia_smi())
    own = during.get("value", {}).get("own_mib")
    return "%s; driver state after asking: %d; a child that took 512 MiB (%s): %s" % (
        before.get("error", "readable, %s MiB used" % before.get("used_mib")),
        state,
        in_words(during),
        "listed with %s MiB" % own if own != "not listed" else own,
    )


def ask_nvidia_smi():
    fields = "name,driver_version,memory.used,mig.mode.current,compute_mode"
    command = ["nvidia-smi", "--query-gpu=" + fields, "--format=csv,noheader"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        return described(error)
    return done.stdout.strip() or done.stderr.strip()


@probe("Is a fault that nobody waited for seen by cuCtxSynchronize, and does it stay in the process?")
def fault_in_driver():
    def child():
        context_of()
        idle = look()
        launch("fault")
        time.sleep(0.5)
        return {"idle": idle, "after": look(), "use": attempt(use_driver)}

    bad, good = forked(child), forked(use_driver)
    note(faulty_child=bad, next_child=good)
    after = bad.get("value", {}).get("after")
    return "%s; the next child: %s" % (seen(after) if after else in_words(bad), in_words(good))


@probe("How long until a process with a hung kernel is dead after SIGKILL, and its memory back?", alone=True)
def hung_kernel():
    before = ask_nvml_elsewhere()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            answer = attempt(start_to_hang)
            os.write(writer, json.dumps(answer).encode())
            if "value" in answer:
                driver().cuCtxSynchronize()
        finally:
            os._exit(0)
    os.close(writer)
    said = json.loads(read_some(reader, 20) or "{}")
    if "value" not in said:
        os.kill(child, signal.SIGKILL)
        return "no kernel could be made to hang: %s" % said.get("error", "the child said nothing")
    time.sleep(1)
    alive = os.waitpid(child, os.WNOHANG)[0] == 0
    note(before=in_use(before), during=in_use(ask_nvml_elsewhere()), alive_after_1_s=alive)
    started = time.perf_counter()
    if alive:
        os.kill(child, signal.SIGKILL)
        ended = wait_for(child, started + 15)
    else:
        ended = "by itself"
    dead = since(started)
    back = wait_for_memory(before, 15)
    note(ended=ended, dead_seconds=dead, memory_back_seconds=back, next_child=forked(use_driver))
    return "dead after %s s (%s), memory back after %s s more" % (dead, ended, back)


def start_to_hang():
    context_of()
    address = allocate(GIB)
    launch("hang", address)
    return True


def read_some(reader, seconds):
    return os.read(reader, 1 << 16).decode() if select.select([reader], [], [], seconds)[0] else ""


def wait_for_memory(before, seconds):
    started = time.perf_counter()
    while "used_mib" in before and since(started) < seconds:
        if ask_nvml_elsewhere().get("used_mib", 0) <= before["used_mib"] + 64:
            return since(started)
        time.sleep(0.05)
    return "unknown" if "used_mib" not in before else "more than %d" % seconds


# --- the questions: namespaces and limits -------------------------------------------------------

NAMESPACES = {
    "user": 0x10000000,
    "net": 0x40000000,
    "pid": 0x20000000,
    "mount": 0x00020000,
    "ipc": 0x08000000,
    "uts": 0x04000000,
}
COMBINATIONS = (
    ("user",),
    ("user", "net"),
    ("user", "ipc", "uts"),
    ("user", "pid"),
    ("user", "mount"),
    ("user", "pid", "mount"),
    ("user", "net", "pid", "mount", "ipc", "uts"),
    ("net", "pid", "mount"),
)
REC, PRIVATE, READ_ONLY, RECURSIVE = 0x4000, 1 << 18, 1, 0x8000
MOUNT_SETATTR = 442  # the same number on all machines


class MountAttributes(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "user")]


def libc(name, *arguments):
    """Call a function of libc; return "ok" or the name of its error."""
    ctypes.set_errno(0)
    result = getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments)
    return "ok" if result == 0 else errno.errorcode.get(ctypes.get_errno(), "failed")


def enter(names, use):
    """Go into new namespaces and use the GPU there; say how each step went."""
    user, group = os.getuid(), os.getgid()
    steps = {"unshare": libc("unshare", sum(NAMESPACES[name] for name in names))}
    if steps["unshare"] != "ok":
        return steps
    if "user" in names:
        maps = {"setgroups": "deny", "uid_map": "%d %d 1" % (user, user), "gid_map": "%d %d 1" % (group, group)}
        for name, text in maps.items():
            steps[name] = attempt(functools.partial(write, "/proc/self/" + name, text)).get("error", "ok")
    inside = functools.partial(use_inside, names, use)
    # A new pid namespace holds the children to come, not this process.
    found = forked(inside, seconds=15) if "pid" in names else attempt(inside)
    return {**steps, **found.pop("value", {}), **{key: found[key] for key in ("error", "ended") if found.get(key)}}


def write(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def use_inside(names, use):
    steps = {}
    if "mount" in names:
        work = os.getcwd().encode()
        read_only = MountAttributes(READ_ONLY, 0, 0, 0)
        steps["private"] = libc("mount", b"none", b"/", None, ctypes.c_ulong(REC | PRIVATE), None)
        if "pid" in names:
            steps["proc"] = libc("mount", b"proc", b"/proc", b"proc", ctypes.c_ulong(0), None)
        size = ctypes.c_size_t(ctypes.sizeof(read_only))
        arguments = (ctypes.c_long(-100), b"/", ctypes.c_ulong(RECURSIVE), ctypes.byref(read_only), size)
        steps["read_only"] = libc("syscall", ctypes.c_long(MOUNT_SETATTR), *arguments)
        steps["tmpfs"] = libc("mount", b"tmpfs", work, b"tmpfs", ctypes.c_ulong(0), b"size=64m,mode=0700")
        os.chdir(work)
        steps["writable_here"] = "error" not in attempt(functools.partial(write, "probe", "x"))
        steps["writable_outside"] = os.access("/", os.W_OK) or os.access(os.path.dirname(work), os.W_OK)
    steps["use"] = timed(use)
    return steps


def in_namespaces(use):
    trouble = plain_use_fails(use)
    if trouble:
        return trouble
    found = {}
    for names in COMBINATIONS:
        answer = forked(functools.partial(enter, names, use), seconds=20)
        found["+".join(names)] = answer
        note(**{"+".join(names): answer})
    return "; ".join("%s: %s" % (names, in_namespace_words(answer)) for names, answer in found.items())


def in_namespace_words(answer):
    steps = answer.get("value")
    if not steps:
        return in_words(answer)
    if "use" not in steps:
        return steps.get("error") or "unshare %s" % steps["unshare"]
    troubles = ["%s %s" % (step, said) for step, said in steps.items() if isinstance(said, str) and said != "ok"]
    troubles += ["files outside can be written"] if steps.get("writable_outside") else []
    troubles += ["no file can be written"] if steps.get("writable_here") is False else []
    return ", ".join([*troubles, "GPU " + in_words(steps["use"])])


LIMITS = (
    *[("AS", size * GIB) for size in (8, 64, 512, 4096)],
    ("DATA", 16 * GIB),
    *[("FSIZE", size) for size in (0, MIB, 64 * MIB)],
    ("NOFILE", 64),
    ("NOFILE", 256),
    ("CORE", 0),
)


def under_limits(use):
    def child(name, limit):
        number = getattr(resource, "RLIMIT_" + name)
        hard = resource.getrlimit(number)[1]
        bound = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(number, (bound, hard))
        return use()

    trouble = plain_use_fails(use)
    if trouble:
        return trouble
    found = {}
    for name, limit in LIMITS:
        shown = "%s %s" % (name, "%d GiB" % (limit // GIB) if limit >= GIB else limit)
        found[shown] = forked(functools.partial(child, name, limit))
        note(**{shown: found[shown]})
    return "; ".join("%s: %s" % (shown, in_words(answer)[:90]) for shown, answer in found.items())


for _name, _use, _needs in (("driver", use_driver, ()), ("torch", use_torch, ("torch",))):

    def _namespaces(use=_use, needs=_needs):
        bring(*needs)
        return in_namespaces(use)

    def _limits(use=_use, needs=_needs):
        bring(*needs)
        return under_limits(use)

    _by = "the driver alone" if _name == "driver" else "PyTorch imported before"
    probe("In which namespaces does CUDA start? (%s)" % _by, name="namespaces_" + _name, needs=_needs)(_namespaces)
    probe("Which resource limits break CUDA? (%s)" % _by, name="limits_" + _name, needs=_needs)(_limits)


# --- the questions: one framework each ----------------------------------------------------------

# Calls that a runner, or a program before it forks, may make. Each is made in a child of its own.
CALLS = {
    "torch": (
        "torch.cuda.is_initialized()",
        "torch.cuda.device_count()",
        "torch.cuda.is_available()",
        "os.environ.update(PYTORCH_NVML_BASED_CUDA_CHECK='1') or torch.cuda.is_available()",
        "torch.get_device_module('cuda').device_count()",
        "torch.accelerator.is_available()",
        "torch.backends.cudnn.version()",
        "torch.cuda.get_arch_list()",
    ),
    "triton": ("triton.runtime.driver.active.__class__.__name__", "triton.runtime.driver.active.get_current_target()"),
    "tensorflow": ("len(tensorflow.config.list_physical_devices('GPU'))", "tensorflow.test.is_built_with_cuda()"),
    "jax": ("jax.default_backend()", "len(jax.devices())", "jax.numpy.dtype('float32').name"),
    "cupy": ("cupy.is_available()", "cupy.cuda.runtime.getDeviceCount()", "cupy.cuda.runtime.driverGetVersion()"),
    "numba": ("numba.cuda.is_available()", "len(numba.cuda.gpus)", "numba.cuda.cudadrv.driver.driver.is_initialized"),
}
HUGE = 1 << 21  # squared: 4 TiB of bytes


def ask_import(framework):
    """Import, fork and use, then use here, then fork again; and leave a child as a program leaves."""
    started, use = time.perf_counter(), USES[framework]
    bring(framework)
    imported = since(started)
    state = "clean" if is_clean() else "NOT clean (%d threads, driver state %d)" % (threads(), driver_state())
    forks = [forked(use) for _ in range(5 if framework == "torch" else 3)]
    note(forks=forks)
    normal, handlers = forked(use, leave=sys.exit), forked(use, leave=leave_by_handlers)
    note(normal_end=normal, end_by_handlers=handlers, clean_after_forks=is_clean())
    here = timed(use)
    note(use_here=here, threads_after_use=threads())
    late = forked(use, seconds=10)
    note(fork_after_use=late)
    return "; ".join(
        [
            state,
            "%d of %d forks used the GPU, in %s s" % (sum(map(worked, forks)), len(forks), seconds_of(forks)),
            "fresh: import %s s and use %s s (%s)" % (imported, here["seconds"], in_words(here)[:100]),
            "normal end of a child: %s, %s s" % (normal["ended"], normal["seconds"]),
            "by exit handlers only: %s, %s s" % (handlers["ended"], handlers["seconds"]),
            "a fork after use here: %s" % in_words(late)[:100],
        ]
    )


def ask_poison(framework):
    """Make each call in a child that has not touched the device, and use the device in a child of that."""
    modules = bring(framework)
    trouble = plain_use_fails(USES[framework])
    if trouble:
        return trouble

    def make(call):
        said = attempt(lambda: repr(eval(call, {"os": os, **modules}))[:100])
        return {"call": said, "driver_state": driver_state(), "fork": forked(USES[framework], seconds=10)}

    harmless, poisons = [], []
    for call in CALLS[framework]:
        answer = forked(functools.partial(make, call), seconds=20)
        note(**{call: answer})
        fine = worked(answer) and worked(answer["value"]["fork"])
        (harmless if fine else poisons).append(call)
    return "a fork still works after %s; it fails after %s" % (harmless or "none", poisons or "none")


def ask_fault(framework):
    """Look for faults from the main thread: one that the framework's own call makes, one that no call waited for."""
    bring(framework)
    if framework in OWN_FAULTS:
        note(own_fault=forked(functools.partial(make_own_fault, framework)))
    use = timed(USES[framework])
    note(use=use)
    if "error" in use:
        return "the framework cannot use the GPU: %s" % use["error"]
    note(idle=look())
    started = fault_in_another_thread()
    found = look()
    note(neutral_fault=started, after=found, use_after=attempt(USES[framework]))
    return seen(found) if "error" not in started else "no fault could be made: %s" % started["error"]


def make_own_fault(framework):
    OWN_FAULTS[framework]()
    time.sleep(0.5)
    return look()


def fault_of_torch():
    import torch

    x, at = torch.ones(10, device="cuda"), torch.tensor([25], device="cuda")
    return x[at]


def fault_of_cupy():
    import cupy

    source = 'extern "C" __global__ void fault(int* x) { x[1LL << 40] = 1; }'
    cupy.RawKernel(source, "fault")((1,), (1,), (cupy.zeros(1, dtype="int32"),))


def fault_of_numba():
    import numba.cuda
    import numpy

    @numba.cuda.jit
    def fault(x):
        x[1 << 40] = 1

    fault[1, 1](numba.cuda.to_device(numpy.zeros(1)))


OWN_FAULTS = {"torch": fault_of_torch, "cupy": fault_of_cupy, "numba": fault_of_numba}


def overfill_torch():
    import torch

    torch.empty((HUGE, HUGE), dtype=torch.uint8, device="cuda")


def overfill_tensorflow():
    import tensorflow as tf

    with tf.device("/GPU:0"):
        tf.zeros((HUGE, HUGE), tf.uint8)


def overfill_jax():
    import jax

    jax.numpy.zeros((HUGE, HUGE), "uint8").block_until_ready()


def overfill_cupy():
    import cupy

    cupy.empty((HUGE, HUGE), dtype="uint8")


def bound_torch():
    import torch

    torch.cuda.set_per_process_memory_fraction(0.1)


def bound_tensorflow():
    import tensorflow as tf

    device = tf.config.list_physical_devices("GPU")[0]
    tf.config.set_logical_device_configuration(device, [tf.config.LogicalDeviceConfiguration(memory_limit=4096)])


def bound_jax():
    os.environ["XLA_PYTHON_CLIENT_MEM_FRACTION"] = "0.1"


def bound_cupy():
    import cupy

    cupy.get_default_memory_pool().set_limit(fraction=0.1)


def bound_address_space(size):
    resource.setrlimit(resource.RLIMIT_AS, (size, resource.getrlimit(resource.RLIMIT_AS)[1]))


FILLS = {
    "torch": (overfill_torch, bound_torch),
    "tensorflow": (overfill_tensorflow, bound_tensorflow),
    "jax": (overfill_jax, bound_jax),
    "cupy": (overfill_cupy, bound_cupy),
}


def ask_memory(framework):
    """Run out of memory, free, under a fraction and under a limit of address space, and compare what is said."""
    bring(framework)
    trouble = plain_use_fails(USES[framework])
    if trouble:
        return trouble
    overfill, bound = FILLS[framework]
    bounds = {
        "free": lambda: None,
        "fraction": bound,
        "address space 1 TiB": lambda: bound_address_space(1024 * GIB),
        "address space 64 GiB": lambda: bound_address_space(64 * GIB),
    }

    def child(limit):
        limit()
        first = attempt(overfill)
        return {"error_text": first.get("error", "no error"), "use_after": attempt(USES[framework])}

    texts = {}
    for name, limit in bounds.items():
        answer = forked(functools.partial(child, limit))
        note(**{name: answer})
        said = answer.get("value", {}).get("error_text") or in_words(answer)
        texts[name] = re.sub(r"\d[\d.,]*", "N", said)
    free = texts.pop("free")
    changes = ["%s: %s" % (name, "the same text" if text == free else text[:160]) for name, text in texts.items()]
    return "free: %s | %s" % (free[:160], " | ".join(changes))


for _framework in FRAMEWORKS:
    _needs = roots_of(_framework)
    for _kind, _ask, _question, _alone in (
        ("import", ask_import, "Is importing %s clean, and does CUDA work in forked children?", True),
        ("poison", ask_poison, "Which calls of %s make a later fork fail?", False),
        ("fault", ask_fault, "Does the main thread see a fault that nobody waited for, with %s?", False),
        ("memory", ask_memory, "Do caps change what %s says when memory runs out?", False),
    ):
        if _kind != "memory" or _framework in FILLS:
            _work = functools.partial(_ask, _framework)
            probe(_question % _framework, name=_kind + "_" + _framework, needs=_needs, alone=_alone)(_work)


@probe("Can all frameworks here be imported into one process before it forks?", needs=("torch",))
def import_all():
    here = [name for name in FRAMEWORKS if all(map(importlib.util.find_spec, roots_of(name)))]
    bring(*here)
    clean = is_clean()
    forks = {name: [forked(USES[name]) for _ in range(2)] for name in here}
    note(frameworks=here, forks=forks)
    said = ["%s %s" % (name, in_words(answers[0])[:80]) for name, answers in forks.items()]
    return "%s; in children: %s" % ("clean" if clean else "NOT clean: %d threads" % threads(), ", ".join(said))


@probe("After a fault, or when memory ran out: does the process go on, do others, can it end?", needs=("torch",))
def sticky_torch():
    bring("torch")
    trouble = plain_use_fails(use_torch)
    if trouble:
        return trouble

    def fault():
        first = attempt(lambda: fault_of_torch().cpu())
        return {"first": first, "then": attempt(use_torch), "look": look()}

    def fill():
        return {"first": attempt(overfill_torch), "then": attempt(use_torch)}

    bad, neighbour, full = forked(fault), forked(use_torch), forked(fill)
    note(fault=bad, next_child=neighbour, out_of_memory=full)
    normal = forked(fault, leave=sys.exit)
    silent = forked(lambda: fault_of_torch().shape[0], leave=sys.exit)
    note(normal_end_after_a_fault=normal, normal_end_after_an_unseen_fault=silent)
    return "; ".join(
        [
            "after a fault: %s" % in_words(bad.get("value", {}).get("then", bad))[:100],
            "the next child: %s" % in_words(neighbour),
            "after running out of memory: %s" % in_words(full.get("value", {}).get("then", full))[:100],
            "normal end after a fault: %s in %s s, after an unseen one: %s"
            % (normal["ended"], normal["seconds"], silent["ended"]),
        ]
    )


@probe("How long does a fresh interpreter take that imports PyTorch and uses the GPU?", needs=("torch",), alone=True)
def cold_torch():
    command = [sys.executable, "-c", 'import torch; print(float(torch.ones(4, device="cuda").sum()))']
    runs = []
    for _ in range(2):
        started = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, timeout=40, check=False)
        runs.append({"seconds": since(started), "ended": done.returncode})
    note(runs=runs)
    return "%s s, exit codes %s" % (seconds_of(runs), [each["ended"] for each in runs])


# --- running the probes -------------------------------------------------------------------------

SETTINGS = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_FORCE_GPU_ALLOW_GROWTH": "true",
    "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
}
CACHES = ("CUDA_CACHE_PATH", "CUPY_CACHE_DIR", "NUMBA_CACHE_DIR", "TRITON_CACHE_DIR")


def run_probe(name, answers):
    """Answer one question in this process: notes and conclusion go into a file, one JSON object a line."""
    global ANSWERS
    ANSWERS = answers
    try:
        says = PROBES[name].work()
    except Exception as error:  # a probe that breaks says so and spoils no other
        note(status="failed", says=described(error))
    else:
        note(status="answered", says=says)


def ask(name, most, give_up, has_driver=True):
    """Run one probe in a process of its own and return its record."""
    started = time.monotonic()
    record = {"probe": name, "question": PROBES[name].question, "status": "out of time", "says": "", "answer": {}}
    absent = [root for root in PROBES[name].needs if importlib.util.find_spec(root) is None]
    if absent or not has_driver:
        return {**record, "status": "missing: " + ", ".join(absent) if has_driver else "no libcuda"}
    deadline = min(PROBES[name].seconds, most, give_up - started)
    if deadline <= 0:
        return record
    folder = tempfile.mkdtemp(prefix="process-model-")
    answers = os.path.join(folder, "answers")
    work = os.path.join(folder, "work")
    os.mkdir(work)
    caches = {variable: os.path.join(folder, variable) for variable in CACHES}
    with open(os.path.join(folder, "output"), "w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            [sys.executable, os.path.abspath(__file__), "--answer", name, answers],
            cwd=work,
            env={**os.environ, **SETTINGS, **caches},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        in_time = ends_within(process, deadline)
        output.seek(0)
        record.update(result(answers, process.returncode if in_time else None, deadline, output.read()[-600:]))
    record["seconds"] = round(time.monotonic() - started, 2)
    shutil.rmtree(folder, ignore_errors=True)
    return record


def ends_within(process, seconds):
    """Wait for a probe; then kill all that is left of it, whether it was late or not."""
    try:
        process.wait(seconds)
        in_time = True
    except subprocess.TimeoutExpired:
        in_time = False
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass  # nothing is left of it
    if not in_time:
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            pass  # stuck in the kernel: it is left behind, and the record says that it was late
    return in_time


def result(answers, ended, deadline, output):
    """Put a record together from what a probe wrote down and how it ended."""
    facts = {}
    if os.path.exists(answers):
        with open(answers, encoding="utf-8") as file:
            for line in file:
                if line.endswith("\n"):
                    facts.update(json.loads(line))
    status, says = facts.pop("status", None), facts.pop("says", "")
    if status is None:
        status = "timed out" if ended is None else "failed"
        last_words = " ".join(output.split())[-300:]
        says = "timed out after %.0f s" % deadline if ended is None else "ended with %s: %s" % (ended, last_words)
    elif ended != 0:
        facts["process_ended"] = "late" if ended is None else ended
    return {"status": status, "says": says, "answer": facts}


def machine():
    versions = {}
    for name in (*FRAMEWORKS, "cupy-cuda12x", "cupy-cuda13x", "numba-cuda", "numpy"):
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return {
        "python": platform.python_version(),
        "system": "%s-%s" % (platform.system(), platform.machine()),
        "kernel": platform.release(),
        "libc": "-".join(platform.libc_ver()),
        "cores": os.cpu_count(),
        "root": os.getuid() == 0,
        "frameworks": versions,
    }


def run_all(names, lanes, most, give_up):
    """Yield the record of each probe: first those that must be alone, then the others side by side."""
    has_driver = worked(forked(lambda: bool(driver())))  # in a child: this process loads no driver
    for name in names:
        if PROBES[name].alone:
            yield ask(name, most, give_up, has_driver)
    with ThreadPoolExecutor(lanes) as pool:
        others = [pool.submit(ask, name, most, give_up, has_driver) for name in names if not PROBES[name].alone]
        for future in as_completed(others):
            yield future.result()


def summary(records, seconds):
    kinds = {}
    for record in records:
        kinds[record["status"]] = kinds.get(record["status"], 0) + 1
    counts = ", ".join("%d %s" % (count, kind) for kind, count in sorted(kinds.items()))
    lines = ["%-20s %s" % (record["probe"], record["says"] or record["status"]) for record in records]
    return "\n".join(["", *lines, "", "%d probes in %.0f s: %s" % (len(records), seconds, counts)])


def arguments_of(command_line):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", metavar="DIR", help="write the lines to DIR/process_model.jsonl too")
    parser.add_argument("--seconds", type=float, default=BUDGET_SECONDS, help="for the whole run (%(default)s)")
    parser.add_argument("--probe-seconds", type=float, default=PROBE_SECONDS, help="for one probe (%(default)s)")
    parser.add_argument("--lanes", type=int, default=min(4, os.cpu_count() or 1), help="probes side by side")
    parser.add_argument("--only", metavar="NAMES", help="only these probes, separated by commas")
    parser.add_argument("--list", action="store_true", help="print the probes and their questions, and stop")
    parser.add_argument("--answer", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args(command_line)
    unknown = sorted(set((arguments.only or "").split(",")) - {""} - PROBES.keys())
    if unknown:
        parser.error("no such probe: %s. --list names them" % ", ".join(unknown))
    return arguments


def main():
    arguments = arguments_of(sys.argv[1:])
    if arguments.answer:
        run_probe(*arguments.answer)
    elif arguments.list:
        print("\n".join("%-20s %s" % (name, each.question) for name, each in PROBES.items()))
    else:
        ask_all(arguments)


def ask_all(arguments):
    started = time.monotonic()
    names = [name for name in PROBES if not arguments.only or name in arguments.only.split(",")]
    records = []
    with open_lines(arguments.out) as lines:
        say(lines, {"machine": machine()})
        for record in run_all(names, arguments.lanes, arguments.probe_seconds, started + arguments.seconds):
            records.append(record)
            say(lines, record)
    print(summary(records, time.monotonic() - started))


def open_lines(folder):
    if not folder:
        return open(os.devnull, "w", encoding="utf-8")
    os.makedirs(folder, exist_ok=True)
    return open(os.path.join(folder, "process_model.jsonl"), "w", encoding="utf-8")


def say(lines, record):
    text = json.dumps(record)
    print(text, flush=True)
    print(text, file=lines, flush=True)


if __name__ == "__main__":
    main()
