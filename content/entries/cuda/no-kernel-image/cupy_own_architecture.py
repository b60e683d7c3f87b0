"""The same kernel from its source: CuPy compiles it for the GPU that is here."""

import cupy

source = 'extern "C" __global__ void set_one(int *out) { *out = 1; }'
set_one = cupy.RawModule(code=source).get_function("set_one")
out = cupy.zeros(1, dtype=cupy.int32)
set_one((1,), (1,), (out,))
print("compiled for", cupy.cuda.Device().compute_capability, "| stored:", int(out[0]))
assert int(out[0]) == 1
