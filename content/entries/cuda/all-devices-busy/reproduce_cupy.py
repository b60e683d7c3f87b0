"""CuPy where the driver answers that the GPU is not available."""

import cupy

x = cupy.arange(3)
