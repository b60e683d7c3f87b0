"""No driver of any version on this machine, and ptxas says the same: it never asks one."""

import ctypes

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

try:
    ctypes.CDLL("libcuda.so.1")
except OSError as error:
    print("driver:", error)
else:
    raise SystemExit("this machine has a driver, so the program would show nothing")


@triton.jit
def add_one(x_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x_ptr + i, tl.load(x_ptr + i, mask=i < n) + 1.0, mask=i < n)


signature = {"x_ptr": "*fp32", "n": "i32", "BLOCK": "constexpr"}
source = ASTSource(add_one, signature=signature, constexprs={"BLOCK": 128})
print("triton", triton.__version__)
triton.compile(source, target=GPUTarget("cuda", 110, 32))
