"""Compile large tiles for a B200 (compute capability 10.0), no GPU needed: shared memory and tensor memory."""

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def matmul(a, b, c, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        x = tl.load(a + rows[:, None] * K + (k + inner)[None, :])
        y = tl.load(b + (k + inner)[:, None] * N + columns[None, :])
        total = tl.dot(x, y, total)
    tl.store(c + rows[:, None] * N + columns[None, :], total.to(tl.float16))


def metadata(capability, BM, BN, BK, num_stages):
    names = {"a": "*fp16", "b": "*fp16", "c": "*fp16", "N": "i32", "K": "i32"}
    source = triton.compiler.ASTSource(
        fn=matmul,
        signature=names | {"BM": "constexpr", "BN": "constexpr", "BK": "constexpr"},
        constexprs={"BM": BM, "BN": BN, "BK": BK},
        attrs={(i,): [["tt.divisibility", 16]] for i in range(5)},
    )
    target = GPUTarget("cuda", capability, 32)
    return triton.compile(source, target=target, options={"num_stages": num_stages, "num_warps": 8}).metadata


for stages in (2, 1):
    result = metadata(100, 256, 512, 32, num_stages=stages)
    print("stages:", stages, "| shared memory:", result.shared, "of 232448 | tensor memory:", result.tmem_size, "of 512")
    assert result.shared <= 232448
assert result.tmem_size <= 512, "the accumulator has too many columns"
