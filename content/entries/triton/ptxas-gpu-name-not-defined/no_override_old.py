"""Nothing is overridden: for a V100 Triton takes its own ptxas of CUDA 12."""

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
kernel = triton.compile(source, target=GPUTarget("cuda", 70, 32))
assert kernel.asm["cubin"][:4] == b"\x7fELF" and ".target sm_70" in kernel.asm["ptx"]
