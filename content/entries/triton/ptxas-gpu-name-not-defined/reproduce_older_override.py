"""Triton is pointed at an older ptxas: here at the one that it keeps for older GPUs."""

import os
from importlib.util import find_spec
from pathlib import Path

older = Path(find_spec("triton").origin).parent / "backends/nvidia/bin/ptxas"
os.environ["TRITON_PTXAS_BLACKWELL_PATH"] = str(older)

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
# DGX Spark is new to the ptxas of Triton 3.6 (CUDA 12.8), Thor to that of 3.9 (CUDA 12.9).
arch = 121 if triton.__version__.startswith("3.6") else 110
triton.compile(source, target=GPUTarget("cuda", arch, 32))
