"""CuPy with a driver that finds no device."""

import cupy

x = cupy.arange(3)
