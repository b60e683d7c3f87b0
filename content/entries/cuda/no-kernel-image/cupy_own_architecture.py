"""The module compiled again, for the GPU that is here."""

from pathlib import Path

import cupy
from cupy.cuda import nvrtc

own = f"sm_{cupy.cuda.Device().compute_capability}"
source = 'extern "C" __global__ void set_one(int *out) { *out = 1; }'
program = nvrtc.createProgram(source, "kernel.cu", (), ())
nvrtc.compileProgram(program, (f"-arch={own}",))
Path("kernel.cubin").write_bytes(nvrtc.getCUBIN(program))
set_one = cupy.RawModule(path="kernel.cubin").get_function("set_one")
out = cupy.zeros(1, dtype=cupy.int32)
set_one((1,), (1,), (out,))
print("compiled for", own, "| stored:", int(out[0]))
assert int(out[0]) == 1
