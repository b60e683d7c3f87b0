"""Compile it with the launch bound: how many registers, and what goes to memory instead?"""

import re

from cupy.cuda import nvrtc

SOURCE = r"""
extern "C" __global__ void __launch_bounds__(1024) mix(float* x, int steps) {
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
spilled = int(re.search(r"(\d+) bytes spill loads", log).group(1))
print("registers:", registers, "| bytes spilled and loaded again:", spilled)
assert registers * 1024 <= 65536
assert spilled == 0, "registers went to local memory"
