"""Numba's first use of the driver."""

from numba import cuda

x = cuda.to_device([1.0, 2.0, 3.0])
