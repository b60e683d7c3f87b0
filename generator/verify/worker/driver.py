"""The CUDA driver library, asked in the process that uses it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .messages import Gpu

# CUresult of a thread without a context: driver not initialized, driver shut down, no context.
NOTHING_TO_WAIT_FOR = (3, 4, 201)
NOT_INITIALIZED = 3
CAPABILITY_MAJOR, CAPABILITY_MINOR = 75, 76  # CUdevice_attribute


def maps_driver() -> bool:
    """Tell whether the CUDA driver library is loaded in this process."""
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
            return "libcuda.so" in maps.read()
    except OSError:
        return False


def is_initialised() -> bool:
    """Tell whether CUDA is initialised in this process, which has loaded the driver library."""
    import ctypes

    count = ctypes.c_int()
    return bool(ctypes.CDLL("libcuda.so.1").cuDeviceGetCount(ctypes.byref(count)) != NOT_INITIALIZED)


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
    results = [answer for answer in answers if answer not in NOTHING_TO_WAIT_FOR]
    return next((result for result in results if result), results[0] if results else None)


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


def list_devices() -> list[Gpu]:
    """Initialise CUDA in this process, and return the GPUs that it sees, which are those that programs see."""
    import ctypes

    try:
        driver = ctypes.CDLL("libcuda.so.1")
        count = ctypes.c_int()
        if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0:
            return []
        return [describe_device(driver, index) for index in range(count.value)]
    except (OSError, AttributeError):
        return []


def describe_device(driver: Any, index: int) -> Gpu:
    """Return what the driver library says of a GPU. Raises AttributeError where it lacks a call for that."""
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
    return gpu_record(name.value.decode(), size.value >> 20, ".".join(parts))


def gpu_record(name: str, memory_mib: int | None, capability: str, mig: str = "[N/A]") -> Gpu:
    """Return the record of a GPU; "[N/A]" is what nvidia-smi prints where MIG does not exist."""
    return {"name": name, "memory_mib": memory_mib, "compute_capability": capability, "mig": mig}
