"""CuPy where the library that answers is the toolkit's stub."""

import cupy

x = cupy.arange(3)
