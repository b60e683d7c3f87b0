"""The same kernel for a card that has the type, and with bfloat16 for the one that has not."""

import triton
import triton.language as tl
from target import compile_for


@triton.jit
def narrow(x, y):
    i = tl.arange(0, 128)
    tl.store(y + i, tl.load(x + i).to(y.dtype.element_ty))


for capability, kind in ((89, "*fp8e4nv"), (86, "*bf16")):
    assert ".entry narrow" in compile_for(capability, narrow, {"x": "*fp32", "y": kind})
