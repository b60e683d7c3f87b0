"""Arrive at a barrier in shared memory that was never initialised (compute capability 9.0 or later)."""

import torch

SOURCE = r"""
extern "C" __global__ void arrive() {
  __shared__ unsigned long long barrier;
  barrier = 0;
  unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"(address), "r"(16) : "memory");
}
"""
arrive = torch.cuda._compile_kernel(SOURCE, "arrive")
arrive(grid=(1, 1, 1), block=(1, 1, 1))
torch.cuda.synchronize()
print("done")
