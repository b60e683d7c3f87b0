"""Numba where the library that answers is the toolkit's stub."""

from numba import cuda

x = cuda.to_device([1.0, 2.0, 3.0])
