"""The same kernel, compiled and launched with the tensor's GPU as the current device."""

import torch

SOURCE = r"""
extern "C" __global__ void fill(float* values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = 1.0f;
}
"""
values = torch.zeros(1024, device="cuda:1")
with torch.cuda.device(values.device):
    kernel = torch.cuda._compile_kernel(SOURCE, "fill")
    kernel(grid=(4, 1, 1), block=(256, 1, 1), args=[values, 1024])
    torch.cuda.synchronize()
total = values.sum().item()
print("sum:", total)
assert total == 1024
