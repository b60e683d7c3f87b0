"""Fill an image of 16 rows from a Numba kernel that has rows and columns the wrong way round."""

import numpy as np
from numba import cuda


@cuda.jit
def fill(image):
    column, row = cuda.grid(2)
    if column < image.shape[1] and row < image.shape[0]:
        image[column, row] = 1.0


image = cuda.to_device(np.zeros((16, 65536), dtype=np.float32))
fill[(2048, 1), (32, 16)](image)
print("sum:", image.copy_to_host().sum())
