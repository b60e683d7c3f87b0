"""Compile the kernel for compute capability 9.0, no GPU needed, and read the register count."""

import re

from cupy.cuda import nvrtc

SOURCE = r"""
extern "C" __global__ void mix(float* x, int steps) {
  float* mine = x + (blockIdx.x * blockDim.x + threadIdx.x) * 100;
  float a[100];
  #pragma unroll
  for (int i = 0; i < 100; ++i) a[i] = mine[i];
  #pragma unroll 1
  for (int step = 0; step < steps; ++step) {
    #pragma unroll
    for (int i = 0; i < 100; ++i) a[i] = a[i] * 0.5f + a[(i + 7) % 100] * 0.5f;
  }
  #pragma unroll
  for (int i = 0; i < 100; ++i) mine[i] = a[i];
}
"""
program = nvrtc.createProgram(SOURCE, "mix.cu", [], [])
nvrtc.compileProgram(program, ["--gpu-architecture=sm_90", "-Xptxas=-v"])
log = nvrtc.getProgramLog(program)
registers = int(re.search(r"Used (\d+) registers", log).group(1))
print("registers:", registers, "| for 1024 threads:", registers * 1024, "of 65536")
assert registers * 1024 > 65536
