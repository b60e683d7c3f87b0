"""Compare the number in the message with the CUDA runtime that PyTorch has loaded."""

import ctypes
import re

import torch

loaded = {line.split()[-1] for line in open("/proc/self/maps") if "libcudart" in line}
runtime = ctypes.c_int(-1)
ctypes.CDLL(loaded.pop()).cudaRuntimeGetVersion(ctypes.byref(runtime))
try:
    torch.zeros(3).cuda()
except RuntimeError as error:
    found = int(re.search(r"found version (\d+)", str(error)).group(1))
print("in the message:", found, "| CUDA runtime:", runtime.value)
assert found == runtime.value
