"""Is it PyTorch that remembers? Ask NVIDIA's runtime itself, before and after the fabric gets ready."""

import ctypes
import os
import sysconfig
from pathlib import Path

packages = Path(sysconfig.get_path("purelib"))
runtime = ctypes.CDLL(str(next(packages.glob("nvidia/*/lib/libcudart.so.1*"))))
count = ctypes.c_int()
before = runtime.cudaGetDeviceCount(ctypes.byref(count))
os.environ["SIMULATED_CUINIT"] = "0"  # from here on the simulated fabric is ready
driver = ctypes.CDLL("libcuda.so.1").cuInit(0)
after = runtime.cudaGetDeviceCount(ctypes.byref(count))
print(f"runtime before: {before} | driver now: {driver} | runtime now: {after}")
assert before == 802 and driver == 0
assert after != 802
