"""Sum a slice with a kernel that reads four floats at a time."""

import torch

SOURCE = r"""
extern "C" __global__ void add_up(const float4* x, float* total, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float4 v = x[i];
    atomicAdd(total, v.x + v.y + v.z + v.w);
  }
}
"""
add_up = torch.cuda._compile_kernel(SOURCE, "add_up")
total = torch.zeros(1, device="cuda")
row = torch.ones(1025, device="cuda")
x = row[1:]
print("address modulo 16:", x.data_ptr() % 16, flush=True)
add_up(grid=(1, 1, 1), block=(128, 1, 1), args=[x, total, 256])
print("sum:", total.item())
