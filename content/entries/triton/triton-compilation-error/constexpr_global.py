"""The global is a constexpr."""

import triton
import triton.language as tl
from target import compile_for

BLOCK = tl.constexpr(128)


@triton.jit
def double(x):
    i = tl.arange(0, BLOCK)
    tl.store(x + i, tl.load(x + i) * 2)


ptx = compile_for(90, double, {"x": "*fp32"})
assert ".entry double" in ptx
