"""The wheel with the CUDA 12 runtime is installed; the loader does not search its folder."""

import ctypes
from importlib.metadata import version

print("nvidia-cuda-runtime-cu12", version("nvidia-cuda-runtime-cu12"))
ctypes.CDLL("libcudart.so.12")
