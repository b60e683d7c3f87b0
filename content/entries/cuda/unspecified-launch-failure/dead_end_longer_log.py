"""Set TORCH_SHOW_CPP_STACKTRACES=1 for a longer message: it shows who noticed, not who failed."""

import os

os.environ["TORCH_SHOW_CPP_STACKTRACES"] = "1"

import torch

SOURCE = r"""
extern "C" __global__ void wait_for_peer(const int* flag, int patience) {
  for (int round = 0; round < patience; ++round) {
    if (*reinterpret_cast<const volatile int*>(flag) != 0) return;
  }
  asm volatile("trap;");
}
"""
wait_for_peer = torch.cuda._compile_kernel(SOURCE, "wait_for_peer")
flag = torch.zeros(1, dtype=torch.int32, device="cuda")
x = torch.ones(3, device="cuda")
wait_for_peer(grid=(1, 1, 1), block=(1, 1, 1), args=[flag, 1000])
print("sum:", (x + 1).sum().item())
