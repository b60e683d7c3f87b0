"""The same; the pool gives back what is free before the next array."""

import cupy

pool = cupy.get_default_memory_pool()
pool.set_limit(size=256 << 20)
first = cupy.empty(100 << 20, dtype=cupy.uint8)
del first
cupy.get_default_memory_pool().free_all_blocks()
second = cupy.empty(200 << 20, dtype=cupy.uint8)
assert second.nbytes == 200 << 20 and pool.total_bytes() <= 256 << 20
