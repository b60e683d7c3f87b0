"""The same refusal through Numba, which asks the driver directly."""

import numpy
from numba import cuda

x = cuda.to_device(numpy.ones(3))
