"""Ask the CUDA runtime for devices before a handle is made: it says what is missing."""

import ctypes

import torch  # loads the CUDA runtime and the cuBLAS that it is linked to

maps = open("/proc/self/maps").read().split()
runtime = ctypes.CDLL(next(word for word in maps if "libcudart" in word))
cublas = ctypes.CDLL(next(word for word in maps if "libcublas.so" in word))
runtime.cudaGetErrorName.restype = ctypes.c_char_p
handle = ctypes.c_void_p()

count = ctypes.c_int()
answer = runtime.cudaGetErrorName(runtime.cudaGetDeviceCount(ctypes.byref(count))).decode()
if answer == "cudaSuccess":
    assert cublas.cublasCreate_v2(ctypes.byref(handle)) == 0
print("torch", torch.__version__, "| runtime:", answer)
assert answer == "cudaErrorInsufficientDriver" and not handle
