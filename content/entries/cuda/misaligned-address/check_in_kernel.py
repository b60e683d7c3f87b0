"""A kernel that reads four at a time only where the address allows it."""

import torch

SOURCE = r"""
extern "C" __global__ void add_up(const float* x, float* total, int n) {
  if (reinterpret_cast<size_t>(x) % 16 == 0) {
    for (int i = threadIdx.x; i < n / 4; i += blockDim.x) {
      float4 v = reinterpret_cast<const float4*>(x)[i];
      atomicAdd(total, v.x + v.y + v.z + v.w);
    }
  } else {
    for (int i = threadIdx.x; i < n / 4 * 4; i += blockDim.x) atomicAdd(total, x[i]);
  }
  for (int i = n / 4 * 4 + threadIdx.x; i < n; i += blockDim.x) atomicAdd(total, x[i]);
}
"""
add_up = torch.cuda._compile_kernel(SOURCE, "add_up")
total = torch.zeros(1, device="cuda")
row = torch.ones(1025, device="cuda")
x = row[1:]
print("address modulo 16:", x.data_ptr() % 16, flush=True)
add_up(grid=(1, 1, 1), block=(128, 1, 1), args=[x, total, 1024])
print("sum:", total.item())
assert total.item() == 1024
