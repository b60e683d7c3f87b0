"""What cuBLAS itself calls the status 3."""

import ctypes

import torch  # loads the cuBLAS that it is linked to

path = next(line.split()[-1] for line in open("/proc/self/maps") if "libcublas.so" in line)
cublas = ctypes.CDLL(path)
cublas.cublasGetStatusName.restype = ctypes.c_char_p
cublas.cublasGetStatusString.restype = ctypes.c_char_p
name = cublas.cublasGetStatusName(3).decode()
text = cublas.cublasGetStatusString(3).decode()
print("torch", torch.__version__, "|", path.rsplit("/", 1)[-1], "|", name, "|", text)
assert (name, text) == ("CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed")
