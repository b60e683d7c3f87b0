"""With an empty cache."""

import os

os.environ["TRITON_CACHE_DIR"] = os.path.abspath("empty-cache")

import triton
import triton.language as tl
from target import compile_for


@triton.jit
def double(x, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(x + i, tl.load(x + i) * 2)


compile_for(90, double, {"x": "*fp32"}, N=100)
