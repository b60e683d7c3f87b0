"""The same wait; the kernel writes down that it gave up and ends, and the host raises its own error."""

import torch

SOURCE = r"""
extern "C" __global__ void wait_for_peer(const int* flag, int patience, int* verdict) {
  for (int round = 0; round < patience; ++round) {
    if (*reinterpret_cast<const volatile int*>(flag) != 0) return;
  }
  *verdict = 1;
}
"""
wait_for_peer = torch.cuda._compile_kernel(SOURCE, "wait_for_peer")
flag = torch.zeros(1, dtype=torch.int32, device="cuda")
verdict = torch.zeros(1, dtype=torch.int32, device="cuda")
x = torch.ones(3, device="cuda")
wait_for_peer(grid=(1, 1, 1), block=(1, 1, 1), args=[flag, 1000, verdict])
total = (x + 1).sum().item()
print("sum:", total, "| the peer did not come:", bool(verdict.item()))
assert total == 6
assert verdict.item() == 1
