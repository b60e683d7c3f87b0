"""The GPUs that programs see here, by nvidia-smi, NVML or CUDA itself."""

from __future__ import annotations

import json
import os
import sys

from .driver import gpu_record
from .protocol import SCRIPT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .messages import Gpu


def find_gpus() -> tuple[str | None, list[Gpu]]:
    """Return the driver's version and the GPUs that programs see here: by nvidia-smi, else NVML, else CUDA itself.

    In a container that has only the driver's compute libraries the first two are missing, and CUDA works all the same.
    """
    driver, found = ask_nvidia_smi()
    if not found:
        asked = ask_nvml()
        driver, found = asked[0] or driver, asked[1]
    if not found or any(gpu["memory_mib"] is None for gpu in found):
        by_cuda = ask_cuda()
        found = with_memory(found, by_cuda) if found else by_cuda
        driver = driver or (kernel_driver() if found else None)
    return driver, found


def with_memory(found: list[Gpu], by_cuda: list[Gpu]) -> list[Gpu]:
    """Fill in the memory that nvidia-smi and NVML do not know: of boards that share it with the processor."""
    sizes = {gpu["name"]: gpu["memory_mib"] for gpu in by_cuda}
    filled: list[Gpu] = [{**gpu, "memory_mib": gpu["memory_mib"] or sizes.get(gpu["name"])} for gpu in found]
    return [gpu for gpu in filled if gpu["memory_mib"] is not None]


def ask_nvidia_smi() -> tuple[str | None, list[Gpu]]:
    """Return what nvidia-smi says. Memory is None where it names no number."""
    import subprocess

    fields = "driver_version,name,memory.total,compute_cap,mig.mode.current,index,uuid"
    command = ["nvidia-smi", "--query-gpu=" + fields, "--format=csv,noheader,nounits"]
    try:
        listed = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None, []
    rows = [[cell.strip() for cell in line.split(",")] for line in listed.splitlines() if line.count(",") >= 4]
    visible = [row for row in rows if is_visible(row[5:])]
    found = [gpu_record(row[1], int(row[2]) if row[2].isdigit() else None, row[3], row[4]) for row in visible]
    return (rows[0][0] if rows else None), found


def ask_nvml() -> tuple[str | None, list[Gpu]]:
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


def nvml_row(nvml: Any, index: int) -> tuple[list[str], Gpu]:
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
    capability = f"{major.value}.{minor.value}"
    size = memory[0] >> 20 if known else None
    return [str(index), uuid.value.decode()], gpu_record(name.value.decode(), size, capability, mig)


def ask_cuda() -> list[Gpu]:
    """Return what the CUDA driver library says, asked in a process of its own: nothing else here touches CUDA."""
    import subprocess

    command = [sys.executable, "-I", SCRIPT, "devices"]
    try:
        listed = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
        return list(json.loads(listed))
    except (OSError, subprocess.SubprocessError, ValueError):
        return []


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
