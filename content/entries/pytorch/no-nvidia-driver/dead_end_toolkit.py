"""CUDA's runtime and cuDNN are there, as after installing the toolkit; the driver is not."""

import ctypes

import torch

loaded = {line.split()[-1] for line in open("/proc/self/maps") if "libcudart" in line}
runtime = ctypes.CDLL(loaded.pop())
version = ctypes.c_int(-1)
runtime.cudaRuntimeGetVersion(ctypes.byref(version))
print("CUDA runtime:", version.value, "| cuDNN:", torch.backends.cudnn.version())
assert version.value >= 11000 and torch.backends.cudnn.version() > 8000
runtime.cudaDriverGetVersion(ctypes.byref(version))
print("driver:", version.value)
assert version.value == 0
x = torch.zeros(3).cuda()
