"""Load the driver's library the way CUDA programs do, where there is no driver."""

import ctypes

driver = ctypes.CDLL("libcuda.so.1")
