"""The usual advice: TRITON_PTXAS_PATH names a ptxas that knows the GPU."""

import os
from importlib.util import find_spec
from pathlib import Path

newer = Path(find_spec("torch").origin).parent / "bin/ptxas"  # of CUDA 13, part of torch
os.environ["TRITON_PTXAS_PATH"] = str(newer)

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
