"""The same call on a driver for CUDA 13.0; the runtime is of CUDA 13 as before."""

import ctypes
import sysconfig
from pathlib import Path

packages = Path(sysconfig.get_path("purelib"))
runtime = ctypes.CDLL(str(next(packages.glob("nvidia/*/lib/libcudart.so.1*"))))
runtime.cudaGetErrorName.restype = ctypes.c_char_p
number = ctypes.c_int()
runtime.cudaDriverGetVersion(ctypes.byref(number))
print("driver: ", number.value)
assert number.value == 13000
code = runtime.cudaGetDeviceCount(ctypes.byref(number))
print("answer: ", runtime.cudaGetErrorName(code).decode())
assert code == 100  # cudaErrorNoDevice: accepted, and the simulated driver has no GPU
