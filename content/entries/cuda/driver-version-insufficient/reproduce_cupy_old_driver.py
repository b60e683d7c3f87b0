"""CuPy for CUDA 13, with a driver for CUDA 12.8."""

import cupy

version = cupy.cuda.runtime.driverGetVersion()
print("driver:", version, "| runtime of this CuPy:", cupy.cuda.runtime.runtimeGetVersion())
x = cupy.arange(3)
