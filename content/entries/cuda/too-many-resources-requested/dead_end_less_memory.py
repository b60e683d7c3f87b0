"""Treat it as a lack of memory: an empty cache and one step on the least data."""

import torch

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
mix = torch.cuda._compile_kernel(SOURCE, "mix")
torch.cuda.empty_cache()
x = torch.ones(1024, 100, device="cuda")
free, _total = torch.cuda.mem_get_info()
print("free GiB:", free // 2**30, "| needed KiB:", x.numel() * 4 // 1024, flush=True)
mix(grid=(1, 1, 1), block=(1024, 1, 1), args=[x, 1])
print("first element:", x[0, 0].item())
