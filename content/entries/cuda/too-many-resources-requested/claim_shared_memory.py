"""Ask for more dynamic shared memory than a block may have, in CuPy."""

import cupy

kernel = cupy.RawKernel('extern "C" __global__ void nothing() {}', "nothing")
kernel((1,), (32,), (), shared_mem=300 * 1024)
print("done")
