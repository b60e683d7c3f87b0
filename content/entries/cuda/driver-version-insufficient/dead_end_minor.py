"""Another minor version of the runtime (13.0 or 13.5, by environment), on a driver for 12.8."""

import ctypes
import sysconfig
from pathlib import Path

packages = Path(sysconfig.get_path("purelib"))
runtime = ctypes.CDLL(str(next(packages.glob("nvidia/*/lib/libcudart.so.1*"))))
runtime.cudaGetErrorName.restype = runtime.cudaGetErrorString.restype = ctypes.c_char_p
number = ctypes.c_int()
runtime.cudaRuntimeGetVersion(ctypes.byref(number))
print("runtime:", number.value)
code = runtime.cudaGetDeviceCount(ctypes.byref(number))
raise RuntimeError(f"{runtime.cudaGetErrorName(code).decode()}: {runtime.cudaGetErrorString(code).decode()}")
