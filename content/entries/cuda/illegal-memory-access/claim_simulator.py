"""The swapped kernel on a small image in Numba's simulator, which runs kernels as Python on the CPU."""

import os

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"  # before the import

import numpy as np
from numba import cuda


@cuda.jit
def fill(image):
    column, row = cuda.grid(2)
    if column < image.shape[1] and row < image.shape[0]:
        image[column, row] = 1.0


image = cuda.to_device(np.zeros((4, 8), dtype=np.float32))
fill[(1, 1), (8, 4)](image)
print("sum:", image.copy_to_host().sum())
