"""The same call with a runtime of CUDA 12, on the same driver for 12.8."""

import ctypes
import sysconfig
from pathlib import Path

packages = Path(sysconfig.get_path("purelib"))
runtime = ctypes.CDLL(str(next(packages.glob("nvidia/*/lib/libcudart.so.1*"))))
runtime.cudaGetErrorName.restype = ctypes.c_char_p
number = ctypes.c_int()
runtime.cudaDriverGetVersion(ctypes.byref(number))
print("driver: ", number.value)
runtime.cudaRuntimeGetVersion(ctypes.byref(number))
print("runtime:", number.value)
assert number.value // 1000 == 12
code = runtime.cudaGetDeviceCount(ctypes.byref(number))
print("answer: ", runtime.cudaGetErrorName(code).decode())
assert code == 100  # cudaErrorNoDevice: accepted, and the simulated driver has no GPU
