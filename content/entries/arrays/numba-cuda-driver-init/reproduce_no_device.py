"""The driver answers that it has no device for this process."""

from numba import cuda

x = cuda.device_array((3,))
