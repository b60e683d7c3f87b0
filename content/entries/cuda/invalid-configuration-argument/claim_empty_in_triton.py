"""A Triton kernel with a grid of 0 programs."""

import torch
import triton
import triton.language as tl


@triton.jit
def fill(out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, 1.0, mask=offsets < n)


out = torch.zeros(4, device="cuda")
fill[(0,)](out, 0, BLOCK=64)
torch.cuda.synchronize()
print("no error | out:", out.tolist())
