"""The same; the limit is raised before the second array."""

import cupy

pool = cupy.get_default_memory_pool()
pool.set_limit(size=256 << 20)
first = cupy.empty(100 << 20, dtype=cupy.uint8)
cupy.get_default_memory_pool().set_limit(size=8 << 30)
second = cupy.empty(200 << 20, dtype=cupy.uint8)
assert second.nbytes == 200 << 20 and pool.total_bytes() > 256 << 20
