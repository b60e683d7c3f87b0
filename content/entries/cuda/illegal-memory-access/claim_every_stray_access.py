"""Write one element beyond a tensor of 128 floats, and look at its neighbour."""

import torch

SOURCE = r"""
extern "C" __global__ void fill(float* values, int n) {
  for (int i = threadIdx.x; i <= n; i += blockDim.x) values[i] = 1.0f;
}
"""
kernel = torch.cuda._compile_kernel(SOURCE, "fill")
values = torch.zeros(128, device="cuda")
neighbour = torch.zeros(128, device="cuda")
kernel(grid=(1, 1, 1), block=(128, 1, 1), args=[values, 128])
torch.cuda.synchronize()
print("no error | written into the neighbour:", neighbour.sum().item())
