"""Numba with a driver that finds no device."""

from numba import cuda

x = cuda.to_device([1.0, 2.0, 3.0])
