"""The same kernel with the index in the order of the shape, behind the same bounds check."""

import numpy as np
from numba import cuda


@cuda.jit
def fill(image):
    column, row = cuda.grid(2)
    if column < image.shape[1] and row < image.shape[0]:
        image[row, column] = 1.0


image = cuda.to_device(np.zeros((16, 65536), dtype=np.float32))
fill[(2048, 1), (32, 16)](image)
total = image.copy_to_host().sum()
print("sum:", total)
assert total == 16 * 65536
