"""import torch, and after it the library by its name alone."""

import ctypes

import torch

print("torch", torch.__version__, "| CUDA", torch.version.cuda)
runtime = ctypes.CDLL("libcudart.so.12")
version = ctypes.c_int()
runtime.cudaRuntimeGetVersion(ctypes.byref(version))
assert 12000 <= version.value < 13000
