"""Ask the compiled kernel how many threads of it fit, and launch with that."""

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
threads = 1024
while threads > mix.max_threads_per_block:
    threads //= 2
print("registers:", mix.num_regs, "| threads per block:", threads)
mix((1024 // threads,), (threads,), (x, cupy.int32(10)))
print("first element:", float(x[0, 0]))
assert threads < 1024
assert bool((x == 1).all())
