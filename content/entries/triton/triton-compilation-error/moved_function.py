"""The same function from where it is now."""

import triton
import triton.language as tl
from target import compile_for
from triton.language.extra import libdevice


@triton.jit
def squash(x):
    i = tl.arange(0, 128)
    tl.store(x + i, libdevice.tanh(tl.load(x + i)))


ptx = compile_for(90, squash, {"x": "*fp32"})
assert ".entry squash" in ptx
