"""The same kernel in CuPy."""

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
mix = cupy.RawKernel(SOURCE, "mix")
x = cupy.ones((1024, 100), dtype=cupy.float32)
print("registers:", mix.num_regs, "| threads that fit:", mix.max_threads_per_block, flush=True)
mix((1,), (1024,), (x, cupy.int32(10)))
print("first element:", float(x[0, 0]))
