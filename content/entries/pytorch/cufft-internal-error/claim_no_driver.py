"""cuFFT itself, called on a machine without a CUDA driver."""

import ctypes
import glob
import sysconfig

import torch

site = sysconfig.get_paths()["purelib"]
cufft = ctypes.CDLL(next(glob.iglob(site + "/nvidia/**/libcufft.so.*", recursive=True)))
version, plan = ctypes.c_int(), ctypes.c_int()
cufft.cufftGetVersion(ctypes.byref(version))
status = cufft.cufftPlan1d(ctypes.byref(plan), 1024, 0x29, 1)  # 1024 complex numbers
print("torch", torch.__version__, "| cuFFT", version.value, "| status", status)
assert status == 5, "not CUFFT_INTERNAL_ERROR"
