"""`faultbook env`: the versions that matter for a GPU error, as a block for an issue.

No framework is imported and no driver is loaded into this process: a broken one is to be told of, not to be met. The
block is in English in every language, for those who read the issue. It names no user and no machine.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from faultbook import __version__
from faultbook.packages import conda_packages, packages
from faultbook.terminal import printable
from faultbook.tools import TIMEOUT, answer_of, path_of

NOT_FOUND = "not found"
GPU_FIELDS = ("index", "name", "compute_cap", "memory.total", "mig.mode.current", "driver_version")
OLD_GPU_FIELDS = ("index", "name", "memory.total", "driver_version")  # before there was compute_cap
DRIVER_VERSION = (
    "import ctypes, sys\n"
    "library = ctypes.CDLL('nvcuda.dll' if sys.platform == 'win32' else 'libcuda.so.1')\n"
    "version = ctypes.c_int()\n"
    "print(library.cuDriverGetVersion(ctypes.byref(version)), version.value)\n"
)
# Harmless, and often the reason: told with their values. Of all others that concern GPUs, the name alone.
TOLD = (
    "CUDA_VISIBLE_DEVICES",
    "CUDA_DEVICE_ORDER",
    "CUDA_LAUNCH_BLOCKING",
    "CUDA_MODULE_LOADING",
    "CUDA_DEVICE_MAX_CONNECTIONS",
    "CUBLAS_WORKSPACE_CONFIG",
    "NVIDIA_VISIBLE_DEVICES",
    "NVIDIA_DRIVER_CAPABILITIES",
    "NCCL_DEBUG",
    "NCCL_IB_DISABLE",
    "NCCL_P2P_DISABLE",
    "NCCL_SHM_DISABLE",
    "PYTORCH_ALLOC_CONF",
    "PYTORCH_CUDA_ALLOC_CONF",
    "PYTORCH_NO_CUDA_MEMORY_CACHING",
    "TORCH_USE_CUDA_DSA",
    "TORCH_NCCL_ASYNC_ERROR_HANDLING",
    "TORCH_NCCL_BLOCKING_WAIT",
    "TF_FORCE_GPU_ALLOW_GROWTH",
    "TF_GPU_ALLOCATOR",
    "XLA_PYTHON_CLIENT_ALLOCATOR",
    "XLA_PYTHON_CLIENT_MEM_FRACTION",
    "XLA_PYTHON_CLIENT_PREALLOCATE",
    "WORLD_SIZE",
    "LOCAL_RANK",
    "RANK",
)
TOLD_PATHS = ("CUDA_HOME", "CUDA_PATH")
NAMED = re.compile(
    "(?:CUDA|CUDNN|CUBLAS|CUPY|NVIDIA|NVTE|NCCL|PYTORCH|TORCH|TORCHINDUCTOR|TRITON|TF|XLA|JAX|NUMBA|VLLM|OMPI|UCX"
    "|ACCELERATE|DEEPSPEED)_[A-Z0-9_]+|LD_LIBRARY_PATH|LD_PRELOAD|OMP_NUM_THREADS"
)
MAX_VALUE = 200
KERNEL_MODULE = re.compile(r"Kernel Module(?: for \S+)?\s+(\d+(?:\.\d+)+)")


def describe() -> dict[str, Any]:
    """Return what is here; what is absent is None or empty."""
    found, driver = _gpus()
    return {
        "faultbook": __version__,
        "gpus": found,
        "driver": driver or _kernel_driver(),
        "cuda_driver": _cuda_driver(),
        "cuda_toolkit": toolkit(),
        "packages": packages(),
        "conda": conda_packages(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "os": _system(),
        "libc": _libc(),
        "container": container(),
        "variables": dict(variables()),
    }


def as_text(found: dict[str, Any]) -> str:
    """Return the block."""
    rows = [("faultbook", found["faultbook"])]
    rows += [(f"GPU {gpu['index']}", gpu_line(gpu)) for gpu in found["gpus"]] or [("GPU", NOT_FOUND)]
    rows += [
        (label, found[key] or NOT_FOUND)
        for label, key in (
            ("NVIDIA driver", "driver"),
            ("CUDA of the driver", "cuda_driver"),
            ("CUDA toolkit", "cuda_toolkit"),
            ("Python", "python"),
            ("system", "os"),
            ("C library", "libc"),
            ("container", "container"),
        )
    ]
    told = [f"{name}={value}" if value is not None else name for name, value in found["variables"].items()]
    rows += _section("packages", [f"{name} {version}" for name, version in found["packages"].items()])
    rows += (
        _section("conda", [f"{name} {version}" for name, version in found["conda"].items()]) if found["conda"] else []
    )
    rows += _section("variables", told)
    width = max(len(label) for label, _value in rows) + 2
    return "\n".join(["```text", *(printable(f"{label:{width}}{value}").rstrip() for label, value in rows), "```"])


def _section(label: str, lines: list[str]) -> list[tuple[str, str]]:
    return [(label if place == 0 else "", line) for place, line in enumerate(lines or [NOT_FOUND])]


def gpu_line(gpu: dict[str, str]) -> str:
    """Return what a GPU is in one line."""
    parts = [gpu["name"]]
    for key, form in (("compute_cap", "compute capability {}"), ("memory.total", "{}"), ("mig.mode.current", "MIG {}")):
        value = gpu.get(key, "")
        if value and not value.startswith("["):  # "[N/A]"
            parts.append(form.format(value))
    return ", ".join(parts)


def _gpus() -> tuple[list[dict[str, str]], str | None]:
    """Return the GPUs as nvidia-smi tells of them, and the driver's version."""
    for fields in (GPU_FIELDS, OLD_GPU_FIELDS):
        told = answer_of(["nvidia-smi", f"--query-gpu={','.join(fields)}", "--format=csv,noheader"])
        found, driver = read_gpus(told or "", fields)
        if found:
            return found, driver
    return [], None


def read_gpus(told: str, fields: Sequence[str]) -> tuple[list[dict[str, str]], str | None]:
    """Return the GPUs of a table that nvidia-smi printed, and the driver's version; nothing where it is no table."""
    rows = [[value.strip() for value in line.split(",")] for line in told.splitlines()]
    found = [dict(zip(fields, row)) for row in rows if len(row) == len(fields)]
    gpus = [{key: value for key, value in gpu.items() if key != "driver_version"} for gpu in found]
    return gpus, found[0]["driver_version"] if found else None


def kernel_module() -> str | None:
    """Return the version of the driver's kernel module that is loaded, where the kernel tells it."""
    found = KERNEL_MODULE.search(_read("/proc/driver/nvidia/version"))
    return found.group(1) if found else None


def _kernel_driver() -> str | None:
    version = kernel_module()
    return f"{version} (kernel module; nvidia-smi says nothing)" if version else None


def _cuda_driver() -> str | None:
    """Return the newest CUDA that the driver can serve, asked in a process of its own, which starts no GPU."""
    told = answer_of([sys.executable, "-I", "-S", "-c", DRIVER_VERSION]) if sys.executable else None
    words = (told or "").split()
    if len(words) != 2 or words[0] != "0" or not words[1].isdigit():
        return None
    return f"{int(words[1]) // 1000}.{int(words[1]) % 1000 // 10}"


def toolkit(timeout: float = TIMEOUT) -> str | None:
    """Return the version of the compiler at hand, and where it is."""
    homes = [os.environ[name] for name in TOLD_PATHS if os.environ.get(name)]
    for command in ("nvcc", *(os.path.join(home, "bin", "nvcc") for home in (*homes, "/usr/local/cuda"))):
        found = re.search(r"release [0-9.]+, V([0-9.]+)", answer_of([command, "--version"], timeout) or "")
        if found:
            return f"{found.group(1)} ({without_names(path_of(command) or command)})"
    return None


def _system() -> str:
    name = re.search(r'(?m)^PRETTY_NAME="?([^"\n]*)', _read("/etc/os-release"))
    parts = [name.group(1) if name else "", platform.system(), platform.release(), platform.machine()]
    return " ".join(part for part in parts if part)


def _libc() -> str | None:
    name, version = platform.libc_ver()
    return f"{name} {version}" if name else None


def container() -> str | None:
    """Return what hints at a container: a file, a variable, a word of the kernel's."""
    hints = (
        ("Docker", os.path.exists("/.dockerenv")),
        ("Podman", os.path.exists("/run/.containerenv")),
        ("Apptainer", any(name in os.environ for name in ("APPTAINER_CONTAINER", "SINGULARITY_CONTAINER"))),
        ("Kubernetes", "KUBERNETES_SERVICE_HOST" in os.environ),
        ("Slurm job", "SLURM_JOB_ID" in os.environ),
        ("WSL", "microsoft" in platform.release().lower()),
        ("control group", bool(re.search("docker|kubepods|containerd|lxc", _read("/proc/1/cgroup")))),
    )
    return ", ".join(name for name, seen in hints if seen) or None


def variables() -> Iterator[tuple[str, str | None]]:
    """Yield the variables that concern GPUs: with their values if those are harmless, else by name alone."""
    for name, value in sorted(os.environ.items()):
        if name in TOLD or name in TOLD_PATHS:
            yield name, without_names(value)[:MAX_VALUE]
        elif NAMED.fullmatch(name):
            yield name, None


def without_names(text: str) -> str:
    """Return a text without the user's folder, the user's name and the machine's."""
    home = os.path.expanduser("~")
    if len(home) > 1:
        text = text.replace(home, "~")
    for name, instead in ((os.path.basename(home), "<user>"), (_user(), "<user>"), (platform.node(), "<host>")):
        if name:
            text = re.sub(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", instead, text)
    return text


def _user() -> str:
    return os.environ.get("USER") or os.environ.get("USERNAME") or ""


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(1 << 16)
    except OSError:
        return ""
