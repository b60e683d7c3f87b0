"""Write far beyond the shared memory of a block."""

import torch

SOURCE = r"""
extern "C" __global__ void scatter(const int* index, float* out) {
  __shared__ float tile[32];
  tile[threadIdx.x] = 0.0f;
  __syncthreads();
  tile[index[threadIdx.x]] = 1.0f;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}
"""
scatter = torch.cuda._compile_kernel(SOURCE, "scatter")
index = torch.full((32,), 2**24, dtype=torch.int32, device="cuda")
out = torch.zeros(32, device="cuda")
scatter(grid=(1, 1, 1), block=(32, 1, 1), args=[index, out])
torch.cuda.synchronize()
print("done")
