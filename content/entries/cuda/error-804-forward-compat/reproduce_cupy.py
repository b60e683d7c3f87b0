"""The same refusal through CuPy."""

import cupy

x = cupy.ones(3)
