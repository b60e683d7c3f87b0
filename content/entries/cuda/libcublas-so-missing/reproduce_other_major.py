"""A program for CUDA 11 where only the libraries of CUDA 12 are installed."""

import ctypes
from importlib.metadata import version

print("nvidia-cublas-cu12", version("nvidia-cublas-cu12"))
ctypes.CDLL("libcublas.so.11")
