"""Compile the kernel for compute capability 9.0, no GPU needed: in how many bits is row * stride computed?"""

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def first_bytes(matrix, out, stride):
    row = tl.program_id(0)
    tl.store(out + row, tl.load(matrix + row * stride))


source = triton.compiler.ASTSource(
    fn=first_bytes, signature={"matrix": "*u8", "out": "*u8", "stride": "i32"}, constexprs={}
)
compiled = triton.compile(source, target=GPUTarget("cuda", 90, 32))
product = next(line.strip() for line in compiled.asm["ttir"].splitlines() if "arith.muli" in line)
print(product)
assert ": i64" in product, "the product has 32 bits"
