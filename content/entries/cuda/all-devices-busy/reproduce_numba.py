"""Numba where the driver answers that the GPU is not available."""

from numba import cuda

x = cuda.to_device([1.0, 2.0, 3.0])
