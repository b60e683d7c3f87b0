"""Are libcublas and libcublasLt of one version?"""

import ctypes

import torch  # loads both

paths = sorted({line.split()[-1] for line in open("/proc/self/maps") if "libcublas" in line})
print("torch", torch.__version__, *paths, sep="\n")
cublas = ctypes.CDLL(next(path for path in paths if "libcublas.so" in path))
cublaslt = ctypes.CDLL(next(path for path in paths if "libcublasLt.so" in path))
part = ctypes.c_int()
parts = [cublas.cublasGetProperty(i, ctypes.byref(part)) or part.value for i in range(3)]
cublaslt.cublasLtGetVersion.restype = ctypes.c_size_t
number = cublaslt.cublasLtGetVersion()
print("cuBLAS", *parts, "| cuBLASLt", number)
assert len(paths) == 2
assert number == 10000 * parts[0] + 100 * parts[1] + parts[2]
