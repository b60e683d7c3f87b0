"""The global is annotated as constexpr, which Triton 3.0 still took."""

import triton
import triton.language as tl
from target import compile_for

BLOCK: tl.constexpr = 128


@triton.jit
def double(x):
    i = tl.arange(0, BLOCK)
    tl.store(x + i, tl.load(x + i) * 2)


compile_for(90, double, {"x": "*fp32"})
