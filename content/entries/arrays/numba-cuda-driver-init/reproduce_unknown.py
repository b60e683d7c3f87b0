"""The driver library is there, and cuInit answers 999."""

from numba import cuda

x = cuda.device_array((3,))
