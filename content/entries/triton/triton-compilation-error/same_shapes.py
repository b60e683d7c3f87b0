"""Both blocks have one length; the mask keeps the second inside its data."""

import triton
import triton.language as tl
from target import compile_for


@triton.jit
def add(x, y):
    i = tl.arange(0, 64)
    a = tl.load(x + i)
    b = tl.load(y + i, mask=i < 32, other=0.0)
    tl.store(x + i, a + b)


ptx = compile_for(90, add, {"x": "*fp32", "y": "*fp32"})
assert ".entry add" in ptx
