"""The next power of two, and a mask for what is beyond the data."""

import triton
import triton.language as tl
from target import compile_for


@triton.jit
def double(x, N: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(x + i, tl.load(x + i, mask=i < N) * 2, mask=i < N)


ptx = compile_for(90, double, {"x": "*fp32"}, N=100, BLOCK=triton.next_power_of_2(100))
assert ".entry double" in ptx
