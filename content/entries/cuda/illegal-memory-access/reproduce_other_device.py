"""A tensor on the second GPU, and a kernel that is launched on the current device, the first one."""

import torch

SOURCE = r"""
extern "C" __global__ void fill(float* values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = 1.0f;
}
"""
values = torch.zeros(1024, device="cuda:1")
kernel = torch.cuda._compile_kernel(SOURCE, "fill")
kernel(grid=(4, 1, 1), block=(256, 1, 1), args=[values, 1024])
torch.cuda.synchronize()
