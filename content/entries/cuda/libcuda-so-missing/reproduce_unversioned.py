"""A working driver library, asked for by the name without a number."""

import ctypes

print("libcuda.so.1:", ctypes.CDLL("libcuda.so.1").cuInit(0))
driver = ctypes.CDLL("libcuda.so")
