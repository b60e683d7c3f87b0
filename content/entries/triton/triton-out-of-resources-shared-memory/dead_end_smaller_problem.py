"""A smaller problem and an empty cache, as for a lack of device memory."""

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
size = 256
a = torch.randn(size, size, dtype=torch.float16, device="cuda")
b = torch.randn(size, size, dtype=torch.float16, device="cuda")
c = torch.empty(size, size, dtype=torch.float16, device="cuda")
torch.cuda.empty_cache()
print("free GiB:", torch.cuda.mem_get_info()[0] // 2**30, flush=True)
matmul[(2, 1)](a, b, c, size, size, BM=128, BN=256, BK=64, num_stages=6, num_warps=8)
print("sum:", c.float().sum().item())
