"""The same kernel without the promise."""

import torch
import triton
import triton.language as tl


@triton.jit
def double(x, out, starts, BLOCK: tl.constexpr):
    start = tl.load(starts)
    offsets = start + tl.arange(0, BLOCK)
    tl.store(out + tl.arange(0, BLOCK), 2 * tl.load(x + offsets))


x = torch.ones(1030, device="cuda")
out = torch.zeros(1024, device="cuda")
starts = torch.tensor([3], dtype=torch.int32, device="cuda")
double[(1,)](x, out, starts, BLOCK=1024, num_warps=1)
total = out.sum().item()
print("sum:", total)
assert total == 2048
