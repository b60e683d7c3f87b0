"""An array of two fifths of the free memory, and two results beside it."""

import cupy

free, total = cupy.cuda.runtime.memGetInfo()
samples = cupy.ones(free * 2 // 5 // 4, dtype=cupy.float32)
result = cupy.add(cupy.multiply(samples, 2), 1)
