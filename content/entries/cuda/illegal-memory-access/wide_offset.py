"""The same kernel with the row number widened to 64 bits before the multiplication."""

import torch
import triton
import triton.language as tl


@triton.jit
def first_bytes(matrix, out, stride):
    row = tl.program_id(0).to(tl.int64)
    tl.store(out + row, tl.load(matrix + row * stride))


matrix = torch.ones(70000, 32768, dtype=torch.uint8, device="cuda")
out = torch.empty(70000, dtype=torch.uint8, device="cuda")
first_bytes[(70000,)](matrix, out, matrix.stride(0))
total = out.sum().item()
print("sum:", total)
assert total == 70000
