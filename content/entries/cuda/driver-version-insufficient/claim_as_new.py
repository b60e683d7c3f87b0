"""A runtime that is newer than the driver, within CUDA 13."""

import ctypes
import sysconfig
from pathlib import Path

packages = Path(sysconfig.get_path("purelib"))
runtime = ctypes.CDLL(str(next(packages.glob("nvidia/*/lib/libcudart.so.1*"))))
runtime.cudaGetErrorName.restype = runtime.cudaGetErrorString.restype = ctypes.c_char_p
driver, own, count = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
runtime.cudaDriverGetVersion(ctypes.byref(driver))
runtime.cudaRuntimeGetVersion(ctypes.byref(own))
print("driver:", driver.value, "| runtime:", own.value)
assert own.value > driver.value == 13000
code = runtime.cudaGetDeviceCount(ctypes.byref(count))
raise RuntimeError(f"{runtime.cudaGetErrorName(code).decode()}: {runtime.cudaGetErrorString(code).decode()}")
