"""A module that somebody compiled for his own GPU, loaded with CuPy."""

from pathlib import Path

import cupy
from cupy.cuda import nvrtc

capability = cupy.cuda.Device().compute_capability
other = "sm_80" if not capability.startswith("8") else "sm_75"
source = 'extern "C" __global__ void set_one(int *out) { *out = 1; }'
program = nvrtc.createProgram(source, "kernel.cu", (), ())
nvrtc.compileProgram(program, (f"-arch={other}",))
Path("kernel.cubin").write_bytes(nvrtc.getCUBIN(program))
print(f"this GPU: sm_{capability} | the code: {other}")
cupy.RawModule(path="kernel.cubin").get_function("set_one")
