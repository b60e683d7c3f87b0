"""Compile a Triton kernel for an aligned and for a sliced argument, no GPU needed."""

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def double(x, out, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out + offsets, 2 * tl.load(x + offsets))


def widest_load(attrs):
    source = triton.compiler.ASTSource(
        fn=double,
        signature={"x": "*fp32", "out": "*fp32", "BLOCK": "constexpr"},
        constexprs={"BLOCK": 1024},
        attrs=attrs,
    )
    ptx = triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_warps": 1}).asm["ptx"]
    return ".v4" if "ld.global.v4" in ptx else "single"


aligned = widest_load({(0,): [["tt.divisibility", 16]], (1,): [["tt.divisibility", 16]]})
sliced = widest_load({(1,): [["tt.divisibility", 16]]})
print("loads if the address is a multiple of 16:", aligned, "| if not:", sliced)
assert aligned == ".v4"
assert sliced == aligned, "the two are different programs"
