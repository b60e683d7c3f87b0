"""What every CUDA program does first: cudaGetDeviceCount of the runtime, and what it answers."""

import ctypes
import sysconfig
from pathlib import Path

packages = Path(sysconfig.get_path("purelib"))
runtime = ctypes.CDLL(str(next(packages.glob("nvidia/*/lib/libcudart.so.1*"))))
runtime.cudaGetErrorName.restype = runtime.cudaGetErrorString.restype = ctypes.c_char_p
code = runtime.cudaGetDeviceCount(ctypes.byref(ctypes.c_int()))
print(code, runtime.cudaGetErrorName(code).decode() + ":", runtime.cudaGetErrorString(code).decode())
