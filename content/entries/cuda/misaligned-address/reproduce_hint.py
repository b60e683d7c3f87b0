"""A Triton kernel that promises that its start is a multiple of 16; this one is 3."""

import torch
import triton
import triton.language as tl


@triton.jit
def double(x, out, starts, BLOCK: tl.constexpr):
    start = tl.multiple_of(tl.load(starts), 16)
    offsets = start + tl.arange(0, BLOCK)
    tl.store(out + tl.arange(0, BLOCK), 2 * tl.load(x + offsets))


x = torch.ones(1030, device="cuda")
out = torch.zeros(1024, device="cuda")
starts = torch.tensor([3], dtype=torch.int32, device="cuda")
double[(1,)](x, out, starts, BLOCK=1024, num_warps=1)
print("sum:", out.sum().item())
