"""What does cuBLAS call number 13?"""

import ctypes

import torch  # loads the cuBLAS that it is linked to

path = next(word for word in open("/proc/self/maps").read().split() if "libcublas.so" in word)
cublas = ctypes.CDLL(path)
cublas.cublasGetStatusName.restype = ctypes.c_char_p
cublas.cublasGetStatusString.restype = ctypes.c_char_p
name = cublas.cublasGetStatusName(13).decode()
words = cublas.cublasGetStatusString(13).decode()
print("torch", torch.__version__, "| 13:", name, "|", words)
assert name == "CUBLAS_STATUS_EXECUTION_FAILED"
assert words == "the function failed to launch on the GPU"
