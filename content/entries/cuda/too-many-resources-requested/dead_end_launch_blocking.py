"""The same launch with CUDA_LAUNCH_BLOCKING=1, as the message suggests."""

import os

os.environ["CUDA_LAUNCH_BLOCKING"] = "1"

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
x = torch.ones(1024, 100, device="cuda")
mix(grid=(1, 1, 1), block=(1024, 1, 1), args=[x, 10])
print("first element:", x[0, 0].item())
