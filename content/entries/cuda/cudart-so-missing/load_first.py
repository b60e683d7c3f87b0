"""Load the file by its full path first; then the name is found, for it is there already."""

import ctypes
from importlib.metadata import files

wheel = files("nvidia-cuda-runtime-cu12")
library = next(f.locate() for f in wheel if f.name == "libcudart.so.12")
ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)

runtime = ctypes.CDLL("libcudart.so.12")
version = ctypes.c_int()
runtime.cudaRuntimeGetVersion(ctypes.byref(version))
print("loaded by name:", version.value)
assert 12000 <= version.value < 13000
