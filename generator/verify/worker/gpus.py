"""Which run is given which GPUs, and the memory in use on them, seen from outside by NVML."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MEMORY_BACK_SECONDS = 5.0  # how long memory may take to be given back after a run
MEMORY_MARGIN_MIB = 64
DESKTOP_MARGIN_MIB = 512  # where a desktop draws on the GPU: windows come and go
BUSY_GPU_MIB = 2048


class GpuPool:
    """The GPUs that runs are given, one run on each at a time. Without GPUs, runs are given none and need not wait.

    A GPU is named as in CUDA_VISIBLE_DEVICES: by its UUID, or as the caller chose it there. `all` are those that runs
    may be given, `busy` those that something else uses, with the MiB in use.
    """

    def __init__(self, *, watched: bool = True) -> None:
        import threading

        self.nvml = open_nvml() if watched else {}
        chosen = os.environ.get("CUDA_VISIBLE_DEVICES")
        visible = list(self.nvml) if chosen is None else [gpu for gpu in chosen.split(",") if gpu]
        self.idle = {gpu: self.used_mib(gpu) for gpu in visible}
        self.busy = {gpu: used for gpu, used in self.idle.items() if used is not None and used > BUSY_GPU_MIB}
        # A busy GPU is left to whoever uses it, where there is another.
        self.all = [gpu for gpu in visible if gpu not in self.busy] or visible
        self.visible, self.free, self.condition = visible, list(self.all), threading.Condition()

    def has_choice(self) -> bool:
        """Tell whether a run has to be told which GPU is its own."""
        return len(self.visible) > 1

    def limit(self, count: int) -> None:
        """Leave all but so many GPUs to others."""
        self.all = self.all[:count]
        self.free = list(self.all)

    def all_busy(self) -> bool:
        """Tell whether something else uses every GPU, so that nothing seen on one would be evidence."""
        return bool(self.busy) and len(self.busy) == len(self.visible)

    def is_watched(self) -> bool:
        """Tell whether the memory in use is known of each GPU. Of those that somebody chose by number, it is not."""
        return bool(self.all) and all(gpu in self.nvml for gpu in self.all)

    def acquire(self, wanted: int) -> list[str]:
        """Wait for as many GPUs as a job wants; one for a job that wants none, since it may touch one all the same."""
        count = min(max(wanted, 1), len(self.all))
        with self.condition:
            self.condition.wait_for(lambda: len(self.free) >= count)
            taken, self.free = self.free[:count], self.free[count:]
            return taken

    def release(self, gpus: list[str]) -> None:
        """Let other runs have the GPUs."""
        with self.condition:
            self.free.extend(gpus)
            self.condition.notify_all()

    def used_mib(self, gpu: str) -> int | None:
        """Return the memory in use on a GPU in MiB, or None where that is not known."""
        read = self.nvml.get(gpu)
        return read() if read else None

    def wait_until_free(self, gpus: list[str]) -> str:
        """Wait until only as much memory is in use as in the beginning; say what is wrong if more stays in use."""
        import time

        give_up = time.monotonic() + MEMORY_BACK_SECONDS
        while True:
            used = {gpu: (self.used_mib(gpu), self.idle.get(gpu)) for gpu in gpus}
            over = [now for now, idle in used.values() if now is not None and now > allowed_mib(idle)]
            if not over:
                return ""
            if time.monotonic() > give_up:
                return f"{max(over)} MiB of a GPU are in use by something else"
            time.sleep(0.05)


def allowed_mib(idle: int | None) -> int:
    """Return how much memory may be in use on a GPU that is free. One that was busy from the start never is."""
    idle = min(idle or 0, BUSY_GPU_MIB)
    return idle + (DESKTOP_MARGIN_MIB if idle > MEMORY_MARGIN_MIB else MEMORY_MARGIN_MIB)


class MemoryWatch:
    """The most memory seen in use on the GPUs of a run, in MiB above what was in use before; None: not known."""

    def __init__(self, pool: GpuPool, gpus: list[str]) -> None:
        self.pool, self.gpus = pool, gpus
        self.before = {gpu: pool.used_mib(gpu) or 0 for gpu in gpus}
        self.peak_mib: int | None = 0 if any(pool.used_mib(gpu) is not None for gpu in gpus) else None

    def look(self) -> None:
        """Look once."""
        for gpu in self.gpus:
            used = self.pool.used_mib(gpu)
            if used is not None:
                self.peak_mib = max(self.peak_mib or 0, used - self.before[gpu])


def open_nvml() -> dict[str, Callable[[], int | None]]:
    """Return, for the UUID of each GPU, a function that returns the memory in use on it in MiB."""
    import ctypes

    try:
        nvml = ctypes.CDLL("libnvidia-ml.so.1")
        count = ctypes.c_uint()
        if nvml.nvmlInit_v2() != 0 or nvml.nvmlDeviceGetCount_v2(ctypes.byref(count)) != 0:
            return {}
        return dict(reader for reader in (memory_reader(nvml, index) for index in range(count.value)) if reader)
    except (OSError, AttributeError):
        return {}


def memory_reader(nvml: Any, index: int) -> tuple[str, Callable[[], int | None]] | None:
    """Return the UUID of a GPU, and a function that returns the memory in use on it; None for a GPU without a name."""
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
