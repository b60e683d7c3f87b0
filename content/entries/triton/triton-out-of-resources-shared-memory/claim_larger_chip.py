"""One configuration that fits an A100, compiled for an H100 as well, no GPU needed."""

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


def shared_memory(capability, BM, BN, BK, num_stages):
    names = {"a": "*fp16", "b": "*fp16", "c": "*fp16", "N": "i32", "K": "i32"}
    source = triton.compiler.ASTSource(
        fn=matmul,
        signature=names | {"BM": "constexpr", "BN": "constexpr", "BK": "constexpr"},
        constexprs={"BM": BM, "BN": BN, "BK": BK},
        attrs={(i,): [["tt.divisibility", 16]] for i in range(5)},
    )
    target = GPUTarget("cuda", capability, 32)
    return triton.compile(source, target=target, options={"num_stages": num_stages, "num_warps": 8}).metadata.shared


a100 = shared_memory(80, 64, 256, 128, num_stages=3)
h100 = shared_memory(90, 64, 256, 128, num_stages=3)
print("A100:", a100, "of 166912 | H100:", h100, "of 232448")
assert a100 <= 166912
assert h100 <= 232448, "the larger chip has too little"
