"""Multiply matrices with tiles of 128 × 256 and six stages in flight."""

import torch
import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        x = tl.load(a + rows[:, None] * K + (k + inner)[None, :])
        y = tl.load(b + (k + inner)[:, None] * N + columns[None, :])
        total = tl.dot(x, y, total)
    tl.store(c + rows[:, None] * N + columns[None, :], total.to(tl.float16))


torch.manual_seed(0)
size = 512
a = torch.randn(size, size, dtype=torch.float16, device="cuda")
b = torch.randn(size, size, dtype=torch.float16, device="cuda")
c = torch.empty(size, size, dtype=torch.float16, device="cuda")
limit = torch.cuda.get_device_properties(0).shared_memory_per_block_optin
print("bytes of shared memory per block:", limit, flush=True)
matmul[(4, 2)](a, b, c, size, size, BM=128, BN=256, BK=64, num_stages=6, num_warps=8)
print("sum:", c.float().sum().item())
