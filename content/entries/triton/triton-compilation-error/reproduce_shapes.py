"""Blocks of 64 and of 32 are added."""

import triton
import triton.language as tl
from target import compile_for


@triton.jit
def add(x, y):
    a = tl.load(x + tl.arange(0, 64))
    b = tl.load(y + tl.arange(0, 32))
    tl.store(x + tl.arange(0, 64), a + b)


compile_for(90, add, {"x": "*fp32", "y": "*fp32"})
