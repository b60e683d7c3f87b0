"""The same rounds; of each result only what is needed later is kept, on the host."""

import numpy
from numba import cuda

free, total = cuda.current_context().get_memory_info()
size = free * 2 // 5


def compute(number):
    result = cuda.device_array(size, dtype=numpy.uint8)
    result[:1000].copy_to_device(numpy.full(1000, number, dtype=numpy.uint8))
    return result


results = []
for number in range(5):
    results.append(compute(number)[:1000].copy_to_host())
assert [int(result[0]) for result in results] == [0, 1, 2, 3, 4]
