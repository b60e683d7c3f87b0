"""The same GPU through Numba."""

from numba import cuda

x = cuda.device_array(3)
