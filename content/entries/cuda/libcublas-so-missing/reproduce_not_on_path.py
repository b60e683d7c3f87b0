"""The wheel with cuBLAS for CUDA 12 is installed; the loader does not search its folder."""

import ctypes
from importlib.metadata import version

print("nvidia-cublas-cu12", version("nvidia-cublas-cu12"))
ctypes.CDLL("libcublas.so.12")
