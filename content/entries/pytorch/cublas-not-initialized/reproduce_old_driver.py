"""cuBLAS itself, called as a C program calls it, with a driver that is older than it needs."""

import ctypes

import torch  # loads the cuBLAS that it is linked to

path = next(line.split()[-1] for line in open("/proc/self/maps") if "libcublas.so" in line)
cublas = ctypes.CDLL(path)
cublas.cublasGetStatusName.restype = ctypes.c_char_p
cublas.cublasGetStatusString.restype = ctypes.c_char_p
handle = ctypes.c_void_p()


def check(status):
    name = cublas.cublasGetStatusName(status).decode()
    text = cublas.cublasGetStatusString(status).decode()
    if status != 0:
        raise RuntimeError(f"cublasCreate: {status} {name}: {text}")


print("torch", torch.__version__, "|", path.rsplit("/", 1)[-1])
check(cublas.cublasCreate_v2(ctypes.byref(handle)))
