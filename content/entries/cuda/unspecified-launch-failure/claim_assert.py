"""A failed assert in a kernel."""

import torch

SOURCE = r"""
extern "C" __global__ void check(const int* flag) {
  assert(*flag != 0);
}
"""
check = torch.cuda._compile_kernel(SOURCE, "check")
flag = torch.zeros(1, dtype=torch.int32, device="cuda")
check(grid=(1, 1, 1), block=(1, 1, 1), args=[flag])
torch.cuda.synchronize()
print("done")
