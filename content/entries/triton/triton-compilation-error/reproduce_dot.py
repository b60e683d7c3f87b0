"""A matrix product over 8 columns: K is below 16."""

import triton
import triton.language as tl
from target import compile_for


@triton.jit
def scores(x, y, z, K: tl.constexpr, BLOCK_K: tl.constexpr):
    m = tl.arange(0, 16)
    k = tl.arange(0, BLOCK_K)
    a = tl.load(x + m[:, None] * K + k[None, :], mask=k[None, :] < K, other=0.0)
    b = tl.load(y + k[:, None] * 16 + m[None, :], mask=k[:, None] < K, other=0.0)
    tl.store(z + m[:, None] * 16 + m[None, :], tl.dot(a, b))


K = 8
BLOCK_K = triton.next_power_of_2(K)
compile_for(90, scores, {"x": "*fp16", "y": "*fp16", "z": "*fp32"}, K=K, BLOCK_K=BLOCK_K)
