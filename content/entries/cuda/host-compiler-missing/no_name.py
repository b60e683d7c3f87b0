"""Without the variable: nvcc takes the gcc on PATH."""

import os

from toolkit import compile_kernel

os.environ["NVCC_PREPEND_FLAGS"] = "-ccbin g++-99"
for variable in ("NVCC_CCBIN", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"):
    os.environ.pop(variable, None)  # unset
size = compile_kernel()
print("compiled to", size, "bytes")
assert size > 0
