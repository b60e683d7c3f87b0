"""An array of twice the card's memory."""

import numpy
from numba import cuda

free, total = cuda.current_context().get_memory_info()
print(f"free {free / 2**30:.2f} GiB of {total / 2**30:.2f} GiB")
samples = cuda.device_array(2 * total, dtype=numpy.uint8)
