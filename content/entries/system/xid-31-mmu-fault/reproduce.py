"""A kernel writes 1 TiB behind a tensor, where nothing is mapped."""

import torch

SOURCE = r"""
extern "C" __global__ void write_far(int* data, int gigabytes) {
  data[static_cast<size_t>(gigabytes) << 28] = 1;
}
"""
write_far = torch.cuda._compile_kernel(SOURCE, "write_far")
x = torch.ones(3, dtype=torch.int32, device="cuda")
write_far(grid=(1, 1, 1), block=(1, 1, 1), args=[x, 1024])
print("sum:", (x + 1).sum().item())
