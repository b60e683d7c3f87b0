"""Numba, without a driver."""

from numba import cuda

x = cuda.device_array(3)
