"""The launch with 1056 threads in CuPy, which uses the driver's interface."""

import cupy

kernel = cupy.RawKernel('extern "C" __global__ void nothing() {}', "nothing")
kernel((1,), (1056,), ())
print("done")
