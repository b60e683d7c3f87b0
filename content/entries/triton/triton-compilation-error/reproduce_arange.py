"""A block as long as the data: 100 is no power of two."""

import triton
import triton.language as tl
from target import compile_for


@triton.jit
def double(x, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(x + i, tl.load(x + i) * 2)


compile_for(90, double, {"x": "*fp32"}, N=100)
