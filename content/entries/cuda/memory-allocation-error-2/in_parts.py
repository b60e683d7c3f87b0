"""As many bytes, through one buffer of a quarter of the free memory."""

import numpy
from numba import cuda

free, total = cuda.current_context().get_memory_info()
part = free // 4
samples = cuda.device_array(part, dtype=numpy.uint8)
done = 0
while done < 2 * total:
    rest = samples[: min(part, 2 * total - done)]
    rest[:1000].copy_to_device(numpy.full(1000, done % 251, dtype=numpy.uint8))
    done += rest.size
assert done == 2 * total and samples.size == part
