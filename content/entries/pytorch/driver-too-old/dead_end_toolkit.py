"""The CUDA runtime in use is newer than the driver: a toolkit would bring one more of those."""

import ctypes

import torch

loaded = {line.split()[-1] for line in open("/proc/self/maps") if "libcudart" in line}
runtime = ctypes.CDLL(loaded.pop())
version = ctypes.c_int(-1)
runtime.cudaRuntimeGetVersion(ctypes.byref(version))
print("CUDA runtime:", version.value, "for CUDA", torch.version.cuda)
assert version.value >= 12000
runtime.cudaDriverGetVersion(ctypes.byref(version))
print("driver:", version.value)
assert version.value == 11040
x = torch.zeros(3).cuda()
