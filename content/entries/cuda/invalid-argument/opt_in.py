"""Ask for it first, within what this GPU has."""

import cupy
from shared import kernel, out, size

limit = cupy.cuda.Device().attributes["MaxSharedMemoryPerBlockOptin"]
print("this GPU gives a block at most", limit, "bytes")
kernel.max_dynamic_shared_size_bytes = size
kernel((1,), (32,), (out,), shared_mem=size)
assert out.tolist() == list(range(32))
