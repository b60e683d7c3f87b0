"""What the driver, the libraries and a framework answer, each asked in a process of its own that has a deadline.

A broken driver can crash or hang whoever loads it, and a framework takes seconds to import.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Mapping
from typing import Any

from faultbook.environment import GPU_FIELDS, OLD_GPU_FIELDS, read_gpus
from faultbook.tools import answer_of, path_of

# Loads the driver's library and asks it what needs no context; then the cuDNN that the loader finds first. Each answer
# is printed at once, so that what was answered before a crash is known.
_DRIVER = """
import ctypes, json, re, sys
def say(**found): print(json.dumps(found), flush=True)
def place(name):
    try:
        with open("/proc/self/maps", errors="replace") as file:
            found = re.search(r"(/\\S*%s[^\\s]*)" % re.escape(name), file.read())
    except OSError:
        return None
    return found and found.group(1)
try:
    cuda = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
except OSError as error:
    say(libcuda_error=str(error))
else:
    say(libcuda=place("libcuda.so"))
    number = ctypes.c_int()
    if cuda.cuDriverGetVersion(ctypes.byref(number)) == 0:
        say(driver_cuda=number.value)
    code = cuda.cuInit(0)
    say(init=code)
    if code == 0 and cuda.cuDeviceGetCount(ctypes.byref(number)) == 0:
        say(devices=number.value)
for major in (9, 8):
    try:
        cudnn = ctypes.CDLL("libcudnn.so.%d" % major)
        cudnn.cudnnGetVersion.restype = ctypes.c_size_t
        say(cudnn=place("libcudnn.so"), cudnn_version=cudnn.cudnnGetVersion())
        break
    except (OSError, AttributeError):
        pass
"""
_ARCHITECTURES = """
import json, sys
if sys.path[0] == "":
    del sys.path[0]  # a file of the current folder is not to be taken for the package
try:
    import torch
except (ImportError, OSError) as error:
    print(json.dumps({"error": "%s: %s" % (type(error).__name__, error)}))
else:
    print(json.dumps({"architectures": torch._C._cuda_getArchFlags().split()}))
"""
NVIDIA = "0x10de"
PCI = "/sys/bus/pci/devices"


def driver_answers(timeout: float) -> dict[str, Any]:
    """Return what the driver's library and cuDNN answer; one that crashes or hangs leaves out `init`."""
    told = answer_of([sys.executable, "-I", "-S", "-c", _DRIVER], timeout, partial=True) if sys.executable else None
    found: dict[str, Any] = {"answered": told is not None}
    for line in (told or "").splitlines():
        with contextlib.suppress(ValueError):  # a line of another library, or one that was cut
            answer = json.loads(line)
            found.update(answer if isinstance(answer, dict) else {})
    return found


def torch_answers(timeout: float) -> dict[str, Any]:
    """Return `architectures` that torch has code for, such as sm_90, or its import's `error`; {} if not in time."""
    told = answer_of([sys.executable, "-c", _ARCHITECTURES], timeout) if sys.executable else None
    for line in (told or "").splitlines():
        with contextlib.suppress(ValueError):
            answer = json.loads(line)
            if isinstance(answer, dict):
                return answer
    return {}


def nvidia_smi(timeout: float) -> dict[str, Any]:
    """Return `gpus`, the `driver`, and `complaint`: what nvidia-smi says or does in place of its table."""
    absent: dict[str, Any] = {"gpus": [], "driver": None, "complaint": None}
    if path_of("nvidia-smi") is None:
        return absent
    for fields in (GPU_FIELDS, OLD_GPU_FIELDS):
        told = answer_of(["nvidia-smi", f"--query-gpu={','.join(fields)}", "--format=csv,noheader"], timeout)
        gpus, driver = read_gpus(told or "", fields)
        if gpus:
            return {"gpus": gpus, "driver": driver, "complaint": None}
        if told is None or "not a valid field" not in told:  # else: one from before there was compute_cap
            break
    lines = (line.strip() for line in (told or "").splitlines())
    silent = "prints nothing" if told is not None else "no answer"
    return {**absent, "complaint": next(filter(None, lines), silent)}


def has_code_for(architectures: list[str], capability: str) -> bool:
    """Tell whether code runs on a device: of its own generation and no newer, or PTX that is no newer."""
    device = _number(capability.replace(".", ""))
    for name in architectures:
        kind, _, digits = name.partition("_")
        number = _number(digits)
        is_of_generation = number <= device and number // 10 == device // 10
        if digits.endswith("a"):  # features of one device, which no other has
            is_for_it = number == device
        elif digits.endswith("f"):  # of a family
            is_for_it = is_of_generation
        else:
            is_for_it = is_of_generation or (kind == "compute" and number <= device)
        if is_for_it:
            return True
    return False


def _number(digits: str) -> int:
    found = re.match(r"\d+", digits)
    return int(found.group()) if found else 0


def nvidia_devices() -> int | None:
    """Return how many of NVIDIA's display devices are on the PCI bus; None where there is no such list."""
    try:
        devices = os.listdir(PCI)
    except OSError:
        return None
    return sum(
        _line(f"{PCI}/{name}/vendor") == NVIDIA and _line(f"{PCI}/{name}/class").startswith("0x03") for name in devices
    )


def limits() -> dict[str, str]:
    """Return limits that GPU programs run into: of this process, and of its control group."""
    try:
        import resource  # not on Windows
    except ImportError:
        return {}
    names = {"locked memory": "RLIMIT_MEMLOCK", "address space": "RLIMIT_AS", "open files": "RLIMIT_NOFILE"}
    found = {label: _limit(resource, name) for label, name in names.items()}
    group = _line("/sys/fs/cgroup/memory.max") or _line("/sys/fs/cgroup/memory/memory.limit_in_bytes")
    if group.isdigit() and int(group) < 1 << 60:  # version 1 writes a huge number for "none"
        found["memory of the control group"] = size(int(group))
    return found


def _limit(resource: Any, name: str) -> str:
    number = resource.getrlimit(getattr(resource, name))[0]
    if number == resource.RLIM_INFINITY:
        return "unlimited"
    return str(number) if name == "RLIMIT_NOFILE" else size(number)


def shared_memory() -> Mapping[str, int] | None:
    """Return bytes of `/dev/shm`: all, and free."""
    try:
        told = os.statvfs("/dev/shm")  # noqa: S108 - what others use is looked at
    except (OSError, AttributeError):
        return None
    return {"total": told.f_blocks * told.f_frsize, "free": told.f_bavail * told.f_frsize}


def size(number: float) -> str:
    """Return a size in the largest unit of which it has one."""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if number < 1024 or unit == "GiB":
            break
        number /= 1024
    return f"{number:.4g} {unit}"


def _line(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read(256).strip()
    except OSError:
        return ""
