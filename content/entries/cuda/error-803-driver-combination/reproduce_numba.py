"""The same driver library, asked by Numba, which prints the driver's name of the code."""

from numba import cuda

x = cuda.device_array(3)
