"""Numba, on a machine whose fabric is not ready."""

from numba import cuda

x = cuda.device_array((3,))
