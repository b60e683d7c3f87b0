"""The same with the results written into the array."""

import cupy

free, total = cupy.cuda.runtime.memGetInfo()
samples = cupy.ones(free * 2 // 5 // 4, dtype=cupy.float32)
cupy.multiply(samples, 2, out=samples)
result = cupy.add(samples, 1, out=samples)
assert float(result[0]) == 3 and float(result[-1]) == 3
