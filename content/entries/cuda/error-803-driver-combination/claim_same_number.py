"""Ask both libraries, without a framework: the driver's cuInit and the runtime's cudaGetDeviceCount."""

import ctypes
import sysconfig
from pathlib import Path

driver = ctypes.CDLL("libcuda.so.1")
name = ctypes.c_char_p()
from_driver = driver.cuInit(0)
driver.cuGetErrorName(from_driver, ctypes.byref(name))
print("driver: ", from_driver, name.value.decode())

packages = Path(sysconfig.get_path("purelib"))
runtime = ctypes.CDLL(str(next(packages.glob("nvidia/*/lib/libcudart.so.1*"))))
runtime.cudaGetErrorName.restype = ctypes.c_char_p
from_runtime = runtime.cudaGetDeviceCount(ctypes.byref(ctypes.c_int()))
print("runtime:", from_runtime, runtime.cudaGetErrorName(from_runtime).decode())
assert from_driver == from_runtime == 803
assert runtime.cudaGetErrorName(803) == b"cudaErrorSystemDriverMismatch"
