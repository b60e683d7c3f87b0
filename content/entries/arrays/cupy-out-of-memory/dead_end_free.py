"""The same as the reproduction, with free_all_blocks before the step that fails."""

import cupy

free, total = cupy.cuda.runtime.memGetInfo()
samples = cupy.ones(free * 2 // 5 // 4, dtype=cupy.float32)
cupy.get_default_memory_pool().free_all_blocks()
result = cupy.add(cupy.multiply(samples, 2), 1)
