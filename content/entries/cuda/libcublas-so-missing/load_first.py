"""Load the two files by full path first; then the name is found."""

import ctypes
from importlib.metadata import files

for name in ("libcublasLt.so.12", "libcublas.so.12"):
    library = next(file.locate() for file in files("nvidia-cublas-cu12") if file.name == name)
    ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)

version = ctypes.CDLL("libcublas.so.12").cublasGetCudartVersion()
print(version)
assert 12000 <= version < 13000
