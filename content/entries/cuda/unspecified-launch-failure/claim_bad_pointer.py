"""Write through a null pointer."""

import torch

SOURCE = r"""
extern "C" __global__ void store(float* const* where) {
  *where[0] = 1.0f;
}
"""
store = torch.cuda._compile_kernel(SOURCE, "store")
where = torch.zeros(1, dtype=torch.int64, device="cuda")
store(grid=(1, 1, 1), block=(1, 1, 1), args=[where])
torch.cuda.synchronize()
print("done")
