"""Numba, asked again after the fabric got ready."""

import os

from numba import cuda

print("first try:", cuda.is_available())
os.environ["SIMULATED_CUINIT"] = "0"  # from here on the simulated fabric is ready
x = cuda.device_array((3,))
