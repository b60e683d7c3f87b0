"""The same GPU through CuPy."""

import cupy

x = cupy.full(3, 1.0)
