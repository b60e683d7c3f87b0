"""80 registers and 800 threads make 64000, less than 65536; 25 warps count as 28."""

import cupy

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
mix = cupy.RawKernel(SOURCE, "mix", options=("--maxrregcount=80",))
x = cupy.ones((800, 100), dtype=cupy.float32)
print("registers of 800 threads:", mix.num_regs * 800, "| threads that fit:", mix.max_threads_per_block, flush=True)
assert mix.num_regs * 800 <= 65536
mix((1,), (800,), (x, cupy.int32(10)))
print("first element:", float(x[0, 0]))
