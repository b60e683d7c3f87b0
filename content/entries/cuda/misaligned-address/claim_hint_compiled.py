"""Compile the kernel with the promise, no GPU needed: how wide are its loads?"""

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def double(x, out, starts, BLOCK: tl.constexpr):
    start = tl.multiple_of(tl.load(starts), 16)
    offsets = start + tl.arange(0, BLOCK)
    tl.store(out + tl.arange(0, BLOCK), 2 * tl.load(x + offsets))


source = triton.compiler.ASTSource(
    fn=double,
    signature={"x": "*fp32", "out": "*fp32", "starts": "*i32", "BLOCK": "constexpr"},
    constexprs={"BLOCK": 1024},
    attrs={(0,): [["tt.divisibility", 16]], (1,): [["tt.divisibility", 16]]},
)
ptx = triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_warps": 1}).asm["ptx"]
wide = [line.strip() for line in ptx.splitlines() if "ld.global.v4" in line]
print("loads of four floats:", len(wide))
assert not wide, "the promise was believed: " + wide[0]
