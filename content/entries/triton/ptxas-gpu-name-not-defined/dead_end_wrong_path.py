"""The path is wrong by one letter: Triton says nothing and takes its own ptxas."""

import os

os.environ["TRITON_PTXAS_BLACKWELL_PATH"] = "/usr/local/cuda-13.0/bin/ptxsa"

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
triton.compile(source, target=GPUTarget("cuda", 110, 32))
