"""Nothing is overridden: Triton takes its own ptxas for Blackwell."""

import os

os.environ.pop("TRITON_PTXAS_PATH", None)
os.environ.pop("TRITON_PTXAS_BLACKWELL_PATH", None)

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def add_one(x_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x_ptr + i, tl.load(x_ptr + i, mask=i < n) + 1.0, mask=i < n)


signature = {"x_ptr": "*fp32", "n": "i32", "BLOCK": "constexpr"}
source = ASTSource(add_one, signature=signature, constexprs={"BLOCK": 128})
print("triton", triton.__version__)
arch = 121 if triton.__version__.startswith("3.6") else 110
kernel = triton.compile(source, target=GPUTarget("cuda", arch, 32))
assert kernel.asm["cubin"][:4] == b"\x7fELF" and f".target sm_{arch}a" in kernel.asm["ptx"]
