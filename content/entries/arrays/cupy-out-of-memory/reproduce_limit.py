"""With a limit: two arrays in use would pass it."""

import cupy

pool = cupy.get_default_memory_pool()
pool.set_limit(size=256 << 20)
first = cupy.empty(100 << 20, dtype=cupy.uint8)
second = cupy.empty(200 << 20, dtype=cupy.uint8)
