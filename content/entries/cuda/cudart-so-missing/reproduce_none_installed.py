"""A program for CUDA 11 on a machine that has no runtime of CUDA 11."""

import ctypes

ctypes.CDLL("libcudart.so.11.0")
